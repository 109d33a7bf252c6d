//! Where the time of a trace goes: sums, waits and iterations, as a session finds them.

#![cfg(test)]

mod common;

use std::path::{Path, PathBuf};

use common::{file, files_under, iterations, of_ranks, open_path, opened, real_traces, repository, text, time};
use loopscope_core::clocks::{Clocks, Method};
use loopscope_core::matching::Matching;
use loopscope_core::waits::EagerLimit;
use loopscope_session::open::SourceFile;
use loopscope_session::wire::{
    IterationPlace, IterationRow, LoopTime, Reply, Request, TimeParts, TimeRequest, WaitReason,
};
use loopscope_session::Session;
use loopscope_testing::held;

fn rows(session: &Session, id: u32, process: Option<u32>) -> Vec<IterationRow> {
    let processes = process.into_iter().collect();
    let request = Request::Iterations { handle: 1, id, processes, from: 0.0, to: 1e9, columns: 4096 };
    held!(session.handle(&request),
        Reply::Iterations { tracks, .. } => tracks.into_iter().next().unwrap().rows)
}

/// Two processes: ten times the first computes 98 and sends for 2, the second receives and waits for it 40. In iteration 5 it
/// computes 500 longer.
fn messages() -> Vec<SourceFile> {
    let head = "start_ns,end_ns,call,peer,tag,bytes,matched\n";
    let mut tables = [head.to_owned() + "0,90,MPI_Init,,,,\n", head.to_owned() + "0,100,MPI_Init,,,,\n"];
    let mut now = 100;
    for round in 0..10 {
        now += 98 + if round == 5 { 500 } else { 0 };
        tables[0] += &format!("{now},{},MPI_Send,1,3,8,\n", now + 2);
        tables[1] += &format!("{},{},MPI_Recv,0,3,8,0:3:8\n", now - 40, now + 1);
        now += 2;
    }
    tables[0] += "1620,1700,MPI_Finalize,,,,\n";
    tables[1] += "1600,1700,MPI_Finalize,,,,\n";
    of_ranks(tables)
}

/// Eight and then five times a process sends 10 and the other receives, waiting for it; in between they meet once.
#[test]
fn a_loop_in_two_places_counts_once() {
    let head = "start_ns,end_ns,call,peer,tag,bytes,matched,comm\n";
    let mut tables = [head.to_owned(), head.to_owned()];
    for round in 0..14 {
        let now = 100 * round;
        let line = |process, call| match round {
            8 => format!("{},{},MPI_Barrier,,,,,0-1\n", now + 10 * process, now + 30),
            _ => format!("{},{},{call},\n", now + 90 - 40 * process, now + 100),
        };
        tables[0] += &line(0, "MPI_Send,1,3,8,");
        tables[1] += &line(1, "MPI_Recv,0,3,8,0:3:8");
    }
    let mut session = opened(of_ranks(tables));
    let summary = time(&mut session, TimeRequest::default());
    assert_eq!(summary.main, [1, 2]);
    let sentence = text(&summary.sentence);
    let places =
        "Both processes run the same loop in two places, L1 and L2, 13 times; it holds 92.9 % of the events and takes ";
    assert!(sentence.starts_with(places), "{sentence}");
    // Five rounds of waiting are less than eight, and both are named.
    let waits = "process 1 in L1 for 320 ns; process 1 in L2 for 200 ns. Followed back, 98.1 % of this waiting begins with process 0.";
    assert!(sentence.ends_with(waits), "{sentence}");
    // Whichever of them is asked for, the iterations of both are listed.
    let listed = [1, 2].map(|id| iterations(&mut session, id));
    assert_eq!(listed[0], listed[1]);
    let place = |id, from, end| IterationPlace { id, from, end, first: 0.0 };
    assert_eq!(listed[0].places, [place(1, 0.0, 8.0), place(2, 8.0, 13.0)]);
    let said = text(&listed[0].sentence);
    assert!(said.starts_with("13 iterations, in L1 and L2, all with the same 2 events"), "{said}");
    assert!(said.ends_with("One is unusually short: number 8 (8 in L1) takes 60 ns."), "{said}");
    assert!(listed[0].words.contains("; 13 times ("), "{}", listed[0].words);
    let starts: Vec<f64> = rows(&session, 1, Some(0)).iter().map(|row| row.start).collect();
    assert_eq!((starts.len(), starts[8] - starts[7]), (13, 200.0));
}

