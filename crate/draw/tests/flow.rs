//! Pictures of flow graphs: boxes never cross, no text lies over another one or over a line, and all of it is in the picture,
//! whatever the graph and the width.

#![cfg(test)]

mod common;

use common::*;
use loopscope_core::event_flow::{
    flow_loops, loop_forest, split_by_entry, visit_lengths, FlowGraph, FlowLoops, FlowMetrics, GraphBuilder,
    SharedHeaders, VisitLengths,
};
use loopscope_core::trace::{Span, Tick};
use loopscope_draw::scene::flow::{flow, FlowBlock, FlowDrawn, FlowMark, FlowSource, FlowSpine, FlowState};
use loopscope_testing::strings;

/// A string with its graph.
struct Case {
    texts: Vec<String>,
    namesakes: Vec<u32>,
    graph: FlowGraph,
    loops: FlowLoops,
    metrics: FlowMetrics,
    lengths: Vec<VisitLengths>,
    numbers: Vec<u32>,
    timed: bool,
}

#[derive(Clone, Copy)]
struct How {
    split: bool,
    shared: SharedHeaders,
    timed: bool,
}

const USUAL: How = How { split: true, shared: SharedHeaders::Split, timed: true };

impl Case {
    fn new(string: &[u32], how: How) -> Self {
        // Symbols in the order of first appearance, as in a trace.
        let mut known: Vec<u32> = Vec::new();
        let mut letters = Vec::new();
        for &letter in string {
            let at = known.iter().position(|&it| it == letter).unwrap_or_else(|| {
                known.push(letter);
                known.len() - 1
            });
            letters.push(Symbol(at as u32));
        }
        let split = split_by_entry(letters, if how.split { u32::MAX } else { 0 });
        let mut builder = GraphBuilder::new();
        let span = |at: u64| Span { enter: at * at * 10, leave: at * at * 10 + 7 };
        let spans: Vec<Span> = (0..split.string.len() as u64).map(span).collect();
        match how.timed {
            true => builder.push_timed(&split.string, &spans),
            false => builder.push(&split.string),
        }
        let graph = builder.finish();
        let root = graph.ends().map_or(0, |ends| ends.first);
        let loops = flow_loops(&graph, &loop_forest(graph.successors(), root), how.shared);
        let metrics = FlowMetrics::new(&graph, &loops);
        let mut numbers = vec![0; loops.all().len()];
        for (number, id) in (1..).zip(metrics.by_calls()) {
            numbers[id as usize] = number;
        }
        let name = |node: usize| {
            let symbol = split.copies[node].symbol;
            let via: Vec<String> = split.copies[node].via.iter().map(|entry| format!(" via MPI_{entry}")).collect();
            format!("MPI_Call{}(@{symbol:x}){}", symbol % 5, via.concat())
        };
        let texts: Vec<String> = (0..graph.nodes().len()).map(name).collect();
        let namesakes = (1..).take(texts.len()).collect();
        let lengths = visit_lengths(&loops, &split.string);
        Self { texts, namesakes, lengths, metrics, graph, loops, numbers, timed: how.timed }
    }

    fn source(&self, process: u32) -> FlowSource<'_> {
        FlowSource {
            process,
            name: "processes 0,3-7",
            view: View::Calls,
            texts: &self.texts,
            namesakes: &self.namesakes,
            graph: &self.graph,
            loops: &self.loops,
            metrics: &self.metrics,
            lengths: &self.lengths,
            numbers: &self.numbers,
            tick: self.timed.then_some(Tick::NANOSECOND),
        }
    }
}

/// How far areas may reach over each other.
const TOUCH: f64 = 0.6;

/// What each text covers, from the top.
fn texts(drawn: &FlowDrawn) -> Vec<(Area, &str)> {
    let mut found: Vec<(Area, &str)> = drawn.scene.shapes.iter().filter_map(text_area).collect();
    found.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    found
}

/// The pieces of lines that are drawn under no block.
fn pieces(drawn: &FlowDrawn) -> Vec<Area> {
    let mut pieces = Vec::new();
    for shape in &drawn.scene.shapes {
        let Shape::Path { points, closed: false, line: Some((_, width)), .. } = shape else {
            continue;
        };
        for pair in points.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let half = width / 2.0;
            pieces.push(Area::between(
                a.0.min(b.0) - half,
                a.1.min(b.1) - half,
                a.0.max(b.0) + half,
                a.1.max(b.1) + half,
            ));
        }
    }
    pieces.sort_by(|a, b| a.y.total_cmp(&b.y));
    pieces
}

