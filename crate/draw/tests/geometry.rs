//! Rules that every picture keeps, whatever the nest, the width and the zoom: labels never
//! overlap, nothing is written outside what can be seen, every coordinate is a number.

#![cfg(test)]

mod common;

use common::*;
use loopscope_core::nest::Step;
use loopscope_draw::scene::ribbon::Ribbon;
use loopscope_draw::scene::thumb::thumb;

/// How far areas may reach over each other, and beyond what they are in.
const OVERLAP: f64 = 0.5;
const BEYOND: f64 = 0.51;

fn numbers_of(shape: &Shape) -> Vec<f64> {
    let of = |area: &Area| vec![area.x, area.y, area.w, area.h];
    match shape {
        Shape::Box { area, .. } | Shape::Layer { area, .. } => of(area),
        Shape::Path { points, .. } => points.iter().flat_map(|&(x, y)| [x, y]).collect(),
        Shape::Bars { base, bars, .. } => bars.iter().flat_map(of).chain([*base]).collect(),
        Shape::Disc { x, y, r, .. } => vec![*x, *y, *r],
        Shape::Text { x, y, .. } => vec![*x, *y],
        Shape::EndLayer | Shape::OwnedBy(_) => vec![],
    }
}

/// Checks all rules; `about` says in a failure which picture it was.
fn check(scene: &Scene, about: &dyn Fn() -> String) {
    let whole = Area { x: 0.0, y: 0.0, w: scene.width, h: scene.height };
    let (mut clip, mut texts, mut ticks) = (whole, Vec::new(), Vec::new());
    for shape in &scene.shapes {
        for number in numbers_of(shape) {
            assert!(number.is_finite() && number.abs() < 1e6, "{}: {shape:?}", about());
        }
        match shape {
            Shape::Layer { area, .. } => {
                assert!(overlap(area, &whole, OVERLAP), "{}: layer {area:?} is not there", about());
                clip = *area;
            }
            Shape::EndLayer => clip = whole,
            Shape::Bars { bars, fill: Ink::Tag(_) | Ink::Text2, .. } => ticks.extend(bars),
            _ => {}
        }
        if let Some((area, text)) = text_area(shape) {
            assert!(inside(&area, &clip, BEYOND), "{}: {text:?} at {area:?} leaves {clip:?}", about());
            texts.push((area, text));
        }
    }
    texts.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (k, (area, text)) in texts.iter().enumerate() {
        let near = texts[k + 1..].iter().take_while(|(other, _)| other.y < area.bottom());
        for (other, second) in near {
            assert!(!overlap(area, other, OVERLAP), "{}: {text:?} over {second:?}", about());
        }
        for tick in &ticks {
            assert!(!overlap(area, tick, OVERLAP), "{}: {text:?} over a tick {tick:?}", about());
        }
    }
    for hit in &scene.hits {
        assert!(inside(&hit.area, &whole, BEYOND), "{}: {hit:?} cannot be hit", about());
        assert!(!hit.title.is_empty(), "{}: {hit:?} says nothing", about());
    }
}

fn check_ribbon(program: &Program, state: &RibbonState) -> Ribbon {
    let drawn = ribbon(&program.source(), state);
    check(&drawn.scene, &|| format!("{} {state:?}", program.name));
    let mut bottom = 0.0;
    for strip in &drawn.strips {
        assert!(strip.top >= bottom && strip.height > 0.0);
        bottom = strip.top + strip.height;
        assert!(strip.from < strip.to && strip.plot_left < strip.plot_right);
        assert!(strip.to <= (strip.length as f64).max(1.0));
    }
    assert!(bottom <= drawn.scene.height);
    assert_eq!(drawn.path.len() + 1, drawn.strips.len());
    drawn
}

