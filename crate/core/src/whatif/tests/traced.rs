//! Random programs of MPI calls, made into traces, read and predicted, against the literal simulator.

use std::collections::BTreeMap;

use loopscope_testing::Random;

use super::literal::{predicted, Literal, LiteralCall, LiteralChanges, LiteralNeed};
use crate::clocks::{Clocks, Method};
use crate::durations::{Run, RunEnds};
use crate::matching::Matching;
use crate::trace::{Kind, Trace};
use crate::waits::tests::{held_up, least_that_waits, made_up, traced, Channel, Program as Made, Required};
use crate::waits::{WaitWalk, Waits};
use crate::whatif::{Call, Changes, Collector, Factor, InputKind, Order, Overrides, Parameters, Part, Program};

/// Where each message is sent and posted: the numbers of calls, by channel.
#[derive(Default)]
struct Ends {
    sent: BTreeMap<Channel, Vec<usize>>,
    posted: BTreeMap<Channel, Vec<usize>>,
    /// For each operation the calls of all processes.
    together: Vec<Vec<usize>>,
}

fn ends(made: &Made, of: &[Vec<usize>]) -> Ends {
    let mut ends = Ends::default();
    for (process, calls) in made.calls.iter().enumerate() {
        let mut operations = 0;
        for (call, &number) in calls.iter().zip(&of[process]) {
            for &(kind, peer, tag, _) in &call.events {
                if kind == Kind::Send {
                    ends.sent.entry((process, peer, tag)).or_default().push(number);
                }
            }
            if let ("MPI_Irecv" | "MPI_Recv", Some((peer, tag, _))) = (call.name, call.message) {
                ends.posted.entry((peer, process, tag)).or_default().push(number);
            }
            if call.group {
                ends.together.resize(ends.together.len().max(operations + 1), Vec::new());
                ends.together[operations].push(number);
                operations += 1;
            }
        }
    }
    ends
}

/// The calls that a process gets through in a binomial tree, by the rounds in which it spreads from the root.
fn above(members: &[usize], (root, process): (usize, usize)) -> Vec<usize> {
    let count = members.len();
    let (mut far, mut at) = (1, (process + count - root) % count);
    let mut above = Vec::new();
    while at > 0 {
        if at % (2 * far) == far {
            at -= far;
            above.push(members[(at + root) % count]);
        }
        far *= 2;
    }
    above
}

/// The need of a call that another is entered.
fn of_call(source: usize) -> LiteralNeed {
    LiteralNeed { sources: vec![source], delay: 0, channel: None, is_hub: false }
}

