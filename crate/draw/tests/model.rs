//! Properties of drawn model graphs: what is where, what it says, and that no input breaks it.

#![cfg(test)]

mod common;

use common::*;
use loopscope_core::system::Volumes;
use loopscope_draw::scene::model::ModelPicture;

fn page() -> ModelState {
    ModelState { width: 752.0, height: 520.0, ..ModelState::default() }
}

fn drawn(system: &System, state: &ModelState) -> ModelPicture {
    model(&system.source(), state)
}

/// What stands beside its rows.
fn labels(picture: &ModelPicture) -> Vec<&str> {
    picture.rows.iter().map(|row| row.label.as_str()).collect()
}

/// Where the texts of a picture are.
fn texts(picture: &ModelPicture) -> Vec<(Area, String)> {
    let of = |shape: &Shape| {
        let (left, width, y, font, text) = text_line(shape)?;
        let area = Area::between(left, y - font.size() * 0.75, left + width, y);
        Some((area, text.to_owned()))
    };
    picture.scene.shapes.iter().filter_map(of).collect()
}

#[test]
fn labels_do_not_overlap() {
    let systems = [waves_of(4), grids_of(3), grids_of(4), mixture_of_all(), waves_of(8)];
    for (number, system) in systems.iter().enumerate() {
        for width in [320.0, 374.0, 752.0, 1500.0] {
            for compact in [false, true] {
                let state = ModelState { width, compact, whole: true, ..page() };
                let picture = drawn(system, &state);
                let texts = texts(&picture);
                for (at, (a, text)) in texts.iter().enumerate() {
                    // What is cut by the edge of the plot is cut.
                    for (b, other) in texts.iter().skip(at + 1) {
                        let apart = a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
                        assert!(apart, "{number} at {width}: {text} on {other}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_message_says_how_often() {
    let system = waves_of(4);
    let picture = drawn(&system, &page());
    let of = |channel| picture.messages.iter().find(|m| m.channel == channel).expect("a message");
    let message = of((5, 6, 2));
    assert_eq!(message.title, "5 → 6, tag 2");
    assert_eq!(message.detail, "62 × 249 = 15,438 times");
    // 48 in the two inner loops, 48 in the exchange.
    assert_eq!(picture.messages.len(), 96);
    let loops: Vec<&str> =
        picture.scene.hits.iter().filter(|hit| hit.kind == HitKind::Loop).map(|hit| hit.title.as_str()).collect();
    assert_eq!(loops, ["L1 ×249", "L2 ×62", "L3 ×62"]);
    assert_eq!(picture.hidden, 32);
    assert!(picture.hidden_in_words().starts_with("before and after the main loops, < 0.1 %"));
}

#[test]
fn a_message_says_its_bytes_where_they_are_known() {
    let system = waves_of(4);
    let titles = |size: &dyn Fn(u64) -> u64| {
        let sizes = |_| Some((0..).map(size));
        let volumes = Volumes::new(&system.model, sizes);
        let source = ModelSource { volumes: Some(&volumes), ..system.source() };
        let picture = model(&source, &page());
        let found = picture.messages.iter().find(|message| message.channel == (5, 6, 2));
        found.map(|message| message.title.clone()).unwrap_or_default()
    };
    assert_eq!(titles(&|_| 640), "5 → 6, tag 2, 640 B (mean)");
    assert_eq!(titles(&|at| if at / 2 % 2 == 0 { 641 } else { 639 }), "5 → 6, tag 2, 640 B (mean)");
}

#[test]
fn what_has_no_partner_says_so() {
    let system = mixture_of_all();
    let whole = ModelState { whole: true, ..page() };
    let picture = drawn(&system, &whole);
    assert_eq!((picture.hidden, picture.hidden_in_words()), (0, String::new()));
    let detail = |channel| {
        let found = picture.messages.iter().find(|message| message.channel == channel);
        found.map(|message| message.detail.as_str()).unwrap_or_default()
    };
    assert_eq!(detail((0, 3, 5)), "once; received nowhere in the trace");
    assert_eq!(detail((0, 0, 1)), "10 times; sent in another iteration of L1");
    assert_eq!(detail((1, 1, 2)), "10 times");
    let loop_to_loop = picture.messages.iter().find(|m| m.detail.starts_with("28 × 10"));
    assert_eq!(loop_to_loop.map(|message| message.channel), Some((2, 3, 3)));
    let hits = &picture.scene.hits;
    let barrier = hits.iter().find(|hit| hit.title == "Allreduce among 0-4").expect("a collective");
    assert_eq!(barrier.detail, "10 times; without 4");
}

#[test]
fn a_window_is_a_part_of_the_whole() {
    let system = grids_of(4);
    let all = drawn(&system, &page());
    assert!((all.from + 1.5).abs() < 1e-9 && (all.to - all.length - 1.5).abs() < 1e-9);
    assert_eq!(labels(&all), (0..16).map(|row| row.to_string()).collect::<Vec<_>>());
    // Inside the columns of the grid the rows are others.
    let number = all.scene.shapes.iter().find_map(|shape| match shape {
        Shape::Text { x, text, .. } if text == "4" && *x > all.plot_left => Some(*x),
        _ => None,
    });
    let step = (all.to - all.from) / (all.plot_right - all.plot_left);
    let from = all.from + (number.expect("a number") - all.plot_left) * step;
    let part = drawn(&system, &ModelState { zoom: Some((from, from + 6.0)), ..page() });
    assert_eq!(labels(&part)[..4], ["0", "4", "8", "12"]);
    assert!(part.messages.len() < all.messages.len());
    for (from, to) in [(-1e9, 1e9), (f64::NAN, 3.0), (5.0, 5.0), (1e9, 2e9), (0.0, f64::INFINITY)] {
        let part = drawn(&system, &ModelState { zoom: Some((from, to)), ..page() });
        assert!(part.from.is_finite() && part.to > part.from, "{from} {to}");
        assert!(part.to - part.from >= 2.0 - 1e-9);
    }
    let phone = drawn(&system, &ModelState { width: 374.0, compact: true, ..page() });
    assert!(phone.to < all.to);
}

#[test]
fn a_chosen_process_stands_out() {
    let system = grids_of(4);
    let coloured = |picture: &ModelPicture| {
        let is_tag = |shape: &&Shape| matches!(shape, Shape::Path { closed: false, line: Some((Ink::Tag(_), _)), points, .. } if points.len() == 2);
        picture.scene.shapes.iter().filter(is_tag).count()
    };
    let (all, one) = (page(), ModelState { process: Some(5), ..page() });
    let (all, one) = (drawn(&system, &all), drawn(&system, &one));
    assert_eq!(all.messages.len(), one.messages.len());
    assert!(coloured(&one) * 3 < coloured(&all));
}

#[test]
fn many_processes_share_rows() {
    let system = waves_of(16);
    let picture = drawn(&system, &page());
    assert!(picture.folded);
    assert_eq!(picture.rows.len(), 9);
    assert_eq!(labels(&picture)[..3], ["0", "1-14", "15"]);
    assert_eq!(picture.rows_left_out, 0);
    // A message of one of them stands for those of the others.
    let of_many = picture.messages.iter().find(|message| message.channel.0 == 1);
    assert!(of_many.is_some_and(|message| message.detail.ends_with("times, and so do 13 more")));
    // One of them opened, its likes have rows of their own; nobody that is not there does any harm.
    let opened = ModelState { opened: vec![5, 4_000_000], ..page() };
    let picture = drawn(&system, &opened);
    assert_eq!(picture.rows.len(), 22);
    assert_eq!(labels(&picture)[..3], ["0", "1", "2"]);
    let few = drawn(&waves_of(4), &page());
    assert!(!few.folded && few.rows.len() == 16);
}

#[test]
fn nothing_breaks_it() {
    let empty = System::parsed("processes 0-2\n");
    let none = System { model: Default::default(), tags: Default::default() };
    let mut deep = "processes 0,1\n".to_owned();
    for depth in 0..60 {
        deep.push_str(&format!("for i{depth} = 0 to 1\n0 local a\n"));
    }
    deep.push_str("0 send 1 1\n0 recv 1 1\n");
    deep.push_str(&"done\n".repeat(60));
    let deep = System::parsed(&deep);
    for system in [&empty, &none, &deep] {
        for width in [f64::NAN, -3.0, 0.0, 300.0, f64::INFINITY] {
            for height in [f64::NAN, -3.0, 5000.0] {
                let state = ModelState { width, height, whole: true, ..ModelState::default() };
                let picture = drawn(system, &state);
                assert!(picture.scene.width >= 160.0 && picture.scene.height.is_finite());
            }
        }
    }
    assert_eq!(labels(&drawn(&empty, &page())), ["0", "1", "2"]);
    let dot = |shape: &&Shape| matches!(shape, Shape::Disc { fill: Ink::Text2, .. });
    // Nobody sees sixty boxes in each other: one is closed, and three dots say so.
    let picture = drawn(&deep, &ModelState { width: 1500.0, ..page() });
    assert_eq!(picture.scene.shapes.iter().filter(dot).count(), 3);
}
