//! Properties of layouts, on models made at random and by hand.

use loopscope_core::system::{text, Construct, ConstructId, Model};
use rustc_hash::FxHashMap;

use super::cast::Cast;
use super::layout::{lay_out, Frame, Layout, Other};
use super::plan::CHANGE;

/// A small generator of numbers (Marsaglia 2003, xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides.max(1)
    }

    /// Some of the members, at least one, ascending.
    fn some(&mut self, members: &[u32]) -> Vec<u32> {
        let picked: Vec<u32> = members.iter().copied().filter(|_| self.roll(2) == 0).collect();
        if picked.is_empty() {
            members.iter().copied().take(1).collect()
        } else {
            picked
        }
    }

    fn one(&mut self, members: &[u32]) -> u32 {
        members.get(self.roll(members.len() as u64) as usize).copied().unwrap_or(0)
    }
}

fn list(members: &[u32]) -> String {
    members.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn body(dice: &mut Dice, members: &[u32], depth: usize, out: &mut Vec<String>) {
    let mut flying: Vec<String> = Vec::new();
    for _ in 0..=dice.roll(7) {
        match dice.roll(8) {
            0..=2 => {
                let (from, to, tag) = (dice.one(members), dice.one(members), dice.roll(3));
                out.push(format!("{from} send {to} {tag}"));
                flying.push(format!("{from} recv {to} {tag}"));
            }
            3 => {
                let group = dice.some(members);
                out.push(format!("{0} sync MPI_Barrier {0}", list(&group)));
            }
            4 => out.push(format!("{} local work", dice.one(members))),
            5 if depth < 4 => {
                // Messages from loop to loop.
                let (from, to) = (dice.one(members), dice.one(members));
                if from != to {
                    let n = dice.roll(4) + 1;
                    out.push(format!("for i{depth} = 0 to {n}"));
                    out.push(format!("{from} send {to} 9"));
                    out.push("done".to_owned());
                    out.push(format!("for i{depth} = 0 to {n}"));
                    out.push(format!("{from} recv {to} 9"));
                    out.push("done".to_owned());
                } else {
                    out.push(format!("{from} send {to} 8"));
                }
            }
            _ if depth < 4 => {
                let inside = dice.some(members);
                out.push(format!("for i{depth} = 0 to {}", dice.roll(9) + 1));
                body(dice, &inside, depth + 1, out);
                out.push("done".to_owned());
            }
            _ => out.push(format!("{} local rest", dice.one(members))),
        }
        if dice.roll(3) == 0 {
            out.append(&mut flying);
        }
    }
    out.append(&mut flying);
}

fn random(seed: u64) -> Model {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let members: Vec<u32> = (0..dice.roll(9) as u32 + 1).collect();
    let mut lines = vec![format!("processes {}", list(&members))];
    body(&mut dice, &members, 0, &mut lines);
    text::parse(&lines.join("\n")).expect("a model")
}

fn open(model: &Model, folded: bool) -> (Cast, Layout) {
    let cast = Cast::new(model, folded, &[]);
    let layout = lay_out(model, &cast, true, &[]);
    (cast, layout)
}

/// The row of a line at a step.
fn row_at(layout: &Layout, line: u32, x: f64) -> u32 {
    let mut before =
        layout.moves.iter().filter(|step| step.line == line && step.start + CHANGE <= x);
    before.next_back().map_or(line, |step| step.to)
}

fn overlap(a: &Frame, b: &Frame) -> bool {
    a.left < b.right && b.left < a.right && a.first <= b.last && b.first <= a.last
}

#[test]
fn every_construct_is_drawn_once() {
    for seed in 0..400 {
        let model = random(seed);
        let (_, layout) = open(&model, false);
        let mut drawn: Vec<ConstructId> = layout.frames.iter().map(|frame| frame.id).collect();
        drawn.extend(layout.spots.iter().map(|spot| spot.id));
        drawn.sort();
        assert_eq!(drawn, model.ids().collect::<Vec<_>>(), "{seed}");
        assert_eq!(layout.hidden, 0);
    }
}

#[test]
fn boxes_are_tight_and_apart() {
    for seed in 0..400 {
        let model = random(seed);
        let (_, layout) = open(&model, false);
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
    for seed in 0..400 {
        let model = random(seed);
        let (_, layout) = open(&model, false);
        let mut spans: FxHashMap<ConstructId, (f64, f64)> = FxHashMap::default();
        spans.extend(layout.frames.iter().map(|f| (f.id, (f.left, f.right))));
        spans.extend(layout.spots.iter().map(|s| (s.id, (s.x - 0.5, s.x + 0.5))));
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
    for seed in 0..400 {
        let model = random(seed);
        let (_, layout) = open(&model, false);
        let mut rows: Vec<(u32, f64)> = (0..layout.rows as u32).map(|row| (row, 0.0)).collect();
        for step in &layout.moves {
            let line = &mut rows[step.line as usize];
            assert_eq!(line.0, step.from, "{seed}");
            assert!(line.1 <= step.start, "{seed}");
            *line = (step.to, step.start + CHANGE);
        }
        // In the end all are where they began.
        assert!(rows.iter().enumerate().all(|(row, line)| line.0 == row as u32), "{seed}");
        // Every end of an arrow lies on the line of its process.
        for arrow in &layout.arrows {
            let channel = model.channel(arrow.channel);
            for (end, process) in [(arrow.from, channel.src), (arrow.to, channel.dst)] {
                let Some((x, row)) = end else { continue };
                assert_eq!(row_at(&layout, process.0, x), row, "{seed}: {arrow:?}");
            }
        }
    }
}

#[test]
fn every_message_is_an_arrow() {
    for seed in 0..400 {
        let model = random(seed);
        let (_, layout) = open(&model, false);
        let mut expected = 0;
        let mut levels = vec![None];
        levels.extend(model.ids().filter_map(|id| model.as_loop(id)).map(Some));
        for level in &levels {
            let links = model.links(level.as_ref());
            let between = |link: &&loopscope_core::system::Link| link.from != link.to;
            let is_event =
                |loose: &&loopscope_core::system::Loose| model.as_loop(loose.construct).is_none();
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
    let (cast, layout) = open(&model, true);
    assert_eq!(
        (cast.label(0), cast.label(1), cast.label(2)),
        ("0".into(), "1-8".into(), "9".into())
    );
    assert_eq!(layout.rows, 3);
    let rows: Vec<(u32, u32)> =
        layout.arrows.iter().filter_map(|a| Some((a.from?.1, a.to?.1))).collect();
    assert_eq!(rows, [(0, 1), (1, 1), (1, 2)]);
    assert!(layout.arrows.iter().all(|arrow| arrow.other == Other::Drawn));
    assert_eq!(layout.spots.iter().filter(|spot| spot.rows.len() == 3).count(), 1);
    // Where it helps nothing, nothing is lost.
    for seed in 0..200 {
        let model = random(seed);
        let (cast, layout) = open(&model, true);
        let members: usize = cast.rows.iter().map(Vec::len).sum();
        assert_eq!((members, layout.rows), (model.processes().len(), cast.rows.len()));
        let drawn = layout.frames.len() + layout.spots.len();
        let wanted = model.ids().filter(|&id| cast.drawn(id) == id).count();
        assert_eq!(drawn, wanted, "{seed}");
    }
}

#[test]
fn what_surrounds_the_main_loop_is_left_out() {
    let text = "processes 0,1\n0 send 1 1\n0 recv 1 1\nfor i0 = 0 to 1\n0 local a\ndone\n\
                for i0 = 0 to 99\n0 send 1 2\n0 recv 1 2\ndone\n0,1 sync MPI_Reduce 0,1\n";
    let model = text::parse(text).expect("a model");
    let cast = Cast::new(&model, false, &[]);
    let layout = lay_out(&model, &cast, false, &[]);
    assert_eq!((layout.frames.len(), layout.spots.len(), layout.hidden), (1, 2, 6));
    assert_eq!(layout.frames.first().map(|frame| (frame.first, frame.last)), Some((0, 1)));
    // Closed, it is a box without anything in it.
    let name = model.loops().first().map_or(0, |named| named.id);
    let layout = lay_out(&model, &cast, false, &[name]);
    assert!(layout.frames.iter().all(|frame| frame.closed) && layout.spots.is_empty());
    let is_loop = |id: ConstructId| matches!(model.construct(id), Construct::Loop(_));
    assert!(is_loop(layout.frames[0].id));
}
