//! Pictures as files: any change of one is seen in review.
//!
//!     UPDATE=1 cargo test -p loopscope-draw --test golden
//!
//! writes them anew. Each is small enough to be read.

#![cfg(test)]

mod common;

use common::*;
use std::path::PathBuf;

use loopscope_core::completions::{Order, Orders};
use loopscope_core::nest::{text, Step};
use loopscope_draw::scene::ribbon::{addresses, aligned, AlignedRow};
use loopscope_draw::scene::source::Source;
use loopscope_draw::scene::thumb::thumb;

/// The largest file that is worth keeping.
const CAP: usize = 60_000;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/draw")
}

/// Rows have hits of their own, and words only where they say something.
#[test]
fn aligned_rows_answer_to_the_pointer() {
    let ways = two_ways();
    let rows = ways.each_ref().map(|way| AlignedRow { label: way.name, source: way.source() });
    let scene = aligned(&rows, &[], 784.0, false);
    for strip in [0, 1] {
        let mut hits = scene.hits.iter().filter(|hit| hit.strip == strip && hit.item.is_some());
        assert!(hits.any(|hit| hit.title.starts_with('L')), "{strip}");
    }
    assert!(scene.hits.iter().all(|hit| !hit.detail.contains("zoom")));
    assert!(scene.hits.iter().all(|hit| hit.area.right() <= 784.0 && hit.area.bottom() <= scene.height));
    let nothing = aligned(&[], &[], f64::NAN, false);
    assert!(nothing.shapes.is_empty());
}

/// A letter between the loops stands for itself where it has room; many letters are dots.
#[test]
fn aligned_rows_name_single_events_that_have_room() {
    let written = |inline: &str| {
        let (nest, symbols) = text::parse_inline(inline).expect("a nest");
        let program = Program::new("letters", nest, symbols, View::Calls);
        let row = AlignedRow { label: "greedy", source: program.source() };
        let mut letters = String::new();
        for shape in &aligned(&[row], &[], 784.0, false).shapes {
            match shape {
                Shape::Text { text, .. } if text.len() == 1 => letters += text,
                _ => {}
            }
        }
        letters
    };
    assert_eq!(written("x (a b)^3 y z"), "xyz");
    assert_eq!(written("((a)^3 c)^2 q"), "qcc");
    assert_eq!(written("(a b)^400 q"), "");
}

/// A bracket stands over the receives that came in several orders, and over nothing else.
#[test]
fn receives_in_any_order_have_a_bracket() {
    let lines = "for i0 = 0 to 11\n  0 send 3 5\n  1 recv 0 5\n  2 recv 0 5\n  0 sync MPI_Bcast 0-2\ndone\n";
    let program = Program::parsed("orders", View::Communication, lines);
    let (which, _) = text::parse_inline("(a)^3 b (a)^8").expect("a nest");
    let receives = [1, 2].map(loopscope_core::symbols::Symbol);
    let order = |written: &[loopscope_core::symbols::Symbol]| Orders {
        orders: vec![Order {
            written: written.to_vec(),
            permutations: vec![(0..written.len() as u32).rev().collect()],
            which: which.clone(),
        }],
    };
    let brackets = |orders: Option<&Orders>| {
        let source = Source { orders, ..program.source() };
        let state = RibbonState { width: 784.0, selected: 1, ..RibbonState::default() };
        let shapes = ribbon(&source, &state).scene.shapes;
        let says = |shape: &&Shape| matches!(shape, Shape::Text { text, .. } if text == "in any order");
        shapes.iter().filter(says).count()
    };
    assert_eq!(brackets(None), 0);
    assert_eq!(brackets(Some(&Orders::default())), 0);
    assert_eq!(brackets(Some(&order(&receives))), 1);
    // Runs of another bag.
    assert_eq!(brackets(Some(&order(&[receives[0], receives[0]]))), 0);
}