/// The second process waits from iteration to iteration; where it waits long, its partner computed long in the iteration before.
#[test]
fn a_long_wait_names_who_computed_long_before() {
    let head = "start_ns,end_ns,call,peer,tag,bytes,matched\n";
    let mut tables = [head.to_owned(), head.to_owned()];
    let mut now = 0;
    for round in 0..40 {
        let before = now;
        now += 100 + if round == 20 { 500 } else { 0 };
        tables[0] += &format!("{},{now},MPI_Send,1,3,8,\n", now - 2);
        tables[1] += &format!("{},{now},MPI_Recv,0,3,8,0:3:8\n", before + 30);
    }
    let mut session = opened(of_ranks(tables));
    let outliers = iterations(&mut session, 1).outliers;
    let said: Vec<_> = outliers.iter().map(|it| (it.index, it.process, &it.cause[..])).collect();
    let first = "500 ns longer than usual there: it computes 500 ns longer";
    let second =
        "500 ns longer than usual there: it waits, after process 0 computed 500 ns longer in the iteration before";
    assert_eq!(said, [(19.0, 0, first), (20.0, 1, second)]);
}

#[test]
fn waits_and_loops_of_a_small_program() {
    let mut session = opened(messages());
    let summary = time(&mut session, TimeRequest::default());
    // From 100, when the last leaves Init, to 1620, when the last enters Finalize.
    assert_eq!((summary.run, summary.whole), (1520.0, false));
    for process in &summary.processes {
        let parts = process.parts;
        assert_eq!((process.run, parts.compute + parts.calls + parts.wait), (1520.0, 1520.0));
    }
    let [outside, main] = summary.loops.as_slice() else { panic!("{:?}", summary.loops) };
    assert_eq!((main.id, main.count, main.processes.as_str()), (1, 10.0, "0,1"));
    let own: Vec<f64> =
        outside.cells.iter().chain(&main.cells).map(|it| it.own.compute + it.own.calls + it.own.wait).collect();
    assert_eq!((own[0] + own[2], own[1] + own[3]), (1520.0, 1520.0));
    let waits = main.cells[1].waits_for.unwrap();
    assert_eq!((waits.process, waits.reason), (0, WaitReason::LateSender));
    assert_eq!((waits.time, waits.count, main.cells[1].own.wait), (400.0, 10.0, 400.0));
    assert_eq!(main.cells[0].waits_for, None);
    assert!(text(&summary.sentence)
        .starts_with("Both processes run the loop L1 10 times; it holds 100 % of the events and takes "));

    let list = iterations(&mut session, 1);
    assert_eq!((list.iterations, list.outlier_count, list.median), (10.0, 1.0, 100.0));
    assert_eq!(
        list.words,
        "For example, process 0 sends to r+1; computes 138 ns between; 10 times (r: its own number)."
    );
    assert!(
        text(&list.sentence).contains("; in each, all processes together send 8 B in messages."),
        "{:?}",
        list.sentence
    );
    // The send of iteration 4 is 600 before that of iteration 5.
    let outlier = &list.outliers[0];
    assert_eq!((outlier.index, outlier.period, outlier.process), (4.0, 600.0, 0));
    let of_first = rows(&session, 1, Some(0));
    assert_eq!(of_first.iter().map(|row| row.bytes).sum::<f64>(), 80.0);
    let total = |row: &IterationRow| row.compute + row.calls + row.wait;
    // From the first send to the end of the last, and cut where iterations begin.
    assert!(of_first.iter().all(|row| total(row) == row.period), "{of_first:?}");
    assert_eq!(of_first.iter().map(total).sum::<f64>(), 1402.0);
    // Of both processes together the longest; all else are means.
    let of_both = rows(&session, 1, None)[4];
    let of_second = rows(&session, 1, Some(1))[4];
    assert_eq!((of_both.period, of_both.process), (600.0, 0));
    assert_eq!(of_both.wait, (of_first[4].wait + of_second.wait) / 2.0);
    // Process 1 waits for process 0, 400 in ten times, for a late sender, in L1.
    assert_eq!(summary.waits, [1.0, 0.0, 400.0, 10.0, 0.0, 1.0]);
    assert_eq!((summary.before, summary.after, summary.clocks.shift), (78.0, 20.0, 0.0));
}