/// Checks all rules of a picture.
fn check(drawn: &FlowDrawn, about: &str) {
    let whole = Area { x: 0.0, y: 0.0, w: drawn.scene.width, h: drawn.scene.height };
    let mut boxes: Vec<Area> = Vec::new();
    for (at, spine) in drawn.spines.iter().enumerate() {
        boxes.extend(spine.boxes.iter().map(|(_, area)| *area));
        for pair in spine.blocks.windows(2) {
            assert!(pair[0].area.bottom() <= pair[1].area.y, "{about}: blocks overlap");
        }
        for block in &spine.blocks {
            assert!(inside(&block.area, &whole, TOUCH), "{about}: {block:?}");
            for (_, area) in &spine.boxes {
                assert!(
                    inside(&block.area, area, TOUCH) || !overlap(&block.area, area, TOUCH),
                    "{about}: {block:?} crosses {area:?}"
                );
            }
        }
        for hit in drawn.scene.hits.iter().filter(|hit| hit.strip == at) {
            let there = match hit.kind {
                HitKind::Event => hit.item.unwrap() < spine.blocks.len(),
                HitKind::Line => hit.item.unwrap() < spine.lines.len(),
                _ => hit.loop_id > 0,
            };
            assert!(there && !hit.title.is_empty() && inside(&hit.area, &whole, TOUCH), "{about}: {hit:?}");
        }
    }
    for (at, area) in boxes.iter().enumerate() {
        assert!(inside(area, &whole, TOUCH), "{about}: {area:?}");
        for other in &boxes[at + 1..] {
            let nested = inside(area, other, TOUCH) || inside(other, area, TOUCH);
            assert!(nested || !overlap(area, other, TOUCH), "{about}: {area:?} crosses {other:?}");
        }
    }
    let texts = texts(drawn);
    let pieces = pieces(drawn);
    for (at, (area, text)) in texts.iter().enumerate() {
        assert!(inside(area, &whole, TOUCH), "{about}: {text:?} at {area:?} leaves the picture");
        let near = texts[at + 1..].iter().take_while(|(other, _)| other.y < area.bottom());
        for (other, second) in near {
            assert!(!overlap(area, other, TOUCH), "{about}: {text:?} over {second:?}");
        }
        for piece in pieces.iter().take_while(|piece| piece.y < area.bottom()) {
            assert!(!overlap(area, piece, TOUCH), "{about}: {text:?} at {area:?} over a line {piece:?}");
        }
    }
    let list = picture(&drawn.scene, Theme::Dark);
    assert!(list.numbers.iter().all(|number| number.is_finite()), "{about}");
}

fn draw(cases: &[&Case], columns: usize, width: f64) -> FlowDrawn {
    let sources: Vec<FlowSource<'_>> = cases.iter().map(|case| case.source(0)).collect();
    let beside: Vec<FlowSource<'_>> = (0..columns as u32).map(|process| cases[0].source(process)).collect();
    flow(&sources, &beside, &FlowState { width, ..FlowState::default() })
}

/// Every node is in one block, and every edge is in a block, or a line, or the repetition of one call.
fn check_complete(case: &Case, drawn: &FlowDrawn) {
    let spine = &drawn.spines[0];
    let mut seen = vec![0; case.graph.nodes().len()];
    let mut within = Vec::new();
    for block in &spine.blocks {
        block.nodes.iter().for_each(|&node| seen[node as usize] += 1);
        within.extend(block.nodes.windows(2).map(|pair| (pair[0], pair[1])));
    }
    assert!(seen.iter().all(|&count| count == 1));
    for edge in case.graph.edges() {
        let is_line = spine.lines.iter().any(|it| (it.from, it.to) == (edge.from, edge.to));
        let is_within = within.contains(&(edge.from, edge.to));
        assert!(is_line != is_within || (edge.from == edge.to && !is_line), "{edge:?}");
    }
}