/// Every value answers to the pointer with what it does; what has no tuples has no pattern.
#[test]
fn values_say_where_they_go() {
    let wide = RibbonState { width: 784.0, ..RibbonState::default() };
    let product = product();
    let pattern = addresses(&product.source(), &wide, 1, 0);
    assert_eq!((pattern.strip, pattern.values.len(), pattern.drawn), (1, 3, (136, 136)));
    assert_eq!(pattern.title, "One iteration of L1: number 4 of 8");
    let said = |text: &str| {
        let hit = pattern.scene.hits.iter().find(|hit| hit.title.contains(text));
        hit.map(|hit| hit.detail.as_str()).unwrap_or_default()
    };
    assert_eq!(said("0x4aa2e0"), "value 0x4aa2e0 to 0x4aa4d8, +8 per L3, +64 per L1");
    assert_eq!(said("write"), "value 0x4a62e0 to 0x4a64d8, +8 per L2, +64 per L1");
    let loops = pattern.scene.hits.iter().filter(|hit| hit.kind == HitKind::Loop);
    assert_eq!(loops.map(|hit| hit.title.as_str()).collect::<Vec<_>>(), ["L2 ×8"]);
    // Behind the last strip is the last, behind the last field nothing.
    let last = addresses(&product.source(), &wide, 99, 0);
    assert_eq!((last.strip, last.values.len()), (3, 2));
    assert!(addresses(&product.source(), &wide, 0, 7).scene.hits.iter().all(|hit| hit.loop_id > 0));
    assert_eq!(addresses(&waves().source(), &wide, 0, 0).scene.shapes, []);
}

/// A loop whose iterations differ in length says so, and how many they are.
#[test]
fn iterations_that_differ_are_told() {
    let wide = RibbonState { width: 784.0, ..RibbonState::default() };
    let drawn = ribbon(&triangle().source(), &wide);
    let titles: Vec<&str> = drawn.strips.iter().map(|strip| strip.title.as_str()).collect();
    assert_eq!(titles[..2], ["Process 0, whole trace", "All 12 iterations of L1, which differ"]);
    let outer = drawn.scene.hits.iter().find(|hit| hit.title == "L1 ×12").expect("the loop");
    assert!(outer.detail.starts_with("about 9 tuples each time"), "{}", outer.detail);
    // The real lengths: inner loops run 2 to 13 times.
    let inner: Vec<&str> = drawn
        .scene
        .hits
        .iter()
        .filter(|hit| hit.strip == 1 && hit.kind == HitKind::Loop)
        .map(|hit| hit.title.as_str())
        .collect();
    let wanted: Vec<String> = (2..14).map(|times| format!("L2 ×{times}")).collect();
    assert_eq!(inner, wanted);
}

