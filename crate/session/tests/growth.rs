//! What four times the processes cost: four times as much, and not sixteen times.
//!
//! Work is counted and never timed: bytes and blocks that are asked of the allocator. A loop over all processes for
//! each of them nearly always makes or copies something; where it only looks, `crate/core/src` counts its steps itself.

#![cfg(test)]

mod common;

use common::*;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use loopscope_session::tasks::model::{self, Selection};
use loopscope_session::{export, view};
use loopscope_testing::session::model as start_model;
use loopscope_testing::CountingAllocator;

/// The counters are for one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Steps by name, each with the bytes and blocks that it asked for.
type Costs = Vec<(&'static str, u64, u64)>;

fn counted<T>(costs: &mut Costs, name: &'static str, run: impl FnOnce() -> T) -> T {
    let before = (ALLOCATOR.requested_bytes(), ALLOCATOR.requested_blocks());
    let result = run();
    costs.push((name, ALLOCATOR.requested_bytes() - before.0, ALLOCATOR.requested_blocks() - before.1));
    result
}

/// A ring with a collective of all processes: what each does.
fn lines(own: u32, processes: u32, collectives: bool) -> String {
    let (left, right) = ((own + processes - 1) % processes, (own + 1) % processes);
    let mut text = format!("{own} send {right} 7\n{left} recv {own} 7\n");
    if collectives {
        let last = processes - 1;
        let _ = write!(text, "{own} sync MPI_Barrier 0-{last}\n{own} sync MPI_Bcast 0-{last}\n");
    }
    text
}

fn one_file(processes: u32, collectives: bool) -> Vec<SourceFile> {
    let text: String = (0..processes).map(|own| lines(own, processes, collectives)).collect();
    vec![file("ring.trace", text)]
}

fn many_files(processes: u32, collectives: bool) -> Vec<SourceFile> {
    let one = |own| file(&format!("rank-{own}.trace"), lines(own, processes, collectives));
    (0..processes).map(one).collect()
}

fn table(processes: u32, collectives: bool) -> Vec<SourceFile> {
    let mut text = "rank,function,dst,src,tag,size,comm,start_ns,end_ns\n".to_owned();
    for own in 0..processes {
        let (left, right) = ((own + processes - 1) % processes, (own + 1) % processes);
        for now in [0, 30, 60] {
            let (sent, received) = (now + 10, now + 20);
            let _ = write!(
                text,
                "{own},MPI_Send,{right},,7,8,,{sent},{}\n{own},MPI_Recv,,{left},7,8,,{received},{}\n",
                sent + 1,
                received + 5
            );
        }
        if collectives {
            let _ = writeln!(text, "{own},MPI_Barrier,,,,,0-{},100,{}", processes - 1, 101 + own);
        }
    }
    vec![file("ring.csv", text)]
}

/// Opens and does everything that can be done with all processes together.
fn costs_of(files: Vec<SourceFile>) -> Costs {
    let mut costs = Costs::new();
    let costs_of = &mut costs;
    let mut session = counted(costs_of, "opening and loops", || opened(files));
    let loaded = session.loaded().unwrap();
    let trace: Trace = loaded.trace.clone().unwrap();
    let analysis = loaded.analysis.clone();
    counted(costs_of, "info", || view::info::of_trace("ring", "native", &trace));
    counted(costs_of, "summary", || session.handle(&Request::Summary { handle: 1 }));
    counted(costs_of, "a process", || session.handle(&Request::Process { handle: 1, process: 1 }));
    counted(costs_of, "nests as text", || view::text::of(&analysis));
    let text = counted(costs_of, "nests as JSON", || files::nests::write(&analysis));
    counted(costs_of, "nests from JSON", || files::nests::read("ring", &text).unwrap());
    counted(costs_of, "info of nests", || view::info::of_nests("ring", &analysis));
    for form in [export::Form::Native, export::Form::Csv] {
        counted(costs_of, "the trace as text", || {
            let writer = export::Writer::new(&trace, form);
            let mut out = Vec::new();
            writer.begin(&mut out).unwrap();
            for process in trace.processes() {
                writer.process(process, &mut out).unwrap();
            }
            out
        });
    }
    counted(costs_of, "the model on the page", || {
        run_task(&mut session, &start_model()).unwrap();
    });
    counted(costs_of, "times on the page", || {
        run_task(&mut session, &TaskRequest::Time(TimeRequest::default())).unwrap();
    });
    let nests = session.loaded().unwrap().analysis.clone();
    let program = counted(costs_of, "the model", || Program::of_trace("ring", &trace, nests).unwrap());
    counted(costs_of, "the model as text", || program.text());
    let text = counted(costs_of, "the model as JSON", || files::model::write(&program));
    counted(costs_of, "the model from JSON", || files::model::read("ring", &text).unwrap());
    counted(costs_of, "the trace from the model", || {
        let model = program.model();
        let lines = model
            .processes()
            .iter()
            .flat_map(|&process| model.replay(process).map(move |step| model.line(step.construct, process).len()));
        lines.sum::<usize>()
    });
    counted(costs_of, "the matrix", || {
        let matrix = Selection::default().matrix("ring", &program).unwrap();
        model::csv(&matrix).len() + model::json(program.model(), &matrix).len()
    });
    costs
}

/// Compares so many processes with four times as many.
fn check(name: &str, files: fn(u32, bool) -> Vec<SourceFile>) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let processes = 1000;
    let mut squares = Vec::new();
    for collectives in [false, true] {
        let few = costs_of(files(processes, collectives));
        let many = costs_of(files(4 * processes, collectives));
        for (few, many) in few.iter().zip(&many) {
            let (bytes, blocks) = (ratio(few.1, many.1), ratio(few.2, many.2));
            println!("{name:10} {collectives:5} {:26} {bytes:5.1} {blocks:5.1}", few.0);
            let what = format!("{name}, collectives {collectives}, {}: {few:?} {many:?}", few.0);
            // A table that has just doubled, and sorting, take more than four times as much.
            if bytes >= 6.0 || blocks >= 6.0 {
                squares.push(what);
            }
        }
    }
    assert!(squares.is_empty(), "{}", squares.join("\n"));
}

fn ratio(few: u64, many: u64) -> f64 {
    // What a step needs whatever there is does not count.
    (many as f64 + 4096.0) / (few as f64 + 4096.0)
}

/// A page shows one process with its loops, and beside each loop who else has it: as ranges.
#[test]
fn who_else_has_a_loop_is_said_in_ranges() {
    let files = |processes: u32| {
        let one = |own: u32| file(&format!("{own}.trace"), lines(own, processes, false).repeat(9));
        (0..processes).map(one).collect()
    };
    let session = opened(files(500));
    let Reply::Process { loops, .. } = session.handle(&Request::Process { handle: 1, process: 3 }) else {
        panic!("no process");
    };
    let ranges: Vec<(u32, u32)> = loops[0].same_in.iter().map(|range| (range.first, range.last)).collect();
    assert_eq!((loops.len(), ranges, loops[0].same_in_more), (1, vec![(0, 2), (4, 499)], 0.0));
}

#[test]
fn processes_in_one_file() {
    check("one file", one_file);
}

#[test]
fn a_file_for_each_process() {
    check("many files", many_files);
}

#[test]
fn processes_in_a_table() {
    check("table", table);
}
