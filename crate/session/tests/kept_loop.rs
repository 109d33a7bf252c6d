//! The loop whose steps are saved is the one that is shown, though calls that only ask are hidden there and saved; and what is shown
//! of it says how its iterations differ.

#![cfg(test)]

use std::fmt::Write;
use std::io::Cursor;

use loopscope_session::open::{Content, SourceFile};
use loopscope_session::wire::{FlowPart, FlowQuery, FlowReply, ReduceRequest, TaskRequest, TaskResult};
use loopscope_session::Session;
use loopscope_testing::held;
use loopscope_testing::session::{ask_flow, largest_loop, run_task, with_graph};

/// Each of so many iterations asks for the size first, then posts a run of receives, as miniFE does.
fn trace(iterations: u64) -> SourceFile {
    let mut text = "rank,function,start_ns,end_ns\n".to_owned();
    let mut now = 0;
    let mut call = |function: &str| {
        now += 10;
        writeln!(text, "0,{function},{now},{}", now + 5).unwrap();
    };
    call("MPI_Init");
    for _ in 0..iterations {
        call("MPI_Comm_size");
        (0..4).for_each(|_| call("MPI_Irecv"));
        (0..4).for_each(|_| call("MPI_Wait"));
        call("MPI_Allreduce");
    }
    call("MPI_Finalize");
    SourceFile { path: "asks.csv".to_owned(), data: Content::Stream(Box::new(Cursor::new(text))) }
}

/// What is known of the largest loop.
fn part(session: &Session) -> FlowPart {
    held!(ask_flow(session, FlowQuery::Part { look: largest_loop() }), FlowReply::Part { part } => *part)
}

#[test]
fn the_loop_that_is_shown_is_saved() {
    let (mut session, _) = with_graph(trace(20));
    // The main loop of 20 iterations begins with the receives, once nobody asks, and so does the loop of receives.
    assert_eq!(part(&session).title, "×20");
    for (loop_id, steps) in [(1, "steps 3 to 12 of 20"), (2, "steps 3 to 12 of 80")] {
        let request = ReduceRequest { loop_id, ..ReduceRequest::default() };
        let TaskResult::Reduce(reduced) = run_task(&mut session, &TaskRequest::Reduce(request)).unwrap() else {
            panic!("no reduced trace");
        };
        let said: String = reduced.sentence.iter().map(|part| part.text.as_str()).collect();
        assert!(said.contains(steps), "L{loop_id}: {said}");
    }
}

/// A row for each call of a process: of each iteration the places of its calls.
fn of_iterations(iterations: impl Iterator<Item = Vec<(&'static str, u32)>>) -> SourceFile {
    let mut text = "rank,function,site,start_ns,end_ns\n0,MPI_Init,1,0,5\n".to_owned();
    let mut now = 0;
    for (function, site) in iterations.flatten() {
        now += 10;
        writeln!(text, "0,{function},{site},{now},{}", now + 5).unwrap();
    }
    SourceFile { path: "branch.csv".to_owned(), data: Content::Stream(Box::new(Cursor::new(text))) }
}

/// What is said of the graph of process 0, and of its largest loop beside that of the nest.
fn said(trace: SourceFile) -> (String, String) {
    let (session, _) = with_graph(trace);
    let drawn = ask_flow(&session, FlowQuery::Draw { look: largest_loop() });
    let FlowReply::Drawn { sentence, .. } = drawn else { panic!("no picture") };
    (sentence.iter().map(|part| part.text.as_str()).collect(), part(&session).both)
}

#[test]
fn what_only_some_iterations_call_is_said_with_how_many_they_are() {
    let (sentence, both) = said(of_iterations((0..40).map(|at| {
        let differs = at > 24 && at % 2 == 1;
        let more = [("MPI_Allreduce", 4), ("MPI_Allreduce", 5)].into_iter().filter(|_| differs);
        let all = [("MPI_Barrier", 2)].into_iter().chain(more).chain([("MPI_Allreduce", 3)]);
        all.collect()
    })));
    let differ = "8 with 2 calls of MPI_Allreduce that the others lack";
    assert!(sentence.contains(&format!("Not all iterations are alike: {differ}.")), "{sentence}");
    assert!(sentence.starts_with("Process 0 runs F1 of its flow graph 40 times"), "{sentence}");
    assert!(both.contains(&format!("sees 40 (F1): {differ}, the first of them iteration 26.")), "{both}");
}

#[test]
fn a_call_that_is_repeated_more_or_less_often_makes_iterations_differ_too() {
    let (sentence, both) = said(of_iterations((0..20u32).map(|at| {
        let mut calls = vec![("MPI_Barrier", 2), ("MPI_Wait", 3)];
        calls.extend(vec![("MPI_Allreduce", 4); 1 + (at * at) as usize % 3]);
        calls
    })));
    let differ = "each runs MPI_Allreduce 1 to 2 times, 33 times in all";
    assert!(sentence.contains(&format!("Not all iterations are alike: {differ}.")), "{sentence}");
    assert!(both.contains("sees 20") && both.contains(differ), "{both}");
    // A step that goes through the same calls three times.
    let round = |at: u32| -> Vec<(&str, u32)> {
        let first = [("MPI_Barrier", 2)].into_iter().filter(move |_| at.is_multiple_of(3));
        [("MPI_Irecv", 3)].into_iter().chain(first).chain([("MPI_Send", 4)]).collect()
    };
    let steps = said(of_iterations((0..60).map(round))).1;
    let counts = "Each of the 20 iterations of L1 is 3 rounds of F1 in the flow graph of process 0.";
    assert_eq!(steps, counts);
    // Where all are alike nothing is said.
    let alike = said(of_iterations((0..20).map(|_| vec![("MPI_Barrier", 2), ("MPI_Wait", 3)])));
    assert!(!alike.0.contains("alike") && alike.1.is_empty(), "{alike:?}");
}