#[test]
fn a_trace_without_times_has_bytes_and_events() {
    let body = ["0 send 1 7\n", "0 recv 1 7\n"];
    let files = body.iter().enumerate();
    let files = files.map(|(rank, body)| file(&format!("rank-{rank}.trace"), body.repeat(10)));
    let mut session = opened(files.collect());
    let list = iterations(&mut session, 1);
    assert_eq!((list.timed, list.iterations, list.outlier_count), (false, 10.0, 0.0));
    assert_eq!(rows(&session, 1, Some(0))[3].events, 1.0);
    let summary = time(&mut session, TimeRequest::default());
    assert_eq!((text(&summary.sentence).as_str(), summary.run), ("The trace has no times.", 0.0));
}

#[test]
fn clocks_that_cannot_be_set_right_show_nothing_across_processes() {
    // The second clock is 10,000 behind.
    let mut files = messages();
    files.truncate(1);
    let mut table = "start_ns,end_ns,call,peer,tag,bytes,matched\n0,100,MPI_Init,,,,\n".to_owned();
    let mut now = 100;
    for round in 0..10 {
        now += 98 + if round == 5 { 500 } else { 0 };
        table += &format!("{},{},MPI_Recv,0,3,8,0:3:8\n", now - 95, now - 94);
        now += 2;
    }
    table += "1600,1700,MPI_Finalize,,,,\n";
    files.push(file("rank-1.csv", table));
    let mut session = opened(files);
    let as_recorded = TimeRequest { as_recorded: true, ..TimeRequest::default() };
    let recorded = time(&mut session, as_recorded);
    assert!(recorded.clocks.disagree && !recorded.clocks.comparable, "{:?}", recorded.clocks);
    assert!(recorded.processes.iter().all(|process| process.parts.wait == 0.0));
    let corrected = time(&mut session, TimeRequest::default());
    assert!(corrected.clocks.corrected && corrected.clocks.comparable, "{:?}", corrected.clocks);
}

/// What was found by other means for the loop L1 on process 0 of a run: its iterations, and the sums over them of
/// - the time from the first event of each to the end of its last one,
/// - the time in the calls of the loop, where a post counts with the event that it is for: a recursion over the model and a scan of all
///   columns,
/// - the time in calls between the first event of each iteration and the end of its last one, by looking at each call: BT posts its
///   first receives before the first event,
/// - bytes.
const MEASURED: [(&str, usize, [f64; 4]); 2] = [
    ("npb-lu.A.4", 249, [147_906_605_251.0, 141_251_113_424.0, 141_251_113_424.0, 119_878_560.0]),
    ("npb-bt.W.4", 200, [9_814_550_371.0, 9_316_692_641.0, 9_316_690_652.0, 42_216_000.0]),
];

/// Checks that the loops of each process, and what is in none, add up to its run, and those inside a loop to the loop.
fn check_sums(name: &str, files: &dyn Fn() -> Vec<SourceFile>) {
    for whole in [false, true] {
        let mut session = opened(files());
        let summary = time(&mut session, TimeRequest { whole, ..TimeRequest::default() });
        let sum = |parts: TimeParts| parts.compute + parts.calls + parts.wait;
        for process in &summary.processes {
            let of = |it: &LoopTime| {
                let cell = it.cells.iter().find(|cell| cell.process == process.process);
                cell.map_or((0.0, 0.0), |cell| (sum(cell.own), sum(cell.total)))
            };
            let own: f64 = summary.loops.iter().map(|it| of(it).0).sum();
            assert_eq!(own, process.run, "{name}, process {}", process.process);
            assert_eq!(sum(process.parts), process.run, "{name}, process {}", process.process);
            for around in &summary.loops {
                let inside = summary.loops.iter().filter(|it| it.parent == around.id && it.id > 0);
                let inside: f64 = inside.map(|it| of(it).1).sum();
                let (own, total) = of(around);
                assert!(own + inside == total, "{name}, L{}: {own} {inside} {total}", around.id);
            }
        }
    }
}

#[test]
fn loops_add_up_to_the_run() {
    check_sums("messages", &messages);
    let real = real_traces().into_iter().flat_map(|folder| files_under(&folder));
    let fixtures = files_under(&repository().join("tests/fixtures/otf2/eztrace-2.0/same-programs"));
    for path in real.chain(fixtures) {
        let name = path.display().to_string();
        if name.ends_with("timed.tar.zst") || name.ends_with("otf2.tar.zst") {
            check_sums(&name, &|| vec![file("t.tar.zst", std::fs::read(&path).unwrap())]);
        }
    }
}

