//! Event flow graphs of real traces: graph from events and from nests, lists that give the events again, one entry for each loop,
//! texts that read back, and what is known of the programs.
//!
//! `LOOPSCOPE_TRACES=folder` names a folder of traces to run on, which are compared with what is known of their loops; without
//! it the fixtures are used.

#![cfg(test)]

mod common;

use common::*;
use loopscope_core::event_flow::{from_nest, FlowGraph, GraphBuilder, SuccessorLists};
use loopscope_core::method::{build, Method};
use loopscope_draw::scene::flow::FlowState;
use loopscope_session::analysis::string_of;
use loopscope_session::options::fields_of;
use loopscope_session::tasks::flow::{
    document, dot, svg, table, Details, Flow, FlowBuilder, FlowChoices, FlowShown, FlowWatch, Growth, Noticed, Outline,
    Pictured, ProcessFlow, Queries, TableKind, WindowRule,
};

/// The traces to run on that have calls.
fn corpus() -> Vec<PathBuf> {
    let of_form = |path: &PathBuf| {
        let name = name_of(path);
        ["symbols.tar.zst", "timed.tar.zst"].iter().any(|form| name.ends_with(form))
            || (name.contains("timed-") && name.ends_with(".csv"))
    };
    let folder = real_traces().unwrap_or_else(|| repository().join("tests/fixtures"));
    files_under(&folder).into_iter().filter(of_form).collect()
}

fn flow_of(trace: &Trace, choices: FlowChoices, only: Option<u32>) -> Flow {
    let mut building = FlowBuilder::new("trace", trace, choices, only.map(ProcessId)).unwrap();
    while building.step().unwrap() {}
    building.finish()
}

/// Signatures that a trace of calls can have; without fields only the default.
fn signatures(trace: &Trace) -> Vec<Option<Vec<String>>> {
    let fields = fields_of(trace, View::Calls);
    let known = |words: &&[&str]| words.iter().all(|word| fields.iter().any(|field| field.name() == *word));
    let wanted: [&[&str]; 6] = [
        &["name"],
        &["name", "peer"],
        &["name", "peer:rel"],
        &["name", "site"],
        &["name", "site", "peer"],
        &["name", "site", "peer", "bytes:pow2"],
    ];
    let words = |words: &&[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
    std::iter::once(None).chain(wanted.iter().filter(|it| known(it)).map(words)).collect()
}

/// As much enters a node as leaves it, and all edges together are the process.
fn check_flow(graph: &FlowGraph, calls: u64) {
    assert_eq!(graph.edges().map(|edge| edge.count).sum::<u64>(), calls.saturating_sub(1));
    let mut flow = vec![(0, 0); graph.nodes().len()];
    for edge in graph.edges() {
        flow[edge.from as usize].1 += edge.count;
        flow[edge.to as usize].0 += edge.count;
    }
    if let Some(ends) = graph.ends() {
        flow[ends.first as usize].0 += 1;
        flow[ends.last as usize].1 += 1;
    }
    for (node, flow) in graph.nodes().iter().zip(flow) {
        assert_eq!(flow, (node.count, node.count));
    }
}

fn check_process(flow: &ProcessFlow) {
    check_flow(&flow.graph, flow.metrics.total.calls);
    assert_eq!(flow.irreducible, 0);
    let own: u64 = flow.metrics.loops.iter().map(|it| it.own.time()).sum();
    assert_eq!(own + flow.metrics.outside.time(), flow.metrics.total.time());
    for (known, length) in flow.metrics.loops.iter().zip(&flow.lengths) {
        assert_eq!((known.visits, known.iterations), (length.visits, length.iterations));
    }
    let lists = flow.lists.as_ref().unwrap();
    assert_eq!(lists.expand(&flow.graph).count() as u64, flow.metrics.total.calls);
}

#[test]
fn graphs_are_their_traces() {
    let corpus = corpus();
    assert!(corpus.len() > 4, "no trace to run on");
    let mut processes = 0;
    for path in &corpus {
        let trace = open_path(path);
        if !trace.views().contains(&View::Calls) {
            continue;
        }
        for signature in signatures(&trace) {
            let by_default = signature.is_none();
            let options = OptionChoices { signature, view: Some(View::Calls), ..Default::default() };
            let details = Details { lists: Some(SuccessorLists::new), growth: true, iterations: Some(1) };
            let choices = FlowChoices { options, details, ..FlowChoices::default() };
            let options = choices.resolve("trace", &trace).unwrap();
            let flow = flow_of(&trace, choices, None);
            for (process, found) in trace.processes().iter().zip(&flow.processes) {
                check_process(found);
                let string = string_of(process, trace.table(), &options).unwrap();
                let symbol = |node: u32| found.copies[node as usize].symbol;
                let lists = found.lists.as_ref().unwrap();
                let expanded = lists.expand(&found.graph).map(|node| symbol(node.0));
                assert!(expanded.eq(string.symbols.iter().map(|it| it.0)), "{}", path.display());
                if !by_default {
                    continue;
                }
                let mut builder = GraphBuilder::new();
                builder.push(&string.symbols);
                let whole = builder.finish();
                for method in [Method::Greedy, Method::Optimal] {
                    let nest = build(method, &string.symbols).unwrap().nest;
                    assert_eq!(from_nest(&nest, string.table.len()).as_ref(), Ok(&whole));
                }
                processes += 1;
            }
            let all = Outline::all(&flow, false);
            let text: String = all.iter().map(|outline| outline.with_words(&flow)).collect();
            let again = Outline::parse(&text).unwrap();
            assert!(again == all, "{}", path.display());
        }
    }
    println!("{processes} processes in {} traces", corpus.len());
}

fn fixture(name: &str) -> Trace {
    open_path(&repository().join("tests/fixtures/csv-events/npb-3.3-mpi/good").join(name))
}

fn golden(name: &str, said: &str) {
    let path = repository().join("tests/golden/session").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, said).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(said == expected, "{} differs; UPDATE=1 writes it anew", path.display());
}

