//! Waits of random programs, against a twin that remembers every request.

use std::collections::BTreeMap;

use loopscope_testing::Random;

use super::*;
use crate::clocks::Method;
use crate::trace::{GroupId, Kind, NameId, ProcessSlot, Record, Tick, TraceBuilder};

pub(crate) type Channel = (usize, usize, i64);

/// What has to begin elsewhere before a call is complete: explicit, by the number of the message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Required {
    Send(Channel, usize),
    Post(Channel, usize),
    Enter(u64, usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: &'static str,
    /// Peer, tag, bytes and whether the call sends, receives or posts.
    pub(crate) message: Option<(usize, i64, u64)>,
    pub(crate) events: Vec<(Kind, usize, i64, u64)>,
    pub(crate) group: bool,
    pub(crate) root: Option<u32>,
    pub(crate) enter: u64,
    pub(crate) leave: u64,
    pub(crate) needs: Vec<Required>,
}

/// A program of random calls that is run while it is made up.
pub(crate) struct Program {
    pub(crate) calls: Vec<Vec<Call>>,
    now: Vec<u64>,
    sends: BTreeMap<Channel, Vec<(u64, u64)>>,
    posts: BTreeMap<Channel, Vec<u64>>,
    /// Posted receives that are not complete, in order, and sends that are begun.
    waiting: BTreeMap<Channel, Vec<usize>>,
    open: Vec<Vec<(Channel, usize)>>,
    /// Those of them that were begun before a test, which may have completed them as far as a trace says.
    tested: Vec<Vec<(Channel, usize)>>,
    /// Sends that are surely complete, and when.
    done: Vec<Done>,
}

#[derive(Clone, Copy, Debug)]
struct Done {
    channel: Channel,
    message: usize,
    time: u64,
    /// In a call that waits for one request.
    by_wait: bool,
}

impl Done {
    fn new((channel, message): (Channel, usize), time: u64) -> Self {
        Self { channel, message, time, by_wait: false }
    }
}

const LARGE: u64 = 5000;

impl Program {
    fn step(&mut self, process: usize, random: &mut Random) -> u64 {
        self.now[process] += random.below(4);
        self.now[process]
    }

    fn call(&mut self, process: usize, leave: u64, call: Call) {
        let leave = leave.max(call.enter);
        self.now[process] = leave;
        self.calls[process].push(Call { leave, ..call });
    }

    fn plain(name: &'static str, enter: u64) -> Call {
        let (message, events, needs) = (None, Vec::new(), Vec::new());
        Call { name, message, events, group: false, root: None, enter, leave: enter, needs }
    }

    fn send(&mut self, (from, to, tag): Channel, bytes: u64, random: &mut Random) {
        let enter = self.step(from, random);
        let list = self.sends.entry((from, to, tag)).or_default();
        list.push((enter, bytes));
        let message = list.len() - 1;
        let events = vec![(Kind::Send, to, tag, bytes)];
        let leave = enter + random.below(3);
        // A large one is only sent where its receive is there.
        let begin = random.below(2) == 0 || bytes >= LARGE;
        let mut call = Call { message: Some((to, tag, bytes)), events, ..Self::plain("MPI_Send", enter) };
        if begin {
            call.name = "mpi_isend_";
            self.open[from].push(((from, to, tag), message));
        } else {
            call.needs.push(Required::Post((from, to, tag), message));
            self.done.push(Done::new(((from, to, tag), message), leave));
        }
        self.call(from, leave, call);
    }