#[test]
fn calls_of_operations_are_found_in_any_spelling() {
    let folder = repository().join("tests/fixtures/otf2/eztrace-2.0/same-programs");
    let is_lu = |path: &PathBuf| path.to_string_lossy().ends_with("lu.S.4-otf2.tar.gz");
    let path = files_under(&folder).into_iter().find(is_lu).unwrap();
    let mut session = opened(vec![file("lu.tar.gz", std::fs::read(path).unwrap())]);
    let summary = time(&mut session, TimeRequest::default());
    // The program calls `mpi_bcast_`; the operation is `MPI_Bcast`.
    let at = summary.collective_names.iter().position(|name| name == "MPI_Bcast").unwrap();
    let [calls, bytes, ..] = summary.collective_times[4 * at..] else { panic!("{summary:?}") };
    assert!(calls >= 4.0 && bytes > 0.0, "{calls} {bytes}");
}

/// A session that has opened a real run.
fn opened_timed(folder: &Path, name: &str) -> Session {
    let packed = std::fs::read(folder.join(name).join("timed.tar.zst")).unwrap();
    opened(vec![file("timed.tar.zst", packed)])
}

#[test]
fn sums_of_iterations_of_real_runs() {
    let Some(folder) = real_traces() else { return };
    for (name, count, [duration, calls, calls_between, bytes]) in MEASURED {
        let mut session = opened_timed(&folder, name);
        let summary = time(&mut session, TimeRequest::default());
        let of_loop = summary.loops.iter().find(|it| it.id == 1).unwrap();
        let of_first = of_loop.cells.iter().find(|cell| cell.process == 0).unwrap().total;
        assert_eq!(of_first.calls + of_first.wait, calls, "{name}");
        iterations(&mut session, 1);
        let rows = rows(&session, 1, Some(0));
        let sum = |of: fn(&IterationRow) -> f64| rows.iter().map(of).sum::<f64>();
        assert_eq!(rows.len(), count, "{name}");
        assert_eq!(sum(|row| row.end - row.start), duration, "{name}");
        assert_eq!(sum(|row| row.calls + row.wait), calls_between, "{name}");
        assert_eq!(sum(|row| row.bytes), bytes, "{name}");
    }
}

/// Loops of real runs, how many iterations they have, and how many of them stand out.
const OUTLIERS: [(&str, u32, usize, usize); 8] = [
    ("npb-lu.S.4", 1, 49, 1),
    ("npb-bt.S.4", 1, 60, 1),
    ("npb-sp.S.4", 1, 100, 4),
    ("npb-bt.W.4", 1, 200, 0),
    ("lulesh-s8-i100.8", 1, 99, 0),
    ("npb-lu.A.4", 1, 249, 15),
    ("npb-lu.S.4", 2, 490, 91),
    ("npb-cg.A.16", 2, 390, 32),
];

#[test]
fn outliers_of_real_runs() {
    let Some(folder) = real_traces() else { return };
    for (name, id, count, outliers) in OUTLIERS {
        let mut session = opened_timed(&folder, name);
        let list = iterations(&mut session, id);
        assert_eq!(list.iterations, count as f64, "{name} L{id}");
        assert_eq!(list.outlier_count, outliers as f64, "{name} L{id}");
    }
}

/// One process with two loops in each other: each inner iteration is longer than the one before, and one is four times as long
/// as usual.
#[test]
fn iterations_of_inner_loops_are_compared_with_those_of_their_number() {
    let mut table = "start_ns,end_ns,call\n".to_owned();
    let mut now = 0;
    for round in 0..12 {
        for inner in 1..=5 {
            now += 1_000 * inner * if (round, inner) == (7, 2) { 4 } else { 1 };
            table += &format!("{now},{},work\n", now + 10);
        }
        now += 1_000;
        table += &format!("{now},{},done\n", now + 10);
    }
    let mut session = opened(vec![file("rank-0.csv", table)]);
    let list = iterations(&mut session, 2);
    assert_eq!((list.count, list.entered, list.outlier_count), (5.0, 12.0, 1.0));
    // The first call of an iteration comes after its gap, so the longer gap is of the one before.
    assert_eq!(list.outliers[0].index, 35.0);
    assert!(list.rule.contains("all of logarithms"), "{}", list.rule);
    assert!(!iterations(&mut session, 1).rule.contains("logarithms"));
}

