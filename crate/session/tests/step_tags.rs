//! Tags that count steps are read as one, and nothing else changes: messages are matched as recorded, and come back.

#![cfg(test)]

mod common;
use common::*;

use common::programs::{loops_of, of_trace};
use loopscope_core::trace::{Kind, StepTags};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// The messages of a step, as process, partner and the tag in that step.
type Step = Vec<(u32, u32, i64)>;

/// What processes do whose sends of a step come first, then its receives, those of each process in an order of `arrange`.
fn lines(processes: u32, steps: &[Step], mut arrange: impl FnMut(&mut Vec<String>)) -> Vec<String> {
    let mut all = vec![Vec::new(); processes as usize];
    for step in steps {
        for (p, own) in (0..).zip(&mut all) {
            own.push(format!("{p} sync MPI_Barrier 0,{}", processes - 1));
            let sent = step.iter().filter(|(from, ..)| *from == p);
            own.extend(sent.map(|(_, to, tag)| format!("{p} send {to} {tag}")));
            let received = step.iter().filter(|(_, to, _)| *to == p);
            let mut received: Vec<String> = received.map(|(from, _, tag)| format!("{from} recv {p} {tag}")).collect();
            arrange(&mut received);
            own.extend(received);
        }
    }
    all.concat()
}

fn read(lines: &[String]) -> Trace {
    trace_of(open(vec![file("run.trace", lines.join("\n") + "\n")]))
}

fn tags_of(lines: &[String]) -> Vec<StepTags> {
    read(lines).table().step_tags().to_vec()
}

fn counted(first: i64, last: i64, apart: i64) -> Vec<StepTags> {
    vec![StepTags { first, last, apart, except: Vec::new() }]
}

/// The receive of each send, by place, under the tags of a table: the slow way, message by message.
fn pairs(trace: &Trace) -> Vec<((u32, usize), (u32, usize))> {
    let mut sent: BTreeMap<(u32, u32, i64), VecDeque<(u32, usize)>> = BTreeMap::new();
    let ends = |kind: Kind| {
        let each = trace.processes().iter().flat_map(move |process| {
            let events = process.events(View::Communication).unwrap().iter().enumerate();
            events.map(move |(at, id)| (process.id.0, at, *trace.table().record(id)))
        });
        each.filter(move |(.., record)| record.kind == kind)
    };
    for (own, at, record) in ends(Kind::Send) {
        let channel = (own, record.peer.unwrap(), record.tag.unwrap());
        sent.entry(channel).or_default().push_back((own, at));
    }
    let receives = ends(Kind::Recv);
    let paired = receives.map(|(own, at, record)| {
        let channel = (record.peer.unwrap(), own, record.tag.unwrap());
        (sent.get_mut(&channel).unwrap().pop_front().unwrap(), (own, at))
    });
    paired.collect()
}

/// A ring with a message of the step, and another of all steps; the other way round two of a third tag.
fn ring(steps: i64, tag: impl Fn(i64) -> i64) -> Vec<Step> {
    let step = |step| {
        (0..4)
            .flat_map(|p| {
                [(p, (p + 1) % 4, tag(step)), (p, (p + 1) % 4, 7), (p, (p + 3) % 4, 500), (p, (p + 3) % 4, 500)]
            })
            .collect::<Step>()
    };
    (0..steps).map(step).collect()
}

#[test]
fn a_tag_for_each_step_is_one_tag_and_its_loop_is_found() {
    for (tag, read_as) in [
        (&(|step: i64| 1000 + step) as &dyn Fn(i64) -> i64, counted(1000, 1039, 1)),
        (&|step: i64| 5000 - 3 * step, counted(4883, 5000, 3)),
    ] {
        let trace = read(&lines(4, &ring(40, tag), |_| ()));
        assert_eq!(trace.table().step_tags(), read_as);
        let program = of_trace(&trace);
        let model = program.model();
        assert_eq!(loops_of(model, model.root()), [(40, "all".to_owned(), 25)]);
        let recorded = trace.as_recorded();
        assert!(recorded.table().step_tags().is_empty());
        let program = of_trace(&recorded);
        let model = program.model();
        assert!(loops_of(model, model.root()).iter().all(|(count, ..)| *count == 2));
        assert_eq!(pairs(&trace), pairs(&recorded));
    }
}