    /// A send that is complete after its receive is posted, by whichever comes later.
    fn meet(&mut self, (from, to, tag): Channel, random: &mut Random) {
        let count = self.sends.get(&(from, to, tag)).map_or(0, Vec::len);
        if from == to || self.posts.get(&(from, to, tag)).map_or(0, Vec::len) != count {
            return;
        }
        let posted = self.post((from, to, tag), LARGE, random);
        let enter = self.step(from, random);
        self.sends.entry((from, to, tag)).or_default().push((enter, LARGE));
        let leave = enter.max(posted) + random.below(3);
        let events = vec![(Kind::Send, to, tag, LARGE)];
        let needs = vec![Required::Post((from, to, tag), count)];
        let call = Call { message: Some((to, tag, LARGE)), events, needs, ..Self::plain("MPI_Send", enter) };
        self.done.push(Done::new(((from, to, tag), count), leave));
        self.call(from, leave, call);
    }

    fn post(&mut self, (from, to, tag): Channel, bytes: u64, random: &mut Random) -> u64 {
        let enter = self.step(to, random);
        let list = self.posts.entry((from, to, tag)).or_default();
        list.push(enter);
        let message = list.len() - 1;
        self.waiting.entry((from, to, tag)).or_default().push(message);
        let message = Some((from, tag, bytes));
        self.call(to, enter, Call { message, ..Self::plain("MPI_Irecv", enter) });
        enter
    }

    fn receive(&mut self, (from, to, tag): Channel, random: &mut Random) {
        let message = self.posts.get(&(from, to, tag)).map_or(0, Vec::len);
        let Some(&(sent, bytes)) = self.sends.get(&(from, to, tag)).and_then(|list| list.get(message)) else {
            return;
        };
        if bytes >= LARGE {
            return;
        }
        let enter = self.step(to, random);
        self.posts.entry((from, to, tag)).or_default().push(enter);
        let leave = enter.max(sent) + random.below(3);
        let events = vec![(Kind::Recv, from, tag, bytes)];
        let needs = vec![Required::Send((from, to, tag), message)];
        let call = Call { message: Some((from, tag, bytes)), events, needs, ..Self::plain("MPI_Recv", enter) };
        self.call(to, leave, call);
    }

    /// Waits for all receives of a process whose messages are sent, and for all its sends; or for one of them.
    fn wait(&mut self, process: usize, all: bool, random: &mut Random) {
        let enter = self.step(process, random);
        let mut call = Self::plain(if all { "MPI_Waitall" } else { "MPI_Wait" }, enter);
        let mut leave = enter + random.below(3);
        let own: Vec<Channel> = self.waiting.keys().filter(|channel| channel.1 == process).copied().collect();
        for channel in own {
            let ready = |&message: &usize| self.sends.get(&channel).is_some_and(|sends| message < sends.len());
            let Some(waiting) = self.waiting.get_mut(&channel) else { continue };
            while waiting.first().is_some_and(ready) && (all || call.events.is_empty()) {
                let message = waiting.remove(0);
                let (sent, bytes) = self.sends[&channel][message];
                leave = leave.max(sent);
                call.events.push((Kind::Recv, channel.0, channel.2, bytes));
                call.needs.push(Required::Send(channel, message));
            }
        }
        let known = self.done.len();
        let (open, tested) = (&mut self.open[process], &mut self.tested[process]);
        if all {
            let sure = open.iter().map(|&send| Done::new(send, leave));
            self.done.extend(sure);
            let sends = open.drain(..).chain(tested.drain(..));
            call.needs.extend(sends.map(|(channel, message)| Required::Post(channel, message)));
        } else if call.events.is_empty() && open.len() + tested.len() > 0 {
            let sure = open.len() == 1 && tested.is_empty();
            let send = if open.is_empty() { tested.remove(0) } else { open.remove(0) };
            self.done.extend(sure.then_some(Done { by_wait: true, ..Done::new(send, leave) }));
            call.needs.push(Required::Post(send.0, send.1));
        }
        // What waits for all is left last of all.
        for need in &call.needs {
            if let Required::Post(channel, message) = need {
                let large = self.sends[channel][*message].1 >= LARGE;
                if let Some(&posted) = self.posts.get(channel).and_then(|posts| posts.get(*message)).filter(|_| large) {
                    leave = leave.max(posted);
                }
            }
        }
        self.done[known..].iter_mut().for_each(|done| done.time = leave);
        self.call(process, leave, call);
    }

