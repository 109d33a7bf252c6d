use loopscope_testing::programs::{self, Lines};
use loopscope_testing::varying::{answers, batches, farm, rounds, Between};
use loopscope_testing::Random;

use super::turns::{turns, HubEvent};
use super::{any_partner, naive, split, text, AnyPartner, Split, Which};
use crate::nest::{optimal, Nest, Stats};
use crate::symbols::{Symbol, SymbolString, SymbolTable};
use crate::system::{merge, Local, LoopForm};
use crate::trace::ProcessId;

fn read(lines: &[String]) -> SymbolString {
    let (string, texts) = programs::symbols(lines);
    let table = SymbolTable::new(texts.into_iter().map(Box::from).collect());
    SymbolString { symbols: string.into_iter().map(Symbol).collect(), table }
}

/// The process with any partner, after it was checked that it gives the recorded lines again.
fn any(lines: &[String]) -> Option<AnyPartner> {
    let any = any_partner(&read(lines))?;
    let nest = optimal(&any.string.symbols).unwrap();
    assert!(any.peers.fits(&nest, &any.string.table));
    assert!(any.peers.lines(nest.symbols(), &any.string.table).eq(lines.iter().cloned()));
    Some(any)
}

struct Program {
    nests: Vec<(ProcessId, Nest, SymbolTable)>,
}

impl Program {
    fn new(lines: &Lines) -> Self {
        let nests = lines.iter().map(|(&process, own)| {
            let string = read(own);
            (ProcessId(process), optimal(&string.symbols).unwrap(), string.table)
        });
        Self { nests: nests.collect() }
    }

    fn locals(&self) -> Vec<Local<'_>> {
        let each = self.nests.iter();
        each.map(|(process, nest, symbols)| Local { process: *process, nest, symbols }).collect()
    }
}

/// The split of a program, after it was checked that it gives the recorded lines of all processes again.
fn checked(lines: &Lines, which: Which) -> Option<Split> {
    let program = Program::new(lines);
    let split = split(LoopForm::Canonical, &program.locals(), which)?;
    for (&process, own) in lines {
        assert_eq!(&split.lines(ProcessId(process)), own, "process {process}");
    }
    assert_eq!(split.events().1, lines.values().map(Vec::len).sum::<usize>() as u64);
    Some(split)
}

fn written(split: &Split) -> (String, u64) {
    let mut out = String::new();
    let shown = text::write(&mut out, split).unwrap();
    assert_eq!(out.matches("for ").count(), out.matches("done\n").count());
    (out, shown)
}

#[test]
fn a_master_of_63_is_ten_items_and_nine_constructs() {
    let lines = farm(64, 2000, Some(1));
    let any = any(&lines[&0]).unwrap();
    let nest = optimal(&any.string.symbols).unwrap();
    let stats = Stats::new(&nest);
    assert_eq!((stats.total, stats.main_loop.unwrap().count), (10, 1937));
    assert_eq!(any.peers.figures(), (63, 2063));

    let split = checked(&lines, Which::Auto).unwrap();
    assert_eq!(split.model().len(), 443);
    assert_eq!(split.merged.problems, []);
    let (inside, all) = split.events();
    assert_eq!((inside, all), (8000, 8254));
    assert_eq!(split.turns[0].which.len(), 2063);
    let row = split.main_row().unwrap();
    assert_eq!((row.workers, row.times), (63, 2000));
    let (text, shown) = written(&split);
    assert_eq!(shown, 9, "{text}");
    let (least, most) = row.counts;
    let header = format!(
        "for i0 = 0 to ?              # 1 {{0, p of 1-63}}: 0 with one p at a time; each {least} to {most} times, 2,000 in all"
    );
    assert!(text.contains(&header), "{text}");
    assert!(text.contains("\n0 send p 3                   # p of 1-63\n"), "{text}");
    // As recorded there is no loop.
    let exact = merge(&Program::new(&lines).locals()).unwrap().model;
    assert_eq!((exact.len(), exact.coverage()), (8128, 0.0));
}

#[test]
fn a_master_of_four_whose_loops_of_chance_hold_two_thirds_is_a_hub() {
    // Whose results came, in a run of 90 tasks of about the same length.
    let order = "234234123123142314314324132132134213213214321321324132132132413413412314314321432432413214";
    let mut lines: Lines = (0..5).map(|process| (process, Vec::new())).collect();
    let first = (1..5).map(|worker| (worker, false));
    let next = order.bytes().map(|digit| (u32::from(digit - b'0'), true));
    for (worker, answers) in first.chain(next) {
        if answers {
            lines.get_mut(&worker).unwrap().push(format!("{worker} send 0 2"));
            lines.get_mut(&0).unwrap().push(format!("{worker} recv 0 2"));
        }
        lines.get_mut(&0).unwrap().push(format!("0 send {worker} 1"));
        lines.get_mut(&worker).unwrap().push(format!("0 recv {worker} 1"));
    }
    let nest = optimal(&read(&lines[&0]).symbols).unwrap();
    let chance = Stats::new(&nest);
    assert!((0.6..0.75).contains(&chance.coverage), "{}", chance.coverage);
    let row = checked(&lines, Which::Auto).unwrap().main_row().unwrap();
    assert_eq!((row.workers, row.times), (4, order.len() as u64));
    assert!(any(&lines[&0]).is_some());
}