/// The program as the literal simulator takes it: messages take the time of the model, sends above the limit wait.
fn literal(made: &Made, parameters: &Parameters) -> (Literal, Vec<Channel>) {
    let least = least_that_waits(made);
    let mut literal = Literal { of: vec![Vec::new(); made.calls.len()], ..Literal::default() };
    for (process, calls) in made.calls.iter().enumerate() {
        for call in calls {
            literal.of[process].push(literal.calls.len());
            let (enter, leave) = (call.enter as i64, call.leave as i64);
            literal.calls.push(LiteralCall { process, enter, leave, needs: Vec::new() });
        }
    }
    literal.start = literal.calls.iter().map(|call| call.enter).min().unwrap_or(0);
    let last = |calls: &Vec<usize>| calls.last().map(|&call| literal.calls[call].leave);
    literal.last = literal.of.iter().map(|it| last(it).unwrap_or(literal.start)).collect();
    let ends = ends(made, &literal.of);
    let channels: Vec<Channel> = ends.sent.keys().copied().collect();
    // The first call of the receiver from the posting on that is left after the send is entered.
    let going = |literal: &Literal, (from, to, tag): Channel, message: usize| {
        let sent = literal.calls[ends.sent[&(from, to, tag)][message]].enter;
        let &posting = ends.posted.get(&(from, to, tag))?.get(message)?;
        let calls = literal.of[to].iter().copied();
        let found = calls.filter(|&it| it >= posting).find(|&it| literal.calls[it].leave > sent);
        Some((posting, found))
    };
    let bytes_of = |(from, to, tag): Channel, message: usize| {
        let bytes = made.calls[from].iter().flat_map(|call| &call.events);
        let mut bytes = bytes.filter(|it| (it.0, it.1, it.2) == (Kind::Send, to, tag));
        bytes.nth(message).unwrap().3
    };
    let waits = |channel: Channel, message: usize| {
        channel.0 != channel.1 && least.is_some_and(|least| bytes_of(channel, message) >= least)
    };
    let mut alone = false;
    let all = || made.calls.iter().enumerate().flat_map(|(p, calls)| calls.iter().map(move |c| (p, c)));
    for (number, (_, call)) in all().enumerate() {
        for need in &call.needs {
            let Required::Post(channel, message) = *need else { continue };
            let Some((posting, found)) = going(&literal, channel, message) else { continue };
            let leave = literal.calls[number].leave;
            let late = found.is_none_or(|found| literal.calls[found].enter > leave);
            let posted = literal.calls[posting].enter <= leave;
            alone |= waits(channel, message) && posted && late;
        }
    }
    let mut operations = vec![0; made.calls.len()];
    let mut long = Vec::new();
    for (number, (process, call)) in all().enumerate() {
        let mut needs = Vec::new();
        for need in &call.needs {
            match *need {
                Required::Send(channel, message) => {
                    let source = ends.sent[&channel][message];
                    let bytes = call.events.iter().find(|it| it.1 == channel.0 && it.2 == channel.2);
                    let most = literal.calls[number].leave - literal.calls[source].enter;
                    let delay = parameters.delay(bytes.unwrap().3 as u32).min(most);
                    let channel = channels.iter().position(|&it| it == channel);
                    needs.push(LiteralNeed { sources: vec![source], delay, channel, is_hub: false });
                }
                Required::Post(channel, message) if waits(channel, message) => {
                    let Some((posting, found)) = going(&literal, channel, message) else {
                        continue;
                    };
                    let source = if alone { Some(posting) } else { found };
                    let leave = literal.calls[number].leave;
                    let source = source.filter(|&it| literal.calls[it].enter <= leave);
                    needs.extend(source.map(of_call));
                }
                Required::Post(..) | Required::Enter(..) => {}
            }
        }
        if call.group {
            let members = &ends.together[operations[process]];
            operations[process] += 1;
            let root = call.root.map(|root| root as usize);
            let sources = match (call.name, root) {
                _ if members.len() < 2 => Vec::new(),
                ("MPI_Bcast", Some(root)) if root != process && parameters.trees => {
                    needs.extend(above(members, (root, process)).into_iter().filter_map(|source| {
                        let in_time = literal.calls[source].enter <= literal.calls[number].leave;
                        in_time.then_some(of_call(source))
                    }));
                    Vec::new()
                }
                ("MPI_Reduce", Some(root)) if parameters.trees => {
                    let is_below =
                        |&other: &usize| other == process || above(members, (root, other)).contains(&members[process]);
                    let below = (0..members.len()).filter(is_below).map(|it| members[it]);
                    let below: Vec<usize> = below.collect();
                    let last = below.iter().map(|&it| literal.calls[it].enter).max();
                    let in_time = last <= Some(literal.calls[number].leave);
                    if below.len() > 1 && in_time {
                        below
                    } else {
                        Vec::new()
                    }
                }
                ("MPI_Bcast", Some(root)) if root != process => vec![members[root]],
                ("MPI_Reduce", Some(root)) if root == process => members.clone(),
                ("MPI_Barrier", _) => members.clone(),
                _ => Vec::new(),
            };
            let is_hub = sources.len() > 1;
            if !sources.is_empty() {
                needs.push(LiteralNeed { sources, delay: 0, channel: None, is_hub });
            }
        }
        literal.calls[number].needs = needs;
        let (ready, leave) = (literal.ready(number), literal.calls[number].leave);
        let enter = |&call: &usize| literal.calls[call].enter;
        let mut reasons = Vec::new();
        for need in &call.needs {
            let Required::Post(channel, message) = *need else { continue };
            if channel.0 == channel.1 {
                continue;
            }
            let bytes = bytes_of(channel, message);
            let before = literal.of[channel.1].iter().rfind(|it| enter(it) <= ready);
            let free = before.map_or(ready, |&it| literal.calls[it].leave.max(ready));
            let next = literal.of[channel.1].iter().copied().find(|it| enter(it) > ready);
            reasons.push((format!("of 2^{} bytes", bytes.ilog2()), bytes, free, next));
        }
        if let Some(root) = call.root.filter(|_| !parameters.trees && made.calls.len() > 1) {
            let is_root = root as usize == process;
            let members = &ends.together[operations[process] - 1];
            let last = members.iter().copied().filter(|it| enter(it) < leave).max_by_key(enter);
            if (call.name == "MPI_Bcast") == is_root {
                reasons.push((format!("{} {is_root}", call.name), 0, ready, last));
            }
        }
        let reasons = reasons.into_iter().filter_map(|(kind, bytes, free, source)| {
            let source = source.filter(|it| enter(it) > free && enter(it) < leave);
            let (lasts, rest) = (leave - free, leave - source.map_or(free, |it| enter(&it)));
            (lasts > 10 * parameters.delay(bytes as u32)).then_some((rest, kind, source, lasts))
        });
        long.extend(reasons.min().map(|reason| (number, reason)));
    }
    let told = long.iter().map(|(_, (rest, kind, _, lasts))| (*rest, kind.as_str(), *lasts));
    let waits = held_up(&told.collect::<Vec<_>>());
    for ((number, (_, _, source, _)), _) in long.iter().zip(waits).filter(|(_, waits)| *waits) {
        literal.calls[*number].needs.push(of_call(source.unwrap()));
    }
    (literal, channels)
}