    /// A test that finds nothing complete.
    fn test(&mut self, process: usize, random: &mut Random) {
        let enter = self.step(process, random);
        let open = std::mem::take(&mut self.open[process]);
        self.tested[process].extend(open);
        self.call(process, enter + 1, Self::plain("MPI_Testall", enter));
    }

    fn meet_all(&mut self, name: &'static str, random: &mut Random) {
        let count = self.now.len();
        let root = random.index(count);
        let enters: Vec<u64> = (0..count).map(|process| self.step(process, random)).collect();
        let last = (0..count).max_by_key(|&at| (enters[at], std::cmp::Reverse(at))).unwrap();
        for process in 0..count {
            let need = match name {
                "MPI_Bcast" => Some(root),
                "MPI_Reduce" if process != root => None,
                _ => Some(last),
            };
            let least = need.map_or(0, |at| enters[at]);
            let leave = enters[process].max(least) + random.below(3);
            let mut call = Call { group: true, ..Self::plain(name, enters[process]) };
            call.root = matches!(name, "MPI_Bcast" | "MPI_Reduce").then_some(root as u32);
            call.needs.extend(need.map(|at| Required::Enter(enters[at], at)));
            self.call(process, leave, call);
        }
    }

    /// The same a hundred times as slowly, where some calls last until another process enters one: the receiver of what they
    /// send, or anybody if all take part.
    pub(crate) fn stretched(mut self, random: &mut Random) -> Self {
        let slow = |time: &mut u64| *time *= 100;
        for call in self.calls.iter_mut().flatten() {
            [&mut call.enter, &mut call.leave].into_iter().for_each(slow);
            for need in &mut call.needs {
                if let Required::Enter(time, _) = need {
                    slow(time);
                }
            }
        }
        self.sends.values_mut().flatten().for_each(|send| slow(&mut send.0));
        self.posts.values_mut().flatten().for_each(slow);
        self.done.iter_mut().for_each(|done| slow(&mut done.time));
        let before = self.calls.clone();
        for (process, calls) in self.calls.iter_mut().enumerate() {
            for at in 1..calls.len() {
                let (until, call) = (calls[at].enter, &mut calls[at - 1]);
                let small = |need: &Required| matches!(need, Required::Post((.., tag), _) if *tag < 2);
                if !call.needs.iter().all(small) {
                    continue;
                }
                let receiver = call.needs.iter().find_map(|need| match *need {
                    Required::Post((_, to, _), _) => Some(to),
                    _ => None,
                });
                let other = receiver.or_else(|| call.group.then(|| random.index(before.len())));
                let other = other.filter(|&it| it != process && random.below(6) > 0);
                let enters = other.into_iter().flat_map(|other| &before[other]).map(|it| it.enter);
                let come = enters.filter(|&it| it > call.enter && it < until).min();
                let least = come.map_or(call.enter, |come| come + random.below(60));
                call.leave = (least + random.below(3)).min(until);
                for done in &mut self.done {
                    let own = |need: &Required| matches!(*need, Required::Post(channel, message) if (channel, message) == (done.channel, done.message));
                    if call.needs.iter().any(own) {
                        done.time = call.leave;
                    }
                }
            }
        }
        self
    }
}

