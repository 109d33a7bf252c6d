use loopscope_testing::programs::Lines;
use loopscope_testing::varying::{farm, rounds, shuffle, Arrival, Between, Exchange};
use loopscope_testing::{programs, Random};

use super::naive::{self, Event};
use super::{arrange, Recorded, Roles};
use crate::nest::{optimal, Stats};
use crate::symbols::{Symbol, SymbolTable};

fn read(lines: &[String]) -> (Vec<Symbol>, Roles) {
    let (string, texts) = programs::symbols(lines);
    let table = SymbolTable::new(texts.into_iter().map(Box::from).collect());
    (string.into_iter().map(Symbol).collect(), Roles::new(&table))
}

/// The string as written, after it was checked against the naive rule and taken back.
fn written(lines: &[String]) -> Vec<Symbol> {
    let (string, roles) = read(lines);
    let Some(arranged) = arrange(&string, &roles) else {
        assert_eq!(naive::arranged(&string, &roles), string);
        return string;
    };
    assert_eq!(arranged.string, naive::arranged(&string, &roles));
    let back = Recorded::new(arranged.string.iter().copied(), roles.clone(), &arranged.orders);
    assert!(back.eq(string));
    arranged.string
}

/// All items of the nests of a program, and the counts of its main loops.
fn figures(lines: &Lines, as_written: bool) -> (u64, Vec<u64>) {
    let mut items = 0;
    let mut counts = Vec::new();
    for own in lines.values() {
        let string = if as_written { written(own) } else { read(own).0 };
        let stats = Stats::new(&optimal(&string).unwrap());
        items += stats.total;
        counts.extend(stats.main_loop.map(|main| main.count));
    }
    (items, counts)
}

#[test]
fn exchanges_with_whoever_comes_first_are_those_in_turn() {
    let grid = Exchange::on_grid(4);
    let torus = Exchange { is_torus: true, ..grid };
    let delayed = Exchange { reduce_every: 5, has_ends: false, ..grid };
    let cases = [
        (grid, Arrival::Uniform, 176),
        (grid, Arrival::Swapped { percent: 10 }, 176),
        (torus, Arrival::Uniform, 208),
        (Exchange::on_grid(8), Arrival::Uniform, 768),
        (delayed, Arrival::Delayed { percent: 2 }, 144),
        (delayed, Arrival::Delayed { percent: 50 }, 144),
    ];
    for (exchange, arrival, items) in cases {
        let twin = figures(&exchange.program(Arrival::Posted, 1), true);
        assert_eq!(twin.0, items, "{exchange:?}");
        let program = exchange.program(arrival, 1);
        assert!(figures(&program, false).0 > 4 * items, "{exchange:?} {arrival:?}");
        assert_eq!(figures(&program, true), twin, "{exchange:?} {arrival:?}");
    }
}

#[test]
fn an_exchange_with_a_branch_is_that_in_turn() {
    let exchange = Exchange { branch_percent: 20, ..Exchange::on_grid(4) };
    let twin = figures(&exchange.program(Arrival::Posted, 1), true);
    assert_eq!(figures(&exchange.program(Arrival::Uniform, 1), true), twin);
}

#[test]
fn rounds_from_any_source_are_those_in_turn() {
    for (between, items) in [(Between::Broadcast, 94), (Between::Nothing, 78), (Between::Stragglers, 78)] {
        let twin = figures(&rounds(16, 100, between, None), true);
        assert_eq!((twin.0, twin.1[0]), (items, 100), "{between:?}");
        let program = rounds(16, 100, between, Some(3));
        assert_eq!(figures(&program, true), twin, "{between:?}");
    }
}

#[test]
fn programs_that_follow_a_rule_stay_as_recorded() {
    let run = |order: &str| -> Vec<String> {
        let receives = order.bytes().map(|source| format!("{} recv 0 1", source - b'0'));
        receives.chain(["0 send 1 1".to_owned()]).collect()
    };
    let times =
        |orders: &[&str], count| -> Vec<String> { vec![orders; count].concat().into_iter().flat_map(run).collect() };
    let alternates = times(&["123", "321"], 40);
    let phases = [times(&["123"], 40), times(&["231"], 40)].concat();
    let in_turn = times(&["123", "231", "312"], 20);
    let rounds: Vec<String> = run("213213213213213213");
    for lines in [alternates, phases, in_turn, rounds] {
        assert_eq!(written(&lines), read(&lines).0);
    }
    // One other order in eighty is none.
    let once = [times(&["123"], 37), run("213"), times(&["123"], 42)].concat();
    assert_eq!(written(&once), read(&times(&["123"], 80)).0);
    // A master that answers at once has no runs.
    let own = &farm(64, 2000, Some(1))[&0];
    assert_eq!(written(own), read(own).0);
}