#[test]
fn ribbons_of_every_width() {
    for program in programs() {
        for compact in [false, true] {
            for width in (320..=1600).step_by(61).chain([358, 752, 784]) {
                let width = f64::from(width);
                let selected = width as u32 % 3;
                let state = RibbonState { width, compact, selected, ..RibbonState::default() };
                check_ribbon(&program, &state);
            }
        }
    }
}

#[test]
fn ribbons_of_extreme_nests() {
    for program in extremes() {
        for (width, compact) in [(358.0, true), (752.0, false), (1600.0, false)] {
            for zoom in [vec![], vec![(1e5, 9e5)], vec![(0.0, 40.0); 3]] {
                let state = RibbonState { width, compact, zoom, ..RibbonState::default() };
                check_ribbon(&program, &state);
            }
        }
    }
}

#[test]
fn ribbons_of_every_zoom() {
    let mut numbers = Random::new(7);
    for program in programs() {
        for _ in 0..40 {
            let length = program.nest.len().max(1);
            let zoom = (0..4)
                .map(|strip| {
                    // The deeper strips are shorter; what is too wide is cut.
                    let length = length >> (strip * 5);
                    let from = numbers.below(length.max(1)) as f64;
                    (from, from + numbers.below(length.max(2)) as f64 / 10.0 + 0.1)
                })
                .collect();
            let width = 320.0 + numbers.below(900) as f64;
            let compact = numbers.below(2) == 0;
            check_ribbon(&program, &RibbonState { width, compact, zoom, ..RibbonState::default() });
        }
    }
}

#[test]
fn ribbons_of_random_nests() {
    let mut numbers = Random::new(11);
    for _ in 0..200 {
        let program = random(&mut numbers);
        let width = 320.0 + numbers.below(1280) as f64;
        let selected = numbers.below(6) as u32;
        let compact = numbers.below(2) == 0;
        let state = RibbonState { width, compact, selected, ..RibbonState::default() };
        check_ribbon(&program, &state);
        let part = program.nest.len() as f64 / 3.0;
        check_ribbon(&program, &RibbonState { zoom: vec![(part, part * 1.3)], ..state });
    }
}

#[test]
fn strange_states_are_made_good() {
    let step = |item, iteration| Step { item, iteration };
    for program in programs() {
        for width in [f64::NAN, -5.0, 0.0, 1e9] {
            check_ribbon(&program, &RibbonState { width, ..RibbonState::default() });
        }
        for zoom in [(f64::NAN, 1.0), (5.0, 2.0), (-1e30, 1e30), (1e30, 1e31), (0.0, 1e-9)] {
            let state = RibbonState { width: 752.0, zoom: vec![zoom; 3], ..RibbonState::default() };
            check_ribbon(&program, &state);
        }
        for path in [vec![step(usize::MAX, 0)], vec![step(0, u64::MAX); 50], vec![step(1, 3); 2]] {
            let state = RibbonState { width: 752.0, path, selected: 9_999_999, ..RibbonState::default() };
            check_ribbon(&program, &state);
        }
    }
}

#[test]
fn a_picture_costs_what_is_seen_and_not_what_happened() {
    for program in extremes() {
        for zoom in [vec![], vec![(1e5, 9e5)]] {
            let state = RibbonState { width: 752.0, zoom, ..RibbonState::default() };
            let drawn = check_ribbon(&program, &state);
            let corners: usize = drawn.scene.shapes.iter().map(|s| numbers_of(s).len()).sum();
            assert!(corners < 40_000, "{}: {corners}", program.name);
            assert!(drawn.scene.hits.len() < 3_000, "{}", program.name);
        }
    }
}

#[test]
fn thumbnails() {
    let mut numbers = Random::new(13);
    let mut all = programs();
    all.extend((0..100).map(|_| random(&mut numbers)));
    for program in &all {
        for (width, height) in [(160.0, 46.0), (120.0, 30.0), (260.0, 60.0)] {
            for id in 0..20 {
                let about = || format!("{} L{id} {width}", program.name);
                check(&thumb(&program.source(), id, width, height), &about);
            }
        }
    }
}