/// Calls wait as long as where times are added up; counts the inputs that do not count as waits.
fn check_waits((trace, waits): (&Trace, &Waits), program: &Program, uncounted: &mut usize) {
    *uncounted += program.inputs.iter().filter(|it| it.kind == InputKind::Progress).count();
    let mut walk = WaitWalk::new();
    for (place, process) in trace.processes().iter().enumerate() {
        walk.begin();
        let mut calls = program.processes()[place].calls().peekable();
        while let Some(timed) = walk.next((trace, waits), (place as u32, process)) {
            // Of calls at the ends of the run a part may be left out.
            let is_it = |&call: &u32| {
                let call = &program.calls()[call as usize];
                timed.call == Some(u64::from(call.number))
            };
            let Some(call) = calls.next_if(is_it) else { continue };
            let Call { enter, leave, .. } = program.calls()[call as usize];
            if (enter, leave) == (timed.enter, timed.leave) {
                assert_eq!(program.wait_for_others(call), timed.wait, "{timed:?}");
            }
        }
    }
}

#[test]
fn traces_are_predicted_as_a_literal_simulator_does() {
    let mut random = Random::new(26);
    let (mut compared, mut postings, mut changed) = (0, 0, 0);
    let (mut uncounted, mut held) = (0, 0);
    for case in 0..super::cases() {
        let mut made = made_up(&mut random);
        if random.below(2) == 0 {
            made = made.stretched(&mut random);
        }
        let trace = traced(&made);
        let matching = Matching::new(&trace);
        let clocks = Clocks::of(&trace, &matching, Method::AsRecorded);
        let waits = Waits::new(&trace, matching, clocks);
        if !waits.comparable() {
            continue;
        }
        let run = Run::new(&waits, RunEnds::Main);
        let mut collector = Collector::new(Vec::new(), false);
        while collector.step((&trace, &waits, &run), 7) {}
        let calls = collector.finish();
        let trees = random.below(2) == 0;
        let (latency, byte_ps) = (Some(2), Some(1));
        let overrides = Overrides { latency, byte_ps, trees, ..Overrides::default() };
        let parameters = Parameters::fit(&calls, &waits, overrides);
        let program = Program::new(&trace, &waits, calls, &parameters);
        let (literal, channels) = literal(&made, &parameters);
        let order = match Order::new(&program) {
            Ok(order) => order,
            // Large messages that wait for each other at one moment: there, times have ties.
            Err(_) => continue,
        };
        compared += 1;
        held += program.unknowns().held;
        if !trees {
            check_waits((&trace, &waits), &program, &mut uncounted);
        }
        postings += program.inputs.iter().filter(|it| it.kind == InputKind::Posting).count();
        let none = Changes::none();
        assert_eq!(predicted(&program, &order, &none), program.length(), "{case}");
        assert_eq!(literal.simulate(&LiteralChanges::default()), program.length(), "{case}");
        let measured = program.measured(&parameters);
        let of_measured = Order::new(&measured).unwrap();
        assert_eq!(of_measured, order, "{case}");
        assert_eq!(predicted(&measured, &of_measured, &none), program.length(), "{case}");
        for _ in 0..5 {
            let mut changes = Changes::none();
            let mut own = LiteralChanges::default();
            for part in [Part::Computation, Part::Wait, Part::Message] {
                let factor = Factor::millionths(500_000 * random.below(5) as u32).unwrap();
                changes.begin(part, factor, &program);
                if part == Part::Message {
                    let Some(&channel) = channels.first() else { continue };
                    let (from, to, tag) = channel;
                    let index = waits.matching().channel((from as u32, to as u32, tag));
                    own.channels.insert(0, factor);
                    for (at, input) in program.inputs.iter().enumerate() {
                        if input.kind == InputKind::Message && Some(input.channel) == index {
                            changes.add_message(at as u32, &program);
                        }
                    }
                    continue;
                }
                for call in 0..literal.calls.len() {
                    if random.below(4) == 0 {
                        changes.add_call(call as u32);
                        match part {
                            Part::Computation => drop(own.gaps.insert(call, (None, factor))),
                            _ => drop(own.calls.insert(call, (part, factor))),
                        }
                    }
                }
            }
            let expected = literal.simulate(&own);
            assert_eq!(predicted(&program, &order, &changes), expected, "{case}");
            changed += usize::from(expected != program.length());
        }
    }
    let all = super::cases();
    assert!(compared > all / 3 && postings > all / 10, "{compared} {postings}");
    assert!(held > all as u64 / 10, "{held}");
    assert!(changed > all && uncounted > all / 150, "{changed} {uncounted}");
}