#[test]
fn random_graphs() {
    let mut numbers = Random::new(5);
    for round in 0..120u64 {
        let letters = 2 + numbers.below(14) as u32;
        let length = 5 + numbers.below(160) as usize;
        let string = match round % 4 {
            0 => strings::random(length, letters, round),
            1 => strings::noisy(length, round),
            2 => strings::phases(length, round),
            _ => strings::with_noise(&strings::lu_like(1 + length / 20), round),
        };
        let timed = round % 3 != 0;
        for (split, shared) in [(true, SharedHeaders::Split), (false, SharedHeaders::Plain)] {
            let case = Case::new(&string, How { split, shared, timed });
            for (columns, width) in [(3, 784.0), (1, 358.0), (1, 170.0)] {
                let drawn = draw(&[&case], columns, width);
                check(&drawn, &format!("{string:?} {split} {width}"));
                check_complete(&case, &drawn);
            }
            check(&draw(&[&case, &case, &case], 0, 784.0), &format!("three of {string:?}"));
        }
    }
}

/// The work grows with the graph, not with its square: a thousand blocks are drawn, and the others counted.
#[test]
fn large_graphs() {
    let path: Vec<u32> = (0..700).chain((0..700).rev()).collect();
    check(&draw(&[&Case::new(&path, USUAL)], 1, 784.0), "there and back");
    let plain = How { split: false, ..USUAL };
    let dense = Case::new(&strings::random(4_000, 300, 3), plain);
    check(&draw(&[&dense], 2, 784.0), "dense");
    let mut branching: Vec<u32> = Vec::new();
    for round in 0..3_000 {
        branching.extend([0, 1 + round % 1_500]);
    }
    let case = Case::new(&branching, USUAL);
    let drawn = draw(&[&case], 1, 784.0);
    let spine = &drawn.spines[0];
    assert_eq!((spine.blocks.len(), spine.left_out), (1_000, 501));
    assert!(drawn.scene.shapes.len() < 20_000);
}

/// A folded loop is one row with all of its calls, wherever it lies; folding what is one row anyway changes nothing.
#[test]
fn loops_can_be_folded() {
    let mut numbers = Random::new(7);
    for round in 0..150u64 {
        let string = match round % 3 {
            0 => strings::noisy(10 + numbers.below(120) as usize, round),
            1 => strings::phases(10 + numbers.below(120) as usize, round),
            _ => strings::with_noise(&strings::lu_like(1 + numbers.below(6) as usize), round),
        };
        let shared = if round % 2 == 0 { SharedHeaders::Split } else { SharedHeaders::Plain };
        let case = Case::new(&string, How { split: round % 5 != 0, shared, timed: true });
        let source = case.source(0);
        let all = case.loops.all().len() as u64;
        let folded: Vec<u32> = (0..=numbers.below(3)).map(|_| 1 + numbers.below(all.max(1)) as u32).collect();
        let state = FlowState { width: 784.0, folded: &folded, ..FlowState::default() };
        let drawn = flow(&[case.source(0)], &[source], &state);
        check(&drawn, &format!("{string:?} folded {folded:?}"));
        let spine = &drawn.spines[0];
        let mut blocks = vec![usize::MAX; case.graph.nodes().len()];
        for (at, block) in spine.blocks.iter().enumerate() {
            for &node in &block.nodes {
                assert_eq!(blocks[node as usize], usize::MAX);
                blocks[node as usize] = at;
            }
        }
        assert!(blocks.iter().all(|&block| block != usize::MAX));
        for &number in &folded {
            let Some(id) = case.numbers.iter().position(|&known| known == number) else { continue };
            let members = case.loops.members(id as u32);
            let rows = blocks.iter().zip(&members).filter(|(_, inside)| **inside).map(|it| it.0);
            let first = rows.clone().next().unwrap();
            assert!(rows.clone().all(|row| row == first), "{string:?} {folded:?}");
            assert!(spine.boxes.iter().all(|&(known, _)| known != number));
        }
    }
}

/// The runs of an unfolded picture, by what is seen: an edge of a box ends a run.
fn seen_runs(spine: &FlowSpine) -> Vec<Vec<&FlowBlock>> {
    let mut runs: Vec<Vec<&FlowBlock>> = Vec::new();
    for block in &spine.blocks {
        let above = runs.last().and_then(|run| run.last()).map_or(f64::MAX, |it| it.area.bottom());
        let between = |edge: f64| above <= edge && edge <= block.area.y;
        let edges = spine.boxes.iter().flat_map(|(_, area)| [area.y, area.bottom()]);
        match runs.last_mut().filter(|_| above < f64::MAX && !edges.clone().any(between)) {
            Some(run) => run.push(block),
            None => runs.push(vec![block]),
        }
    }
    runs
}