pub(crate) fn made_up(random: &mut Random) -> Program {
    let count = 1 + random.index(4);
    let mut program = Program {
        calls: vec![Vec::new(); count],
        now: vec![0; count],
        sends: BTreeMap::new(),
        posts: BTreeMap::new(),
        waiting: BTreeMap::new(),
        open: vec![Vec::new(); count],
        tested: vec![Vec::new(); count],
        done: Vec::new(),
    };
    let most = if random.below(4) == 0 { 600 } else { 120 };
    for _ in 0..random.index(most) {
        let channel = (random.index(count), random.index(count), random.below(2) as i64);
        let small = 8 + random.below(2) * 90;
        match random.below(20) {
            0..=3 => program.send(channel, small, random),
            4 | 5 => drop(program.post(channel, small, random)),
            6 | 7 => program.receive(channel, random),
            8 | 9 => program.wait(channel.1, true, random),
            10..=12 => program.wait(channel.1, false, random),
            // Large messages have a channel of their own, so that each can meet its receive.
            13 | 14 => program.meet((channel.0, channel.1, 2), random),
            15 | 16 => program.meet_all(["MPI_Barrier", "MPI_Bcast", "MPI_Reduce"][random.index(3)], random),
            17 => program.test(channel.0, random),
            _ => {
                let enter = program.step(channel.0, random);
                program.call(channel.0, enter + random.below(3), Program::plain("MPI_Comm_rank", enter));
            }
        }
    }
    // Without their other half messages of one channel may be matched in another way.
    program
}

pub(crate) fn traced(program: &Program) -> Trace {
    traced_in(program, Tick::NANOSECOND)
}

/// The same with times in that unit.
pub(crate) fn traced_in(program: &Program, tick: Tick) -> Trace {
    let mut builder = TraceBuilder::new(u64::MAX);
    let all: Vec<u32> = (0..program.calls.len() as u32).collect();
    let group = builder.group(all).unwrap();
    for (process, calls) in program.calls.iter().enumerate() {
        builder.begin_source(&format!("rank-{process}"));
        let slot = builder.process(crate::trace::ProcessId(process as u32)).unwrap();
        builder.begin_times(slot, tick);
        for (at, call) in calls.iter().enumerate() {
            push(&mut builder, slot, group, (at as u64, call));
        }
        builder.end_source();
    }
    builder.finish()
}

fn push(builder: &mut TraceBuilder, slot: ProcessSlot, group: GroupId, (at, call): (u64, &Call)) {
    let name: NameId = builder.name(call.name).unwrap();
    for &(kind, peer, tag, bytes) in &call.events {
        let name = builder.name(kind.name()).unwrap();
        let bytes = (kind == Kind::Send).then_some(bytes);
        let record = Record { peer: Some(peer as u32), tag: Some(tag), bytes, ..Record::new(kind, name) };
        let id = builder.record(record).unwrap();
        builder.push_event_of_call(slot, id, at).unwrap();
    }
    if call.group {
        let id = builder.record(Record { group: Some(group), ..Record::new(Kind::Sync, name) }).unwrap();
        builder.push_event_of_call(slot, id, at).unwrap();
    }
    let mut record = Record { root: call.root, ..Record::new(Kind::Call, name) };
    record.group = call.group.then_some(group);
    if let Some((peer, tag, bytes)) = call.message {
        (record.peer, record.tag, record.bytes) = (Some(peer as u32), Some(tag), Some(bytes));
    }
    let id = builder.record(record).unwrap();
    builder.push_timed_call(slot, id, call.enter, call.leave).unwrap();
}

/// From which size on sends wait, by looking at each message.
pub(crate) fn least_that_waits(program: &Program) -> Option<u64> {
    let (mut eager, mut late) = (0, BTreeMap::<u64, u64>::new());
    // A process whose receives are not all complete may have waited for one of them.
    let mut waiting = program.waiting.iter().filter(|(_, list)| !list.is_empty());
    let lost: Vec<usize> = waiting.by_ref().map(|(channel, _)| channel.1).collect();
    for &Done { channel, message, time, by_wait } in &program.done {
        if by_wait && lost.contains(&channel.0) {
            continue;
        }
        let (enter, bytes) = program.sends[&channel][message];
        let Some(&posted) = program.posts.get(&channel).and_then(|posts| posts.get(message)) else {
            continue;
        };
        if posted > time {
            eager = eager.max(bytes);
        } else if posted > enter {
            *late.entry(bytes).or_default() += 1;
        }
    }
    late.into_iter().find(|&(size, count)| size > eager && count >= 10).map(|(size, _)| size)
}