#[test]
fn results_taken_in_batches_have_loops_by_worker() {
    let lines = batches(16, 500, 3);
    let split = checked(&lines, Which::Auto).unwrap();
    let (inside, all) = split.events();
    assert!(inside as f64 >= 0.96 * all as f64, "{inside} of {all}");
    assert_eq!(written(&split).1, 7);
    // Each event has its turn.
    assert_eq!(split.turns[0].which.len(), 1000 + 15);
}

#[test]
fn a_grid_that_answers_in_order_of_arrival_is_one_loop() {
    let lines = answers(4, 80, 5);
    let split = checked(&lines, Which::Auto).unwrap();
    assert_eq!((split.turns.len(), split.model().len()), (16, 194));
    assert_eq!(split.events().0, split.events().1);
    let row = split.main_row().unwrap();
    assert_eq!((row.workers, row.counts, row.share), (1, (80, 80), 1.0));
}

#[test]
fn what_repeats_as_it_is_has_no_hub() {
    let deterministic = [farm(8, 400, None), rounds(8, 20, Between::Broadcast, None)];
    for lines in deterministic {
        let program = Program::new(&lines);
        assert!(split(LoopForm::Canonical, &program.locals(), Which::Auto).is_none());
    }
    // A gather that comes once is no farm.
    let once: Vec<String> = (1..9).map(|source| format!("{source} recv 0 1")).collect();
    assert_eq!(any(&once), None);
    // Nor is a master of two.
    assert_eq!(any(&farm(3, 100, Some(1))[&0]), None);
}

/// Lines of process 0 at random, with few partners and tags so that all cases come.
fn random_lines(random: &mut Random) -> Vec<String> {
    let length = 4 + random.index(40);
    let mut last = 1;
    let lines = (0..length).map(|_| {
        let (peer, tag) = (1 + random.index(4), random.index(2));
        match random.below(8) {
            0 => "0 sync MPI_Barrier 0-4".to_owned(),
            1 => format!("0 send {peer} {tag}"),
            2 => format!("{} recv 0 7", 1 + random.index(2)),
            3..=4 => format!("0 send {last} 5"),
            _ => {
                last = peer;
                format!("{peer} recv 0 {tag}")
            }
        }
    });
    lines.collect()
}

#[test]
fn random_lines_are_those_of_the_slow_twin_and_come_back() {
    let mut random = Random::new(21);
    let mut found = 0;
    for _ in 0..5000 {
        let lines = random_lines(&mut random);
        let fast = any(&lines);
        let slow = naive::any_partner(&lines);
        assert_eq!(fast.is_some(), slow.is_some(), "{lines:?}");
        let (Some(fast), Some((written, peers))) = (fast, slow) else { continue };
        found += 1;
        let texts = fast.string.symbols.iter().map(|&symbol| fast.string.table.text(symbol));
        assert!(texts.eq(written.iter().map(String::as_str)), "{lines:?}\n{written:?}");
        let list: Vec<String> = fast.peers.list.symbols().map(|peer| peer.0.to_string()).collect();
        assert_eq!(list, peers);
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn random_turns_are_those_of_the_slow_twin() {
    let mut random = Random::new(22);
    for _ in 0..5000 {
        let events: Vec<Option<(u32, u32)>> = (0..random.index(20))
            .map(|_| {
                let with = (random.below(3) as u32, random.below(3) as u32);
                (random.below(6) > 0).then_some(with)
            })
            .collect();
        let read: Vec<HubEvent> = events
            .iter()
            .map(|event| match event {
                Some((partner, key)) => HubEvent::With { partner: *partner, key: *key },
                None => HubEvent::Sync,
            })
            .collect();
        let (list, _) = turns(&read, 3);
        let with = events.iter().flatten();
        let slow: Vec<Symbol> = with
            .zip(naive::needs_turn(&events))
            .filter(|(_, needs)| *needs)
            .map(|((partner, _), _)| Symbol(*partner))
            .collect();
        assert_eq!(list, slow, "{events:?}");
    }
}

/// A random program that runs to its end: messages that are received now or later, and barriers when none is in flight.
fn random_program(random: &mut Random) -> Lines {
    let processes = 2 + random.index(5) as u32;
    let mut lines: Lines = (0..processes).map(|p| (p, Vec::new())).collect();
    let mut in_flight: Vec<String> = Vec::new();
    for _ in 0..20 + random.index(60) {
        let (src, dst) = (random.index(processes as usize), random.index(processes as usize));
        match random.below(8) {
            0 => {
                for (p, own) in &mut lines {
                    own.push(format!("{p} sync MPI_Barrier 0-{}", processes - 1));
                }
            }
            1..=4 => {
                let (src, dst) = (if random.below(2) == 0 { 0 } else { src }, dst);
                lines.entry(src as u32).or_default().push(format!("{src} send {dst} 1"));
                in_flight.push(format!("{src} recv {dst} 1"));
            }
            _ if in_flight.is_empty() => {}
            _ => {
                // The first of its channel, for messages do not pass each other.
                let line = in_flight[random.index(in_flight.len())].clone();
                let at = in_flight.iter().position(|other| *other == line).unwrap();
                let line = in_flight.remove(at);
                let dst: u32 = line.split(' ').nth(2).unwrap().parse().unwrap();
                lines.entry(dst).or_default().push(line);
            }
        }
    }
    lines
}

#[test]
fn random_programs_come_back_from_their_split() {
    let mut random = Random::new(23);
    let mut found = 0;
    for _ in 0..3000 {
        let lines = random_program(&mut random);
        if let Some(split) = checked(&lines, Which::All) {
            written(&split);
            found += 1;
        }
    }
    assert!(found > 1000, "{found}");
}