/// A folded run is one row with all of its calls; all else stays as it was, and what is one row anyway, too.
#[test]
fn runs_of_blocks_can_be_folded() {
    let mut numbers = Random::new(8);
    let mut folds = 0;
    for round in 0..300u64 {
        let string = match round % 4 {
            0 => strings::noisy(10 + numbers.below(120) as usize, round),
            1 => strings::phases(10 + numbers.below(120) as usize, round),
            2 => (0..numbers.below(20) as u32).chain([3, 1, 3, 1]).collect(),
            _ => strings::with_noise(&strings::lu_like(1 + numbers.below(6) as usize), round),
        };
        let case = Case::new(&string, USUAL);
        let runs: Vec<u32> = (0..=numbers.below(3)).map(|_| numbers.below(string.len() as u64) as u32).collect();
        let whole = draw(&[&case], 1, 784.0);
        let state = FlowState { width: 784.0, runs: &runs, ..FlowState::default() };
        let folded = flow(&[case.source(0)], &[case.source(0)], &state);
        check(&folded, &format!("{string:?} folded {runs:?}"));
        let mut expected: Vec<Vec<u32>> = Vec::new();
        for run in seen_runs(&whole.spines[0]) {
            let nodes: Vec<u32> = run.iter().flat_map(|block| block.nodes.clone()).collect();
            match nodes.iter().any(|node| runs.contains(node)) {
                true => expected.push(nodes),
                false => expected.extend(run.iter().map(|block| block.nodes.clone())),
            }
        }
        let spine = &folded.spines[0];
        let found: Vec<Vec<u32>> = spine.blocks.iter().map(|it| it.nodes.clone()).collect();
        assert_eq!(found, expected, "{string:?} {runs:?}");
        assert_eq!(spine.boxes.len(), whole.spines[0].boxes.len());
        folds += whole.spines[0].blocks.len() - found.len();
    }
    assert!(folds > 100, "{folds}");
}

#[test]
fn nothing_is_made_of_nothing() {
    let empty = Case::new(&[], USUAL);
    let drawn = draw(&[&empty], 1, 784.0);
    assert!(drawn.spines[0].blocks.is_empty());
    check(&drawn, "empty");
    check(&flow(&[], &[], &FlowState { width: f64::NAN, ..FlowState::default() }), "nothing");
    let one = Case::new(&[3], USUAL);
    assert_eq!(draw(&[&one], 1, -4.0).spines[0].blocks.len(), 1);
}

/// What the pointer finds: a loop, a block, a line, in words.
#[test]
fn blocks_and_lines_speak() {
    let mut string = vec![9];
    for round in 0..10 {
        string.extend([0, 1, 1, 1]);
        if round % 5 == 4 {
            string.extend([2, 3]);
        }
        string.push(4);
    }
    string.push(8);
    let case = Case::new(&string, How { timed: false, ..USUAL });
    let mark = Some(FlowMark::Loop { spine: 0, number: 1 });
    let state = FlowState { width: 784.0, mark, ..FlowState::default() };
    let drawn = flow(&[case.source(0)], &[], &state);
    check(&drawn, "marked");
    let said: Vec<String> = drawn
        .scene
        .hits
        .iter()
        .filter(|hit| hit.kind != HitKind::Line)
        .map(|hit| format!("{}; {}", hit.title, hit.detail))
        .collect();
    assert_eq!(
        said,
        [
            "F1 ×10; in one visit; 54 calls",
            "Call0 #1, 1 time; MPI_Call0(@0)",
            "Call1 #2, 10 times; MPI_Call1(@1)",
            "F2 ×3 Call2 #3, 10 times; MPI_Call2(@2)",
            "Call4 · Call0, 2 times; 2 calls",
            "Call3 #4, 10 times; MPI_Call3(@3)",
            "Call1 #7, 1 time; MPI_Call1(@6)",
        ]
    );
    let lines: Vec<String> = drawn
        .scene
        .hits
        .iter()
        .filter(|hit| hit.kind == HitKind::Line)
        .map(|hit| format!("{}, {}", hit.title, hit.detail))
        .collect();
    assert!(lines.contains(&"Call3 #4 → Call1 #2, 9 times".to_owned()), "{lines:?}");
    let file = svg(&drawn.scene, Theme::Light, "flow");
    assert_eq!(file, svg(&flow(&[case.source(0)], &[], &state).scene, Theme::Light, "flow"));
}