#[test]
fn golden_files() {
    for name in ["cg.S.4-timed-0.csv", "lulesh-timed-3.csv", "miniMD-timed-1.csv"] {
        let run = name.split(['.', '-']).next().unwrap();
        let details = Details { lists: Some(SuccessorLists::new), growth: true, iterations: Some(1) };
        let flow = flow_of(&fixture(name), FlowChoices { details, ..Default::default() }, None);
        let text: String = Outline::all(&flow, false).iter().map(Outline::to_string).collect();
        let tables = [TableKind::Loops, TableKind::Processes, TableKind::Growth, TableKind::Iterations];
        let tables: Vec<String> = tables.iter().map(|&kind| table(&flow, kind)).collect();
        golden(&format!("flow-{run}.txt"), &format!("{text}\n{}", tables.join("\n")));
        if run == "cg" {
            golden("flow-cg.svg", &svg(&flow, FlowShown::Kinds));
        }
        if run == "lulesh" {
            golden("flow-lulesh.json", &document(run, &flow));
            golden("flow-lulesh.dot", &dot(&flow, true));
        }
    }
}

/// Each process has a picture that fits on a page, and its boxes never cross.
#[test]
fn pictures_fit() {
    let mut pictures = 0;
    for path in corpus() {
        let choices = FlowChoices { queries: Queries::Drop, ..Default::default() };
        let flow = flow_of(&open_path(&path), choices, None);
        for (place, _) in flow.members() {
            let shown = Pictured::new(&flow, FlowShown::Process(place));
            let drawn = shown.draw(&FlowState { width: 784.0, ..FlowState::default() });
            let (spine, about) = (&drawn.spines[0], path.display());
            if flow.options.signature.names().contains(&"site") {
                assert!(drawn.scene.height <= 900.0, "{about}: {}", drawn.scene.height);
            }
            assert_eq!(spine.left_out, 0, "{about}");
            for (at, (_, a)) in spine.boxes.iter().enumerate() {
                for (_, b) in &spine.boxes[at + 1..] {
                    let apart = a.bottom() <= b.y || b.bottom() <= a.y;
                    let nested = a.x < b.x && b.right() < a.right() && b.bottom() < a.bottom();
                    assert!(apart || nested, "{about}: {a:?} crosses {b:?}");
                }
            }
            pictures += 1;
        }
    }
    println!("{pictures} pictures");
}