#[test]
fn waits_between_receives_stay_where_they_are() {
    let call = |words: &str| format!("0 local {words} MPI_Waitany");
    let step = |order: [u32; 2]| -> Vec<String> {
        let each = order.map(|source| [call("call"), format!("{source} recv 0 1"), call("return")]);
        [each.concat(), vec!["0 sync MPI_Barrier 0-2".to_owned()]].concat()
    };
    let mut random = Random::new(5);
    let orders = (0..60).map(|_| if random.below(3) == 0 { [2, 1] } else { [1, 2] });
    let lines: Vec<String> = orders.flat_map(step).collect();
    let string = written(&lines);
    assert_eq!(Stats::new(&optimal(&string).unwrap()).total, 8);
}

/// Random programs that run to their end: each step is a local event, or a message that is received now or later.
fn random_program(random: &mut Random) -> Vec<Vec<Event>> {
    let width = 2 + random.index(3);
    let mut events = vec![Vec::new(); width];
    let mut in_flight: Vec<(usize, usize)> = Vec::new();
    for _ in 0..12 + random.index(30) {
        let (from, to) = (random.index(width), random.index(width));
        match random.below(5) {
            0 => events[from].push(Event::Other),
            1 | 2 => {
                events[from].push(Event::Send { to });
                in_flight.push((from, to));
            }
            // All that is on its way to a process, in any order: a run.
            _ => {
                let mut own: Vec<_> = in_flight.iter().copied().filter(|it| it.1 == to).collect();
                in_flight.retain(|it| it.1 != to);
                shuffle(&mut own, random);
                events[to].extend(own.into_iter().map(|(from, _)| Event::Receive { from }));
            }
        }
    }
    events
}

fn lines_of(process: usize, events: &[Event]) -> Vec<String> {
    let line = |event: &Event| match event {
        Event::Send { to } => format!("{process} send {to} 1"),
        Event::Receive { from } => format!("{from} recv {process} 1"),
        Event::Other => format!("{process} local work"),
    };
    events.iter().map(line).collect()
}

#[test]
fn another_order_within_runs_leaves_causality_as_it_was() {
    let mut changed = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let program = random_program(&mut random);
        let mut permuted = program.clone();
        for own in &mut permuted {
            let is_receive = |event: &Event| matches!(event, Event::Receive { .. });
            own.chunk_by_mut(|a, b| is_receive(a) == is_receive(b))
                .filter(|stretch| is_receive(&stretch[0]))
                .for_each(|stretch| shuffle(stretch, &mut random));
        }
        changed += u32::from(permuted != program);
        assert_eq!(naive::before(&program), naive::before(&permuted), "{seed}");
        for (process, own) in program.iter().enumerate() {
            written(&lines_of(process, own));
        }
    }
    assert!(changed > 0);
}

#[test]
fn the_fast_rule_is_the_naive_one() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let sources = 2 + random.index(3);
        let mut lines = Vec::new();
        for _ in 0..random.index(40) {
            let mut round: Vec<usize> = (1..=sources).collect();
            if random.below(3) == 0 {
                round.truncate(2);
            }
            let mut run = round.repeat(1 + random.index(3));
            match seed % 3 {
                0 => shuffle(&mut run, &mut random),
                1 if random.below(10) == 0 => shuffle(&mut run, &mut random),
                _ => {}
            }
            for source in run {
                lines.push(format!("{source} recv 0 {}", 1 + source % 2));
                if random.below(8) == 0 {
                    lines.push("0 local call MPI_Wait".to_owned());
                }
            }
            match random.below(4) {
                0 => lines.push("0 local work".to_owned()),
                1 => {}
                _ => lines.push("0 send 1 1".to_owned()),
            }
        }
        written(&lines);
    }
}

/// Long stretches that repeat are passed over, and what differs once is found behind them.
#[test]
fn a_single_change_in_a_long_loop_is_found() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut body = Vec::new();
        for _ in 0..=random.index(4) {
            for source in 1..2 + random.index(4) {
                body.push(format!("{source} recv 0 1"));
            }
            body.push(["0 send 1 1", "0 local work", "0 send 2 1"][random.index(3)].to_owned());
        }
        let times = 3 + random.index(40);
        let mut lines: Vec<String> = (0..times).flat_map(|_| body.clone()).collect();
        if random.below(3) > 0 {
            let at = random.index(lines.len() - 1);
            lines.swap(at, at + 1);
        }
        if random.below(3) == 0 {
            lines.insert(random.index(lines.len()), "0 local other".to_owned());
        }
        written(&lines);
    }
}