/// The rule for calls that are held up, literally: of long calls (from when the other process came until they are left, their kinds, and how
/// long they last) whether each waits for that.
pub(crate) fn held_up<K: PartialEq>(long: &[(i64, K, i64)]) -> Vec<bool> {
    let waits = |(rest, kind, lasts): &(i64, K, i64)| {
        let alike: Vec<_> = long.iter().filter(|it| it.1 == *kind).collect();
        let time: i64 = alike.iter().map(|it| it.2).sum();
        let soon: i64 = alike.iter().filter(|it| 4 * it.0 <= it.2).map(|it| it.2).sum();
        alike.len() >= 10 && 2 * soon >= time && 2 * rest <= *lasts
    };
    long.iter().map(waits).collect()
}

#[test]
fn waits_are_those_of_a_twin_that_remembers_every_request() {
    let cases = option_env!("LOOPSCOPE_CASES").map_or(3000, |cases| cases.parse().unwrap());
    let mut random = Random::new(51);
    let (mut waits_found, mut synchronous) = (0, 0);
    for case in 0..cases {
        let program = made_up(&mut random);
        let trace = traced(&program);
        let matching = Matching::new(&trace);
        let clocks = Clocks::of(&trace, &matching, Method::AsRecorded);
        assert!(clocks.before.none(), "{case}: {:?}", clocks.before);
        let waits = Waits::new(&trace, matching, clocks);
        if !waits.comparable() {
            continue;
        }
        let least = least_that_waits(&program);
        assert_eq!(waits.limit().synchronous.map(u64::from), least, "{case}");
        synchronous += usize::from(least.is_some());
        let mut walk = WaitWalk::new();
        for (place, process) in trace.processes().iter().enumerate() {
            walk.begin();
            for (at, call) in program.calls[process.id.0 as usize].iter().enumerate() {
                let found = walk.next((&trace, &waits), (place as u32, process)).unwrap();
                let expected = expected(&program, call, least);
                let wait = expected.as_ref().map_or(0, |(time, _)| (*time).min(call.leave).saturating_sub(call.enter));
                assert_eq!((found.enter, found.leave), (call.enter as i64, call.leave as i64));
                assert_eq!(found.wait, wait as i64, "{case}: {at} {call:?} {found:?}");
                if wait > 0 {
                    let partners = expected.map(|(_, partners)| partners).unwrap();
                    assert!(partners.contains(&(found.cause.unwrap().partner as usize)), "{case}: {found:?}");
                    waits_found += 1;
                }
            }
            assert_eq!(walk.next((&trace, &waits), (place as u32, process)), None);
        }
    }
    assert!(waits_found > cases && synchronous > cases / 40, "{waits_found} {synchronous}");
}

/// When the last of what a call needs begins, and the processes at which something begins then.
fn expected(program: &Program, call: &Call, least: Option<u64>) -> Option<(u64, Vec<usize>)> {
    let mut times: Vec<(u64, usize)> = Vec::new();
    for need in &call.needs {
        match *need {
            Required::Send(channel, message) => times.push((program.sends[&channel][message].0, channel.0)),
            Required::Post(channel, message) => {
                let (_, bytes) = program.sends[&channel][message];
                let posted = program.posts.get(&channel).and_then(|posts| posts.get(message));
                if let Some(&posted) = posted.filter(|_| least.is_some_and(|least| bytes >= least)) {
                    times.push((posted, channel.1));
                }
            }
            Required::Enter(time, process) => times.push((time, process)),
        }
    }
    let last = times.iter().map(|&(time, _)| time).max()?;
    Some((last, times.into_iter().filter(|&(time, _)| time == last).map(|(_, process)| process).collect()))
}