/// Of real runs the largest size that is proved not to wait for its receive, where a prototype had found one, and the smallest that
/// waits.
const LIMITS: [(&str, Option<u32>, Option<u32>); 6] = [
    ("npb-mg.B.16", Some(2592), Some(4096)),
    ("npb-cg.A.16", Some(16), Some(28_000)),
    ("npb-lu.A.4", Some(1240), Some(163_840)),
    ("npb-bt.S.4", None, Some(1960)),
    ("lulesh-s8-i100.8", Some(3888), None),
    ("miniFE-16.8", None, None),
];

#[test]
fn sizes_from_which_sends_of_real_runs_wait() {
    let Some(folder) = real_traces() else { return };
    for (name, eager, synchronous) in LIMITS {
        let trace = open_path(&folder.join(name).join("timed.tar.zst"));
        let matching = Matching::new(&trace);
        assert_eq!((matching.unmatched, matching.resized), (0, 0), "{name}");
        let clocks = Clocks::of(&trace, &matching, Method::Logical);
        let limit = EagerLimit::new(&matching, &clocks);
        println!("{name}: {limit:?}");
        assert_eq!(limit.synchronous, synchronous, "{name}");
        assert!(eager.is_none() || limit.eager == eager, "{name}: {limit:?}");
    }
}

#[test]
fn iterations_that_grow_or_shrink_are_said_to() {
    let said = |lasts: &dyn Fn(u64) -> u64| {
        let mut at = 0;
        let mut table = "process,call,start_ns,end_ns,group,bytes\n".to_owned();
        for step in 0..20 {
            table += &format!("0,MPI_Barrier,{at},{},0,8\n", at + 10);
            at += lasts(step);
        }
        table += &format!("0,MPI_Finalize,{at},{at},,\n");
        let mut session = common::opened(common::of_ranks([table]));
        let known = common::iterations(&mut session, 1);
        assert!(common::text(&known.sentence).contains(&known.trend));
        known.trend
    };
    assert_eq!(
        said(&|step| 1000 + 20 * step),
        "they get longer from first to last, 1.00 µs to 1.38 µs: all compute 380 ns longer"
    );
    assert!(said(&|step| 2000 - 40 * step).starts_with("they get shorter from first to last, "));
    assert_eq!(said(&|step| 1000 + 2 * step), "");
    assert_eq!(said(&|step| 1000 + 500 * (step % 3)), "");
}

#[test]
fn who_enters_a_place_of_the_main_loop_late_is_why_its_first_iteration_is_long() {
    let table = |late: u64, rank: u64| {
        let (mut at, mut table) = (0, "process,call,start_ns,end_ns,group,bytes\n".to_owned());
        let mut call = |name: &str, gap: u64, lasts: u64| {
            at += gap;
            table += &format!("{rank},{name},{at},{},0-1,8\n", at + lasts);
            at += lasts;
        };
        for entry in 0..2 {
            for step in 0..8 {
                let first = entry == 1 && step == 0;
                // Before the second entry process 0 writes: process 1 waits for it.
                let (gap, lasts) = match (first, rank) {
                    (true, 0) => (1_000 + late, 100),
                    (true, _) => (1_000, 100 + late),
                    (false, _) => (1_000, 100),
                };
                call("MPI_Barrier", gap, lasts);
                call("MPI_Allreduce", 1_000, 100);
            }
            call(["MPI_Scan", "MPI_Exscan"][entry], 0, 100);
        }
        table + &format!("{rank},MPI_Finalize,{at},{at},,\n")
    };
    let mut session = common::opened(common::of_ranks([table(5_000, 0), table(5_000, 1)]));
    let known = common::iterations(&mut session, 1);
    assert_eq!(known.places.len(), 2, "{:?}", known.places);
    let [worst] = known.outliers.as_slice() else { panic!("{:?}", known.outliers) };
    assert_eq!((worst.index, worst.process), (8.0, 1));
    let id = known.places[1].id;
    assert_eq!(
        worst.cause,
        format!("5.00 µs longer than usual there: it waits, as process 0 enters L{id} 5.00 µs later")
    );
}
