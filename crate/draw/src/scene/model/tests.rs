//! Properties of layouts, on models made at random and by hand.

use loopscope_core::system::{text, Construct, ConstructId, Model};
use loopscope_core::trace::ProcessId;
use loopscope_testing::Random;
use rustc_hash::FxHashMap;

use super::body_plan::{CHANGE, NUMBERS};
use super::compose::{lay_out, Parts};
use super::drawn::Drawn;
use super::grid::Grid;
use super::layout::{Frame, Layout, OtherEnd};
use super::row_assignment::RowAssignment;
use super::{ModelSource, ModelState};
use crate::scene::tags::TagSlots;
use crate::scene::{Owner, Shape};

/// Some of the members, at least one, ascending.
fn some_of(random: &mut Random, members: &[u32]) -> Vec<u32> {
    let picked: Vec<u32> = members.iter().copied().filter(|_| random.below(2) == 0).collect();
    if picked.is_empty() {
        members.iter().copied().take(1).collect()
    } else {
        picked
    }
}

fn list(members: &[u32]) -> String {
    members.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn body(random: &mut Random, members: &[u32], depth: usize, out: &mut Vec<String>) {
    let mut open: Vec<String> = Vec::new();
    for _ in 0..=random.below(7) {
        match random.below(8) {
            0..=2 => {
                let (from, to, tag) = (*random.one_of(members), *random.one_of(members), random.below(3));
                out.push(format!("{from} send {to} {tag}"));
                open.push(format!("{from} recv {to} {tag}"));
            }
            3 => {
                let group = some_of(random, members);
                out.push(format!("{0} sync MPI_Barrier {0}", list(&group)));
            }
            4 => out.push(format!("{} local work", *random.one_of(members))),
            5 if depth < 4 => {
                // Messages from loop to loop.
                let (from, to) = (*random.one_of(members), *random.one_of(members));
                if from != to {
                    let n = random.below(4) + 1;
                    for verb in ["send", "recv"] {
                        out.push(format!("for i{depth} = 0 to {n}\n{from} {verb} {to} 9\ndone"));
                    }
                } else {
                    out.push(format!("{from} send {to} 8"));
                }
            }
            _ if depth < 4 => {
                let inside = some_of(random, members);
                out.push(format!("for i{depth} = 0 to {}", random.below(9) + 1));
                body(random, &inside, depth + 1, out);
                out.push("done".to_owned());
            }
            _ => out.push(format!("{} local rest", *random.one_of(members))),
        }
        if random.below(3) == 0 {
            out.append(&mut open);
        }
    }
    out.append(&mut open);
}

fn random_model(seed: u64) -> Model {
    let mut random = Random::new(seed);
    let members: Vec<u32> = (0..=(random.below(9) as u32)).collect();
    let mut lines = vec![format!("processes {}", list(&members))];
    body(&mut random, &members, 0, &mut lines);
    text::parse(&lines.join("\n")).expect("a model")
}

fn open(model: &Model, folded: bool) -> (RowAssignment, Layout) {
    let assignment = RowAssignment::new(model, folded, &[]);
    let layout = lay_out(model, &assignment, Parts { whole: true, closed: &[] }, NUMBERS);
    (assignment, layout)
}

/// Random models and their layouts, with nothing folded.
fn random_layouts() -> impl Iterator<Item = (u64, Model, Layout)> {
    (0..400).map(|seed| {
        let model = random_model(seed);
        let (_, layout) = open(&model, false);
        (seed, model, layout)
    })
}

/// The row of a line at a step.
fn row_at(layout: &Layout, line: u32, x: f64) -> u32 {
    let mut before = layout.changes.iter().filter(|step| step.line == line && step.start + CHANGE <= x);
    before.next_back().map_or(layout.starts[line as usize], |step| step.to)
}

fn overlap(a: &Frame, b: &Frame) -> bool {
    a.left < b.right && b.left < a.right && a.first <= b.last && b.first <= a.last
}

#[test]
fn every_construct_is_drawn_once() {
    for (seed, model, layout) in random_layouts() {
        let mut drawn: Vec<ConstructId> = layout.frames.iter().map(|frame| frame.id).collect();
        drawn.extend(layout.marks.iter().map(|mark| mark.id));
        drawn.sort();
        assert_eq!(drawn, model.ids().collect::<Vec<_>>(), "{seed}");
        assert_eq!(layout.hidden, 0);
    }
}

#[test]
fn boxes_are_tight_and_apart() {
    for (seed, model, layout) in random_layouts() {
        for (at, frame) in layout.frames.iter().enumerate() {
            let members = model.members(frame.id);
            assert_eq!(frame.last - frame.first + 1, members.len() as u32, "{seed}");
            // Its lines are in it from its begin on, and all others are not.
            for (line, process) in model.processes().iter().enumerate() {
                let row = row_at(&layout, line as u32, frame.left);
                let inside = (frame.first..=frame.last).contains(&row);
                assert_eq!(inside, members.contains(process), "{seed}: {process} in {frame:?}");
            }
            for other in layout.frames.iter().skip(at + 1) {
                if other.parent == frame.parent {
                    assert!(!overlap(frame, other), "{seed}: {frame:?} {other:?}");
                }
            }
            let Some(outer) = frame.parent.and_then(|parent| layout.frames.get(parent)) else {
                continue;
            };
            assert!(outer.left < frame.left && frame.right < outer.right, "{seed}");
            assert!(outer.first <= frame.first && frame.last <= outer.last, "{seed}");
            assert_eq!(outer.depth + 1, frame.depth);
        }
    }
}

#[test]
fn time_goes_from_left_to_right() {
    for (seed, model, layout) in random_layouts() {
        let mut spans: FxHashMap<ConstructId, (f64, f64)> = FxHashMap::default();
        spans.extend(layout.frames.iter().map(|f| (f.id, (f.left, f.right))));
        spans.extend(layout.marks.iter().map(|s| (s.id, (s.x - 0.5, s.x + 0.5))));
        let mut last: FxHashMap<(u32, Option<ConstructId>), f64> = FxHashMap::default();
        for &process in model.processes() {
            for &id in model.constructs_of(process) {
                let end = last.entry((process.0, model.parent(id))).or_insert(0.0);
                let (from, to) = spans[&id];
                assert!(*end <= from + 1e-9, "{seed}: {id:?}");
                *end = to;
                assert!(0.0 <= from && to <= layout.length, "{seed}: {id:?}");
            }
        }
        for arrow in &layout.arrows {
            if let (Some(from), Some(to)) = (arrow.from, arrow.to) {
                assert!(from.0 < to.0, "{seed}: {arrow:?}");
            }
        }
    }
}

#[test]
fn lines_go_from_row_to_row() {
    for (seed, model, layout) in random_layouts() {
        let mut rows: Vec<(u32, f64)> = layout.starts.iter().map(|&row| (row, 0.0)).collect();
        for step in &layout.changes {
            let line = &mut rows[step.line as usize];
            assert_eq!(line.0, step.from, "{seed}");
            assert!(line.1 <= step.start, "{seed}");
            *line = (step.to, step.start + CHANGE);
        }
        // Each has a row of its own, where it begins and where it ends.
        for mut ends in [layout.starts.clone(), rows.iter().map(|line| line.0).collect()] {
            ends.sort_unstable();
            assert!(ends.iter().enumerate().all(|(row, &end)| end == row as u32), "{seed}");
        }
        // Every end of an arrow lies on the line of its process.
        for arrow in &layout.arrows {
            let channel = model.channel(arrow.channel);
            for (end, process) in [(arrow.from, channel.src), (arrow.to, channel.dst)] {
                let Some((x, row)) = end else { continue };
                assert_eq!(row_at(&layout, process.0, x), row, "{seed}: {arrow:?}");
            }
            // The events that it names are its ends.
            let is = |end: Option<ConstructId>, of: Construct| end.is_none_or(|id| model.construct(id) == of);
            assert!(is(arrow.sender, Construct::Send(arrow.channel)), "{seed}");
            assert!(is(arrow.receiver, Construct::Recv(arrow.channel)), "{seed}");
        }
    }
}

#[test]
fn every_message_is_an_arrow() {
    for (seed, model, layout) in random_layouts() {
        let mut expected = 0;
        let mut levels = vec![None];
        levels.extend(model.ids().filter_map(|id| model.as_loop(id)).map(Some));
        for level in &levels {
            let links = model.links(level.as_ref());
            let between = |link: &&loopscope_core::system::Link| link.from != link.to;
            let is_event = |loose: &&loopscope_core::system::Loose| model.as_loop(loose.construct).is_none();
            expected += links.links.iter().filter(between).count();
            expected += links.loose.iter().filter(is_event).count();
        }
        assert_eq!(layout.arrows.len(), expected, "{seed}");
        let (_, again) = open(&model, false);
        assert_eq!(layout, again);
    }
}

#[test]
fn processes_that_do_the_same_share_a_row() {
    let mut lines = vec!["processes 0-9".to_owned(), "for i0 = 0 to 4".to_owned()];
    for p in 0..9 {
        lines.push(format!("{p} send {} 1", p + 1));
    }
    for p in 0..9 {
        lines.push(format!("{p} recv {} 1", p + 1));
    }
    lines.push("0-9 sync MPI_Barrier 0-9".to_owned());
    lines.push("done".to_owned());
    let model = text::parse(&lines.join("\n")).expect("a model");
    let (assignment, layout) = open(&model, true);
    assert_eq!((assignment.label(0), assignment.label(1), assignment.label(2)), ("0".into(), "1-8".into(), "9".into()));
    assert_eq!(layout.rows, 3);
    let rows: Vec<(u32, u32)> = layout.arrows.iter().filter_map(|a| Some((a.from?.1, a.to?.1))).collect();
    assert_eq!(rows, [(0, 1), (1, 1), (1, 2)]);
    assert!(layout.arrows.iter().all(|arrow| arrow.other == OtherEnd::Drawn));
    assert_eq!(layout.marks.iter().filter(|mark| mark.rows.len() == 3).count(), 1);
    // Where it helps nothing, nothing is lost.
    for seed in 0..200 {
        let model = random_model(seed);
        let (assignment, layout) = open(&model, true);
        let members: usize = assignment.rows.iter().map(Vec::len).sum();
        assert_eq!((members, layout.rows), (model.processes().len(), assignment.rows.len()));
        let drawn = layout.frames.len() + layout.marks.len();
        let wanted = model.ids().filter(|&id| assignment.drawn(id) == id).count();
        assert_eq!(drawn, wanted, "{seed}");
    }
}

#[test]
fn what_surrounds_the_main_loop_is_left_out() {
    let text = "processes 0,1\n0 send 1 1\n0 recv 1 1\nfor i0 = 0 to 1\n0 local a\ndone\n\
                for i0 = 0 to 99\n0 send 1 2\n0 recv 1 2\ndone\n0,1 sync MPI_Reduce 0,1\n";
    let model = text::parse(text).expect("a model");
    let assignment = RowAssignment::new(&model, false, &[]);
    let layout = lay_out(&model, &assignment, Parts { whole: false, closed: &[] }, NUMBERS);
    assert_eq!((layout.frames.len(), layout.marks.len(), layout.hidden), (1, 2, 6));
    assert_eq!(layout.frames.first().map(|frame| (frame.first, frame.last)), Some((0, 1)));
    // Closed, it is a box without anything in it.
    let name = model.loops().first().map_or(0, |named| named.id);
    let layout = lay_out(&model, &assignment, Parts { whole: false, closed: &[name] }, NUMBERS);
    assert!(layout.frames.iter().all(|frame| frame.closed) && layout.marks.is_empty());
    let is_loop = |id: ConstructId| matches!(model.construct(id), Construct::Loop(_));
    assert!(is_loop(layout.frames[0].id));
}

/// For everything that is drawn on the line of one process: the number that is read there, the last one at or left of it
/// in its row, is that of this process, or there is none. Returns how many have one, and how many there are.
fn numbered(model: &Model, state: &ModelState) -> (usize, usize) {
    let source = ModelSource { model, tags: &TagSlots::default(), volumes: None };
    let picture = super::model(&source, state);
    let assignment = RowAssignment::new(model, picture.folded, &state.opened);
    let layout = super::layout_with_numbers(model, &assignment, state);
    let grid = Grid::new(&Drawn { source: &source, state, assignment: &assignment, layout: &layout });
    let mut labels: Vec<(f64, f64, &str)> = Vec::new();
    let mut owner = Owner::Picture;
    for shape in &picture.scene.shapes {
        match shape {
            Shape::OwnedBy(of) => owner = *of,
            Shape::Text { x, y, text, .. } if matches!(owner, Owner::Line(_)) => {
                labels.push((*x, *y, text));
            }
            _ => {}
        }
    }
    let mut places: Vec<(f64, u32, ProcessId)> = Vec::new();
    for arrow in &layout.arrows {
        let channel = model.channel(arrow.channel);
        let ends = [(arrow.from, channel.src), (arrow.to, channel.dst)];
        places.extend(ends.into_iter().filter_map(|(end, own)| Some((end?.0, end?.1, own))));
    }
    for mark in &layout.marks {
        if let (&[row], &[own]) = (&mark.rows[..], model.members(mark.id)) {
            places.push((mark.x, row, own));
        }
    }
    places.retain(|place| (grid.from..=grid.to).contains(&place.0));
    let mut found = 0;
    for &(x, row, process) in &places {
        let Some(y) = grid.y(row) else { continue };
        let beside = |label: &&(f64, f64, &str)| (0.0..5.0).contains(&(label.1 - y)) && label.0 <= grid.x(x);
        let read = labels.iter().filter(beside).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, _, read)) = read {
            let own = assignment.label(assignment.row(process) as usize);
            assert_eq!(*read, own, "at step {x} in row {row} of {state:?}");
            found += 1;
        }
    }
    (found, places.len())
}

