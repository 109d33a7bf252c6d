//! Small files that stand for very much: whatever shows, writes or copies them is bounded by what is shown.

#![cfg(test)]

mod common;

use common::*;
use std::sync::{Mutex, PoisonError};

use loopscope_session::view;
use loopscope_testing::CountingAllocator;

/// The counters are for one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// What anything may take: the longest text, held twice while it crosses to the page, and some to spare.
const MOST: usize = 200 << 20;

/// A document of one process with this length and these nodes behind its symbol.
fn document_of(length: u64, loops: &[String]) -> String {
    let nodes: String = loops.iter().map(|node| format!(",{{\"loop\":{{{node}}}}}")).collect();
    format!(
        "{{\"format\":\"loopscope-nests/1\",\"method\":\"optimal\",\"parameters\":{{}},\"view\":\"communication\",\
         \"signature\":[\"name\",\"peer\",\"tag\",\"comm\"],\"processes\":[{{\"process\":0,\"length\":\"{length}\",\
         \"symbols\":[\"0 send 1 7\"],\"nodes\":[{{\"symbol\":0}}{nodes}],\"root\":[{}],\"stats\":{{\"top_level\":1,\
         \"total\":1,\"loops\":1,\"depth\":1,\"coverage\":1,\"main_loop\":1}}}}]}}",
        loops.len()
    )
}

fn node(at: usize, count: u64, body: &str) -> String {
    format!("\"id\":{},\"count\":\"{count}\",\"body\":[{body}]", at + 1)
}

/// Each loop runs the one before twice, twice: 2^60 events, 2^30 lines.
fn doubled() -> String {
    let loops: Vec<String> = (0..30).map(|at| node(at, 2, &format!("{at},{at}"))).collect();
    document_of(1 << 60, &loops)
}

/// As deep as can be: 62 loops in each other.
fn deep() -> String {
    let loops: Vec<String> = (0..62).map(|at| node(at, 2, &at.to_string())).collect();
    document_of(1 << 62, &loops)
}

/// A loop of many items that runs nearly as often as can be counted.
fn wide() -> String {
    let body = vec!["0"; 100_000].join(",");
    document_of(100_000 * 90_000_000_000_000, &[node(0, 90_000_000_000_000, &body)])
}

fn look(path: Vec<OpenedLoop>) -> RibbonLook {
    RibbonLook { width: 900.0, theme: PictureTheme::Light, compact: false, path, zoom: Vec::new(), selected: 0 }
}

/// Everything that the page asks about a process.
fn requests() -> Vec<Request> {
    let (handle, process) = (1, 0);
    let path: Vec<OpenedLoop> = (0..70).map(|_| OpenedLoop { item: 0, iteration: 1e18 }).collect();
    let export = |what, process, look| Request::Export { handle, process, what, look };
    vec![
        Request::Summary { handle },
        Request::Process { handle, process },
        Request::Ribbon { handle, process, look: look(Vec::new()) },
        Request::Ribbon { handle, process, look: look(path) },
        Request::Thumbnails {
            handle,
            process,
            theme: PictureTheme::Dark,
            width: 200.0,
            height: 60.0,
            ids: (0..100).collect(),
        },
        Request::Items { handle, process, node: None, offset: 0, limit: u32::MAX },
        Request::Items { handle, process, node: Some(1), offset: u32::MAX, limit: u32::MAX },
        export(NestFileKind::Json, Some(0), None),
        export(NestFileKind::Text, Some(0), None),
        export(NestFileKind::Csv, None, None),
        export(NestFileKind::Svg, Some(0), Some(look(Vec::new()))),
    ]
}

#[test]
fn small_files_take_little_whatever_they_stand_for() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, text) in [("doubled", doubled()), ("deep", deep()), ("wide", wide())] {
        let before = ALLOCATOR.reset_peak();
        let peak = |what: &str| {
            let peak = ALLOCATOR.peak().saturating_sub(before);
            assert!(peak < MOST, "{name}, {what}: {peak} bytes");
        };
        let mut session = opened(vec![file("nests.json", text.clone())]);
        peak("opening");
        for request in requests() {
            let reply = session.handle(&request);
            assert!(!matches!(reply, Reply::Refused { .. }), "{name} {reply:?}");
            peak(&format!("{request:?}"));
        }
        let analysis = files::nests::read(name, &text).unwrap();
        assert!(view::info::of_nests(name, &analysis).contains("process"));
        assert_eq!(files::nests::read(name, &files::nests::write(&analysis)).unwrap().processes.len(), 1);
        peak("JSON");
        // A model is made of what is written, or refused with the limit.
        match Program::new(name, analysis) {
            Ok(program) => assert!(program.model().len() < 3_000_000 && !program.text().is_empty()),
            Err(note) => assert!(note.to_string().contains("repeats too little"), "{note}"),
        }
        peak("the model");
        match run_task(&mut session, &model()) {
            Ok(result) => assert!(matches!(result, TaskResult::Model(_))),
            Err(problem) => assert!(problem.found.contains("repeats too little"), "{problem:?}"),
        }
        peak("the model on the page");
    }
}

#[test]
fn several_processes_are_more_than_can_be_counted() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let one = deep();
    let start = one.find("{\"process\"").unwrap();
    let process = &one[start..one.len() - 2];
    let all: Vec<String> = (0..8)
        .map(|at| {
            let own = process.replace("\"process\":0", &format!("\"process\":{at}"));
            own.replace("0 send 1 7", &format!("{at} send 9 7"))
        })
        .collect();
    let text = format!("{}{}]}}", &one[..start], all.join(","));
    let mut session = opened(vec![file("nests.json", text)]);
    for request in requests() {
        assert!(!matches!(session.handle(&request), Reply::Refused { .. }), "{request:?}");
    }
    // 8 times 2^62 events: said to be the most that can be counted.
    let Reply::Summary { summary } = session.handle(&Request::Summary { handle: 1 }) else {
        panic!("no summary");
    };
    assert_eq!(summary.events, u64::MAX as f64);
    let problem = run_task(&mut session, &model()).expect_err("no model");
    assert!(!problem.what.is_empty());
}

#[test]
fn what_cannot_be_counted_is_refused_with_its_process() {
    let refused = |text: &str, expected: &str| {
        let message = files::nests::read("a.json", text).unwrap_err().to_string();
        assert!(message.contains(expected) && message.starts_with("a.json: "), "{message}");
    };
    let levels: Vec<String> = (0..10_000).map(|at| node(at, 2, &at.to_string())).collect();
    refused(&document_of(1, &levels), "process 0; found a longer one, expected a trace of fewer than 2^63");
    let large = [node(0, u64::MAX, "0"), node(1, u64::MAX, "1")];
    refused(&document_of(1, &large), "fewer than 2^63 events");
    refused(&document_of(1, &[node(0, 1 << 62, "0,0,0,0,0")]), "fewer than 2^63 events");
    refused(&document_of(1, &[node(0, 2, "7")]), "found node 7");
    let deep = "[".repeat(100_000);
    let parameters = format!("\"parameters\":{{\"k\":{deep}}}");
    refused(&document_of(1, &[]).replace("\"parameters\":{}", &parameters), "128 deep");
    refused(&deep, "expected");
}