#[test]
fn tags_of_one_step_stay_different() {
    let steps: Vec<Step> = (0..30)
        .map(|step| {
            let both = |p: u32| [(p, 1 - p, 10 * step), (p, 1 - p, 10 * step + 4)];
            [0, 1].into_iter().flat_map(both).collect()
        })
        .collect();
    let trace = read(&lines(2, &steps, |received| received.reverse()));
    assert_eq!(trace.table().step_tags(), counted(0, 294, 10));
    assert_eq!(pairs(&trace), pairs(&trace.as_recorded()));
}

#[test]
fn other_tags_stay() {
    let few = ring(7, |step| 1000 + step);
    let alternating = ring(40, |step| 1000 + step % 8);
    let far = ring(40, |step| 2000 * step);
    for steps in [few, alternating, far] {
        assert_eq!(tags_of(&lines(4, &steps, |_| ())), []);
    }
    // The tag is the process that sends.
    let senders: Vec<Step> = (0..20).map(|_| (0..12).map(|p| (p, (p + 1) % 12, i64::from(p))).collect()).collect();
    assert_eq!(tags_of(&lines(12, &senders, |_| ())), []);
    // Messages overtake each other.
    let mut overtaking = lines(4, &ring(40, |step| 1000 + step), |_| ());
    let places: Vec<usize> = (0..overtaking.len()).filter(|&at| overtaking[at].starts_with("0 recv 1 10")).collect();
    for at in 0..places.len() / 2 {
        overtaking.swap(places[at], places[places.len() - 1 - at]);
    }
    assert_eq!(tags_of(&overtaking), []);
    // They are one in a hundred.
    let mut rare = ring(9, |step| 1000 + step);
    rare.extend(ring(400, |_| 7));
    assert_eq!(tags_of(&lines(4, &rare, |_| ())), []);
}

#[test]
fn random_programs_are_matched_as_recorded_and_come_back() {
    let mut random = Random::new(41);
    let mut found = 0;
    for _ in 0..400 {
        let processes = 2 + random.below(4) as u32;
        let channels: Vec<(u32, u32, i64, bool)> = (0..=random.below(5))
            .map(|_| {
                let from = random.below(u64::from(processes)) as u32;
                let to = (from + 1 + random.below(u64::from(processes) - 1) as u32) % processes;
                (from, to, random.below(4) as i64, random.below(3) > 0)
            })
            .collect();
        let apart = 1 + random.below(4) as i64;
        let steps: Vec<Step> = (0..6 + random.below(20) as i64)
            .map(|step| {
                let of = |&(from, to, class, counts): &(u32, u32, i64, bool)| {
                    (from, to, if counts { 100 + apart * step + class } else { class })
                };
                channels.iter().map(of).collect()
            })
            .collect();
        let mixes = random.below(2) == 0;
        let mut order = random.clone();
        let lines = lines(processes, &steps, |received| {
            if mixes && received.len() > 1 {
                let at = order.index(received.len() - 1);
                received.swap(at, at + 1);
            }
        });
        let trace = read(&lines);
        let recorded = trace.as_recorded();
        assert_eq!(pairs(&trace), pairs(&recorded), "{lines:?}");
        found += usize::from(!trace.table().step_tags().is_empty());
        let program = of_trace(&trace);
        let mut of_process: HashMap<u32, Vec<&str>> = HashMap::new();
        for line in &lines {
            let mut words = line.split(' ');
            let (first, verb, third) = (words.next(), words.next(), words.next());
            let own = if verb == Some("recv") { third } else { first };
            of_process.entry(own.unwrap().parse().unwrap()).or_default().push(line);
        }
        for process in &program.analysis.processes {
            let symbols = process.recorded(process.nest.symbols());
            let written: Vec<&str> = match &process.elided {
                Some(elided) => elided.lines(symbols, &process.symbols).collect(),
                None => symbols.map(|symbol| process.symbols.text(symbol)).collect(),
            };
            assert_eq!(Some(&written), of_process.get(&process.process.0), "{lines:?}");
        }
    }
    assert!(found > 100, "{found}");
}