/// A grid in which columns and rows of processes have loops of their own, over and over: the lines change rows often.
fn columns_and_rows(side: u32, rounds: usize) -> Model {
    let all: Vec<u32> = (0..side * side).collect();
    let mut lines = vec![format!("processes {}", list(&all)), "for i0 = 0 to 9".to_owned()];
    for _ in 0..rounds {
        for across in [false, true] {
            for at in 0..side {
                lines.push("for i1 = 0 to 4".to_owned());
                let place = |k: u32| if across { at * side + k } else { k * side + at };
                for k in 0..side {
                    lines.push(format!("{} send {} 1", place(k), place((k + 1) % side)));
                }
                for k in 0..side {
                    lines.push(format!("{} recv {} 1", place((k + side - 1) % side), place(k)));
                }
                lines.push("done".to_owned());
            }
        }
    }
    lines.push("done".to_owned());
    for p in &all {
        lines.push(format!("{p} send {} 2", (p + 1) % (side * side)));
    }
    for p in &all {
        lines.push(format!("{} recv {p} 2", (p + side * side - 1) % (side * side)));
    }
    text::parse(&lines.join("\n")).expect("a model")
}

#[test]
fn the_number_beside_a_line_is_that_of_its_process() {
    let sizes = [(1200.0, 0.0), (700.0, 700.0), (360.0, 0.0)];
    let check = |model: &Model| {
        for (width, height) in sizes {
            for zoom in [None, Some((0.0, 9.0)), Some((7.0, 30.0)), Some((20.0, 90.0))] {
                for whole in [true, false] {
                    let compact = width < 400.0;
                    let state = ModelState { width, height, whole, zoom, compact, ..ModelState::default() };
                    numbered(model, &state);
                }
            }
        }
    };
    for seed in 0..60 {
        check(&random_model(seed));
    }
    for (side, rounds) in [(2, 1), (3, 3), (4, 1), (4, 12), (6, 2)] {
        check(&columns_and_rows(side, rounds));
    }
}

#[test]
fn numbers_have_room_where_rows_change() {
    // Many steps, and changes among them: all numbers are there, in the view of all steps.
    let wide = ModelState { width: 1000.0, whole: true, ..ModelState::default() };
    let (found, all) = numbered(&columns_and_rows(4, 8), &wide);
    assert_eq!(found, all);
    // So many changes that no picture of this width has room for their numbers: then there is none in those rows.
    let (found, all) = numbered(&columns_and_rows(4, 60), &wide);
    assert!(found < all);
}

#[test]
fn lines_begin_in_the_order_that_the_first_loops_ask_for() {
    let assignment = |model: &Model| RowAssignment::new(model, false, &[]);
    let model = columns_and_rows(4, 1);
    let layout = lay_out(&model, &assignment(&model), Parts { whole: false, closed: &[] }, NUMBERS);
    assert_eq!(layout.starts[..5], [0, 4, 8, 12, 1]);
    let first = layout.arrows.iter().filter_map(|arrow| arrow.from).map(|from| from.0);
    let first = first.fold(f64::INFINITY, f64::min);
    assert!(layout.changes.iter().all(|step| step.start > first));
}