#[test]
fn calls_that_only_ask_can_be_left_out() {
    let trace = fixture("lulesh-timed-3.csv");
    let keep = flow_of(&trace, FlowChoices::default(), None);
    let queries = Queries::Drop;
    let drop = flow_of(&trace, FlowChoices { queries, ..Default::default() }, None);
    let (keep, drop) = (&keep.processes[0], &drop.processes[0]);
    let asking = |flow: &ProcessFlow| {
        (0..flow.graph.nodes().len() as u32).any(|node| flow.node_text(node).contains("Comm_rank"))
    };
    assert!(asking(keep) && !asking(drop) && drop.left_out > 0);
    assert_eq!(keep.metrics.total.calls, drop.metrics.total.calls + drop.left_out);
}

#[test]
fn numbers_and_unknown_fields_are_refused() {
    let trace = fixture("lulesh-timed-3.csv");
    let signature = Some(vec!["colour".to_owned()]);
    let options = OptionChoices { signature, ..Default::default() };
    let choices = FlowChoices { options, ..Default::default() };
    assert!(FlowBuilder::new("trace", &trace, choices, None).is_err());
    let numbers = open_path(&repository().join("tests/fixtures/corpus/matmul32-data.din.zst"));
    let note = FlowBuilder::new("trace", &numbers, FlowChoices::default(), None).unwrap_err();
    assert!(note.to_string().contains("numbers have no flow graph"), "{note}");
}

/// What is known of a loop: iterations, visits, the shortest and the longest visit.
type Known = (u64, u64, u64, u64);

/// A run, the size of the graph of process 0, the kinds of processes, and some loops of process 0.
type Run = (&'static str, (usize, usize), usize, &'static [Known]);

/// Process 0 of runs with call sites: nodes and edges before the split, kinds of processes, and some of its loops.
const RUNS: [Run; 9] = [
    ("npb-bt.W.4", (56, 58), 1, &[(202, 3, 1, 200)]),
    ("npb-sp.S.4", (48, 50), 1, &[(102, 3, 1, 100)]),
    ("npb-cg.A.16", (37, 47), 1, &[(16, 1, 16, 16), (400, 16, 25, 25), (800, 400, 2, 2)]),
    ("npb-lu.A.4", (40, 48), 4, &[(254, 1, 254, 254), (15_438, 249, 62, 62)]),
    ("miniMD-lj-8.8", (29, 39), 1, &[(190, 2, 95, 95), (30, 10, 3, 3), (60, 10, 6, 6)]),
    ("miniFE-16.8", (53, 68), 1, &[(52, 1, 52, 52), (364, 52, 7, 7)]),
    ("lulesh-s8-i100.8", (45, 51), 8, &[(301, 1, 301, 301)]),
    ("npb-mg.B.16", (29, 41), 2, &[(1_356, 2, 70, 1_286)]),
    ("npb-is.A.16", (11, 11), 3, &[(11, 1, 11, 11)]),
];

/// Steps of the loop of that number, as (period, count).
const STEPS: [(&str, u32, (u64, u64)); 4] = [
    ("lulesh-s8-i100.8", 1, (3, 99)),
    ("npb-mg.B.16", 2, (64, 19)),
    ("npb-mg.A.16", 2, (64, 3)),
    ("npb-lu.A.4", 1, (1, 248)),
];

fn timed(folder: &Path, run: &str) -> Trace {
    open_path(&folder.join(run).join("timed.tar.zst"))
}

