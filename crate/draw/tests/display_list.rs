//! The display list: it can be replayed to its end, and the same picture is the same numbers.

#![cfg(test)]

mod common;

use common::*;
use loopscope_draw::paint::Picture;

/// Walks through the commands as the page does; returns how often each operation comes.
fn replay(picture: &Picture) -> [usize; 9] {
    let numbers = &picture.numbers;
    let at = |place: usize| *numbers.get(place).expect("a number");
    let (mut place, mut counts, mut layer) = (0, [0; 9], false);
    while place < numbers.len() {
        let (operation, style) = (at(place) as usize, at(place + 1) as usize);
        counts[operation] += 1;
        if operation < 5 || operation == 8 {
            assert!(style < picture.styles.len());
        }
        place += match operation {
            1 => 7,
            2 => 4 + 2 * at(place + 3) as usize,
            3 => {
                assert!((at(place + 2) as usize) < picture.strings.len());
                assert!(!picture.styles[style].font.is_empty());
                6
            }
            4 => 5,
            5 => {
                assert!(!layer, "layers do not nest");
                layer = true;
                7
            }
            6 => {
                assert!(layer);
                layer = false;
                2
            }
            8 => 3 + 4 * at(place + 2) as usize,
            _ => panic!("no such operation: {operation}"),
        };
    }
    assert_eq!(place, numbers.len());
    assert!(!layer);
    counts
}

#[test]
fn every_ribbon_replays() {
    for program in programs() {
        let state = RibbonState { width: 752.0, selected: 1, ..RibbonState::default() };
        let drawn = ribbon(&program.source(), &state);
        let light = picture(&drawn.scene, Theme::Light);
        let counts = replay(&light);
        assert_eq!(counts[5], drawn.strips.len(), "{}", program.name);
        assert!(light.numbers.iter().all(|n| (n * 8.0).fract() == 0.0), "{}", program.name);
        assert_eq!(light, picture(&drawn.scene, Theme::Light));
        let dark = picture(&drawn.scene, Theme::Dark);
        assert_eq!(dark.strings, light.strings);
        assert_eq!(replay(&dark), counts, "a theme changes colours only");
    }
}

#[test]
fn one_of_each() {
    let mut scene = Scene::new(100.0, 50.0);
    let area = Area { x: 1.5, y: 2.0, w: 30.0, h: 10.0 };
    scene.rect(area, 4.0, Some(Ink::Depth(1)), Some((Ink::Edge, 0.75)));
    scene.shapes.push(Shape::Layer { strip: 3, area });
    scene.text((5.0, 9.0), Anchor::End, (Font::Strong, Ink::Text), "×249");
    scene.shapes.push(Shape::EndLayer);
    scene.bars(20.0, vec![Area { x: 1.0, y: 15.0, w: 1.0, h: 5.0 }], Ink::Tag(1));
    scene.line(&[(0.0, 0.0), (0.125, 1.0)], Ink::Line, 1.0);
    scene.shapes.push(Shape::Disc { x: 7.0, y: 8.0, r: 2.0, fill: Ink::Text2 });
    let drawn = picture(&scene, Theme::Light);
    #[rustfmt::skip]
    let expected = [
        1.0, 1.0, 1.5, 2.0, 30.0, 10.0, 4.0,
        5.0, 0.0, 3.0, 1.5, 2.0, 30.0, 10.0,
        3.0, 2.0, 0.0, 5.0, 9.0, 2.0,
        6.0, 0.0,
        8.0, 3.0, 1.0, 1.0, 15.0, 1.0, 5.0,
        2.0, 4.0, 0.0, 2.0, 0.0, 0.0, 0.125, 1.0,
        4.0, 5.0, 7.0, 8.0, 2.0,
    ];
    assert_eq!(drawn.numbers, expected);
    assert_eq!(drawn.strings, ["×249"]);
    let both = &drawn.styles[1];
    assert_eq!((both.fill.as_str(), both.stroke.as_str()), ("#EFF1F3", "#8A939D"));
    assert_eq!(both.line_width(), 0.75);
    let font = "600 12px 'Inter Variable', Inter, system-ui, sans-serif";
    assert_eq!(drawn.styles[2].font, font);
}

#[test]
fn what_the_ribbon_opens() {
    let program = waves();
    let state = RibbonState { width: 752.0, ..RibbonState::default() };
    let drawn = ribbon(&program.source(), &state);
    let titles: Vec<&str> = drawn.strips.iter().map(|strip| strip.title.as_str()).collect();
    assert_eq!(
        titles,
        ["Process 5, whole trace", "One iteration of L1: number 125 of 249", "One iteration of L2: number 31 of 62",]
    );
    let notes: Vec<&str> = drawn.strips.iter().map(|strip| strip.note.as_str()).collect();
    assert_eq!(
        notes,
        [
            "124,509 events · one pixel is 166 events",
            "events 62,006 to 62,505, drag the mark for another",
            "events 62,126 to 62,129",
        ]
    );
    let opened = drawn.strips[0].opened.expect("a mark");
    assert_eq!((opened.item, opened.iteration, opened.count), (3, 124, 249));
    assert_eq!((opened.start, opened.period, opened.loop_id), (6, 500, 1));
    // Asking for another iteration keeps what is below it.
    let mut path = drawn.path.clone();
    path[0].iteration = 7;
    let moved = ribbon(&program.source(), &RibbonState { path: path.clone(), ..state.clone() });
    assert_eq!(moved.path, path);
    assert_eq!(moved.strips[1].origin, 6 + 7 * 500);
    // A selected loop is opened where it first stands.
    let inner = ribbon(&program.source(), &RibbonState { selected: 3, ..state });
    assert_eq!(inner.strips[2].loop_id, 3);
}
