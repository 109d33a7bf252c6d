//! The loop whose steps are saved is the one that is shown, though calls that only ask are hidden there and saved.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may fail

use std::fmt::Write;
use std::io::Cursor;

use loopscope_session::open::{Content, SourceFile};
use loopscope_session::options::OptionChoices;
use loopscope_session::wire::{
    FlowLook, FlowQuery, FlowReply, FlowRequest, PictureTheme, ReduceRequest, Reply, Request,
    TaskRequest, TaskResult,
};
use loopscope_testing::session::{finish_task, opened};

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

#[test]
fn the_loop_that_is_shown_is_saved() {
    let mut session = opened(trace(20), OptionChoices::default());
    session.start(1, &TaskRequest::Flow(FlowRequest { queries: false })).unwrap();
    finish_task(&mut session).unwrap();
    let look = FlowLook {
        width: 784.0,
        theme: PictureTheme::Light,
        process: 0,
        kinds: false,
        loop_id: 1,
        block: None,
        folded: Vec::new(),
    };
    // The main loop of 20 iterations begins with the receives, once nobody asks, and so does the loop of receives.
    let query = Box::new(FlowQuery::Part { look });
    let Reply::Flow { reply } = session.handle(&Request::Flow { handle: 1, query }) else {
        panic!("no reply");
    };
    let FlowReply::Part { part } = *reply else { panic!("no part") };
    assert_eq!(part.title, "×20");
    for (loop_id, steps) in [(1, "steps 3 to 12 of 20"), (2, "steps 3 to 12 of 80")] {
        let request = ReduceRequest { loop_id, ..ReduceRequest::default() };
        session.start(1, &TaskRequest::Reduce(request)).unwrap();
        let TaskResult::Reduce(reduced) = finish_task(&mut session).unwrap() else {
            panic!("no reduced trace");
        };
        let said: String = reduced.sentence.iter().map(|part| part.text.as_str()).collect();
        assert!(said.contains(steps), "L{loop_id}: {said}");
    }
}