/// All pictures: file name and content.
fn pictures() -> Vec<(String, String)> {
    let mut pictures = Vec::new();
    let mut add = |name: &str, text: String| pictures.push((format!("{name}.svg"), text));
    let wide = || RibbonState { width: 784.0, ..RibbonState::default() };
    let phone = || RibbonState { width: 358.0, compact: true, ..RibbonState::default() };
    let drawn = |program: &Program, state: RibbonState, theme| {
        let drawn = ribbon(&program.source(), &state);
        let title = drawn.strips.first().map_or("", |strip| strip.title.as_str());
        svg(&drawn.scene, theme, title)
    };
    for (theme, word) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let selected = |state| RibbonState { selected: 1, ..state };
        add(&format!("ribbon-waves-{word}-784"), drawn(&waves(), selected(wide()), theme));
        add(&format!("ribbon-waves-{word}-358"), drawn(&waves(), selected(phone()), theme));
    }
    for (theme, word) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        for (width, state) in [(784, wide()), (358, phone())] {
            let pattern = addresses(&product().source(), &state, 0, 0);
            let drawn = svg(&pattern.scene, theme, &pattern.title);
            add(&format!("addresses-product-{word}-{width}"), drawn);
        }
    }
    let light = Theme::Light;
    let pattern = addresses(&product().source(), &wide(), 1, 0);
    add("addresses-product-inside", svg(&pattern.scene, light, &pattern.title));
    let pattern = addresses(&triangle().source(), &wide(), 1, 0);
    add("addresses-triangle", svg(&pattern.scene, light, &pattern.title));
    add("ribbon-triangle", drawn(&triangle(), wide(), light));
    add("ribbon-triangle-phone", drawn(&triangle(), phone(), light));
    add("ribbon-grid", drawn(&grid(), wide(), light));
    let selected = RibbonState { selected: 3, ..wide() };
    add("ribbon-grid-inner-selected", drawn(&grid(), selected, light));
    add("ribbon-grid-phone", drawn(&grid(), phone(), light));
    let path = vec![Step { item: 1, iteration: 14 }, Step { item: 2, iteration: 0 }];
    let zoom = vec![(1_000.0, 1_400.0), (0.0, 30.0)];
    add("ribbon-grid-zoomed", drawn(&grid(), RibbonState { path, zoom, ..wide() }, light));
    add("ribbon-mixture", drawn(&mixture(), wide(), light));
    add("ribbon-few", drawn(&few(), wide(), light));
    add("ribbon-single", drawn(&single(), wide(), light));
    let ways = two_ways();
    let rows = ways.each_ref().map(|way| AlignedRow { label: way.name, source: way.source() });
    for (width, compact) in [(784.0, false), (358.0, true)] {
        let scene = aligned(&rows, &[(2, 251), (1_100, 1_101), (1_102, 1_103)], width, compact);
        add(&format!("aligned-{width}"), svg(&scene, light, "two nests"));
    }
    for (program, ids) in [(waves(), 1..=5), (grid(), 1..=3)] {
        for id in ids {
            let scene = thumb(&program.source(), id, 160.0, 46.0);
            add(&format!("thumb-{}-L{id}", program.name), svg(&scene, light, ""));
        }
    }
    let page = || ModelState { width: 752.0, height: 520.0, ..ModelState::default() };
    let (waves, grids, mixture) = (waves_of(4), grids_of(3), mixture_of_all());
    let mut graph = |name: &str, system: &System, state: ModelState, theme| {
        let picture = model(&system.source(), &state);
        add(&format!("model-{name}"), svg(&picture.scene, theme, name));
    };
    let selected = || ModelState { selected: 2, ..page() };
    for (theme, word) in [(light, "light"), (Theme::Dark, "dark")] {
        graph(&format!("waves-{word}"), &waves, selected(), theme);
        graph(&format!("grids-{word}"), &grids, ModelState { selected: 5, ..page() }, theme);
    }
    graph("mixture", &mixture, page(), light);
    graph("mixture-whole", &mixture, ModelState { whole: true, ..page() }, light);
    let phone = ModelState { width: 358.0, compact: true, ..selected() };
    graph("waves-phone", &waves, phone, Theme::Dark);
    let zoom = Some((14.0, 26.0));
    let zoomed = ModelState { zoom, process: Some(4), closed: vec![3], ..page() };
    graph("grids-zoomed", &grids, zoomed, light);
    let card = ModelState { width: 364.0, height: 200.0, card: true, ..page() };
    graph("grids-card", &grids, card, Theme::Variables);
    graph("waves-folded", &waves_of(9), ModelState { folded: true, ..page() }, light);
    pictures
}

#[test]
fn pictures_are_as_they_were() {
    let folder = folder();
    let update = std::env::var_os("UPDATE").is_some();
    if update {
        std::fs::create_dir_all(&folder).expect("a folder to write to");
    }
    let pictures = pictures();
    for (name, text) in &pictures {
        assert!(text.len() <= CAP, "{name} has {} bytes, more than {CAP}", text.len());
        let path = folder.join(name);
        if update {
            std::fs::write(&path, text).expect("a file to write to");
            continue;
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        if *text != known {
            let line = text.lines().zip(known.lines()).position(|(new, old)| new != old);
            panic!(
                "{name} is drawn differently from line {} on; look at it, then run with \
                 UPDATE=1",
                line.unwrap_or(0) + 1
            );
        }
    }
    let mut known: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder of pictures")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    known.sort();
    let mut names: Vec<String> = pictures.into_iter().map(|(name, _)| name).collect();
    names.sort();
    assert_eq!(known, names, "files that no picture is compared with");
}

#[test]
fn an_svg_stands_alone() {
    for (name, text) in pictures() {
        assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""), "{name}");
        assert!(text.ends_with("</svg>\n"), "{name}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
        // Elements are closed in the order in which they are opened, and attributes come once.
        let mut open = Vec::new();
        for tag in text.split('<').skip(1) {
            let tag = tag.split('>').next().unwrap_or_default();
            let word = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or_default();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(word), "{name}");
            } else if !tag.ends_with('/') {
                open.push(word);
            }
            let mut keys: Vec<&str> = tag
                .split("=\"")
                .filter_map(|part| part.rsplit(['"', ' ']).next())
                .filter(|key| !key.is_empty() && !key.ends_with('/'))
                .collect();
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count, "{name}: {tag}");
        }
        assert!(open.is_empty(), "{name}: {open:?} stay open");
    }
}