/// The same programs in the fixtures, which are cut, are in the golden files.
#[test]
fn loops_are_those_of_the_programs() {
    let Some(folder) = real_traces() else { return };
    for (run, size, kinds, known) in RUNS {
        let flow = flow_of(&timed(&folder, run), FlowChoices::default(), None);
        let first = &flow.processes[0];
        assert_eq!((first.size, flow.members().len()), (size, kinds), "{run}");
        let lengths = first.lengths.iter();
        let found: Vec<Known> = lengths.map(|it| (it.iterations, it.visits, it.least, it.most)).collect();
        for known in known {
            assert!(found.contains(known), "{run}: {known:?} of {found:?}");
        }
    }
    for (run, number, step) in STEPS {
        let details = Details { iterations: Some(number), ..Details::default() };
        let flow = flow_of(&timed(&folder, run), FlowChoices { details, ..Default::default() }, Some(0));
        let found = flow.processes[0].iterations.as_ref().and_then(|found| found.step);
        assert_eq!(found.map(|step| (step.period, step.count)), Some(step), "{run}");
    }
    let lu = flow_of(&timed(&folder, "npb-lu.A.4"), FlowChoices::default(), None);
    let share = |process: &ProcessFlow| {
        let id = process.numbered[0] as usize;
        (process.metrics.loops[id].total.inside_share() * 1000.0).round() as u32
    };
    assert_eq!(lu.processes.iter().map(share).collect::<Vec<u32>>(), [895, 905, 909, 919]);
    assert_eq!(lu.processes[0].graph.nodes().len(), 45);
    // Calls without their sites: the list of each branching node, before any split.
    let details = Details { lists: Some(SuccessorLists::new), ..Details::default() };
    let choices = FlowChoices { details, keep_entries: true, ..FlowChoices::default() };
    let tokens = open_path(&folder.join("npb-lu.A.16/symbols.tar.zst"));
    let plain = flow_of(&tokens, choices, Some(5));
    let process = &plain.processes[0];
    let items = process.lists.as_ref().unwrap().items();
    assert_eq!((process.size, items), ((32, 50), 55));
    let corner = flow_of(&tokens, FlowChoices::default(), Some(0));
    let corner = &corner.processes[0];
    assert_eq!((corner.size, corner.graph.nodes().len()), ((24, 42), 30));
}

/// The page and the table of growth say what watching the file says.
#[test]
fn growth_is_what_watching_says() {
    for path in corpus() {
        let trace = open_path(&path);
        let choices = FlowChoices::default();
        let Ok(options) = choices.resolve("trace", &trace) else { continue };
        let details = Details { growth: true, ..Details::default() };
        let flow = flow_of(&trace, FlowChoices { details, ..choices }, None);
        let mut expected = String::new();
        let mut noticed = 0;
        for process in &flow.processes {
            let own = trace.process(process.process).unwrap();
            let rule = WindowRule::default();
            let growth = Growth::new(own, trace.table(), &options, rule).unwrap();
            let sizes = [1, 5, 10, 25, 50, 90, 100].map(|percent| growth.after(percent));
            let sizes = sizes.map(|it| (it.nodes as usize, it.edges as usize));
            assert_eq!(process.growth, sizes, "{path:?}");
            assert_eq!(growth.changes, growth.points(usize::MAX), "{path:?}");
            assert!(growth.points(7).len() <= 7 && growth.points(7).last() == growth.changes.last());
            assert!(growth.reached(100) >= growth.reached(50));
            for Noticed { call, text } in &growth.notices {
                let call = loopscope_core::numbers::thousands(*call);
                expected += &format!("process {}, call {call}: {text}\n", process.process);
                noticed += 1;
            }
        }
        let mut lines: Vec<String> = watched(&path).lines().map(str::to_owned).collect();
        // What is worth keeping beside the windows is not noticed at a call.
        lines.retain(|line| !line.contains(": beside these "));
        let all = lines.len();
        lines.retain(|line| line.contains(", call "));
        assert_eq!((lines.len(), all - lines.len()), (noticed, flow.processes.len()), "{path:?}");
        // Several processes are read by turns.
        let number = |line: &String| line.split(',').next().map(str::to_owned);
        lines.sort_by_key(|line| number(line).and_then(|it| it[8..].parse::<u32>().ok()));
        assert_eq!(lines, expected.lines().collect::<Vec<_>>(), "{path:?}");
    }
}

fn watched(path: &Path) -> String {
    let data = std::fs::read(path).unwrap();
    let name = name_of(path);
    let opening = Opening::new("trace", vec![common::file(&name, data)], Limits::default());
    let mut watch = FlowWatch::new(opening, None, WindowRule::default()).unwrap();
    let mut out = String::new();
    while watch.step(1 << 14, &mut out).unwrap().is_none() {}
    out
}
