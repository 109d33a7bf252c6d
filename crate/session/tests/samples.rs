//! The programs on the page's first screen: what the page says of them is what the traces say, and
//! their pictures are drawn from them.
//!
//! `UPDATE=1 cargo test -p loopscope-session --test samples` draws the one anew that is a file.

#![cfg(test)]

mod common;

use common::*;
use loopscope_core::trace::Kind;
use loopscope_draw::paint::{svg, Theme};
use loopscope_draw::scene::ribbon::{addresses, RibbonState};
use loopscope_draw::scene::Scene;
use loopscope_session::Loaded;

/// The size of a picture on the page's cards.
const SIZE: (f64, f64) = (364.0, 200.0);

fn load(path: &Path) -> Loaded {
    let bytes = std::fs::read(path).unwrap();
    common::opened(vec![file("sample.tar.zst", bytes)]).loaded().unwrap().clone()
}

/// The lines of the page's list of samples: (id, processes, events).
fn listed() -> Vec<(String, usize, u64)> {
    let text = std::fs::read_to_string(repository().join("web/workspace/samples.ts")).unwrap();
    let value = |line: &str, key: &str| {
        let after = line.split_once(&format!("{key}: ")).unwrap().1;
        after.split([',', ' ']).next().unwrap().replace(['"', '_'], "")
    };
    let entries = text.lines().filter(|line| line.trim_start().starts_with("{ id: "));
    entries
        .map(|line| {
            let number = |key| value(line, key).parse::<u64>().unwrap();
            (value(line, "id"), number("processes") as usize, number("events"))
        })
        .collect()
}

#[test]
fn the_page_says_what_the_traces_say() {
    let samples = listed();
    assert!(samples.len() >= 6);
    for (id, processes, events) in samples {
        let loaded = load(&repository().join(format!("web/public/samples/{id}.tar.zst")));
        let counted: u64 = loaded.analysis.processes.iter().map(|process| process.nest.len()).sum();
        assert_eq!((loaded.analysis.processes.len(), counted), (processes, events), "{id}");
        let trace = loaded.trace.as_ref().unwrap();
        let sends = trace.table().records().iter().any(|record| record.kind == Kind::Send);
        assert!(sends || trace.views() == [View::Values], "{id}");
    }
}

/// The same picture with its polygons, which are rows of rectangles, as strokes: they take two fifths of the bytes.
fn with_short_paths(svg: &str) -> String {
    let mut short = String::new();
    for line in svg.lines() {
        let polygon = line.strip_prefix("<polygon fill=\"").and_then(|rest| rest.strip_suffix("\"/>"));
        let Some((colour, points)) = polygon.and_then(|rest| rest.split_once("\" points=\"")) else {
            short += &format!("{line}\n");
            continue;
        };
        let number = |text: &str| text.parse::<i32>().unwrap();
        let point = |text: &str| text.split_once(',').map(|(x, y)| (number(x), number(y))).unwrap();
        let points: Vec<(i32, i32)> = points.split_whitespace().map(point).collect();
        let (width, strokes) = strokes(&rectangles(&points));
        short += &format!("<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" d=\"{strokes}\"/>\n");
    }
    short
}

/// The rectangles that a line goes around, one after the other: left, top, width and height.
fn rectangles(points: &[(i32, i32)]) -> Vec<[i32; 4]> {
    let steps = points.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
    let steps: Vec<(i32, i32)> = steps.filter(|&step| step != (0, 0)).collect();
    let (mut found, (mut x, mut y), mut rest) = (Vec::new(), points[0], &steps[..]);
    loop {
        rest = match rest {
            [(w, 0), (0, h), (back, 0), (0, up), more @ ..] if (*back, *up) == (-w, -h) => {
                found.push([x, y, *w, *h]);
                more
            }
            [(0, down), (w, 0), (0, h), (back, 0), (0, up), more @ ..] if *back == -w => {
                found.push([x, y + down, *w, *h]);
                y += down + h + up;
                more
            }
            [(across, 0), more @ ..] => {
                x += across;
                more
            }
            [] => return found,
            _ => panic!("{rest:?}"),
        };
    }
}

/// Rectangles of one height, or of one width, as strokes of that width.
fn strokes(all: &[[i32; 4]]) -> (i32, String) {
    let flat = all.iter().all(|it| it[3] == all[0][3]);
    let thick = |it: &[i32; 4]| if flat { it[3] } else { it[2] };
    assert!(all.iter().all(|it| thick(it) == thick(&all[0])));
    let (mut out, mut at) = (String::new(), (0, 0));
    for it @ [x, y, w, h] in all {
        let half = thick(it) / 2;
        let (from, to, step) = match flat {
            true => ((*x, y + half), (x + w, y + half), format!("h{w}")),
            false => ((x + half, *y), (x + half, y + h), format!("v{h}")),
        };
        let (across, down) = (from.0 - at.0, from.1 - at.1);
        let gap = if down < 0 { "" } else { " " };
        out += &format!("m{across}{gap}{down}{step}");
        at = to;
    }
    (thick(&all[0]), out)
}

/// The one without messages has a picture of its own: an iteration of the outermost loop, as on the page.
#[test]
fn pictures_are_drawn_from_the_traces() {
    let mut drawn_so = 0;
    for (id, ..) in listed() {
        let loaded = load(&repository().join(format!("web/public/samples/{id}.tar.zst")));
        let path = repository().join(format!("web/features/landing/{id}.svg"));
        let (View::Values, [process]) = (loaded.analysis.view, &*loaded.analysis.processes) else {
            assert!(!path.exists(), "{id} is drawn from its trace when the page is built");
            continue;
        };
        let state = RibbonState { width: SIZE.0, compact: true, ..RibbonState::default() };
        let scene = addresses(&loaded.source(process), &state, 1, 0).scene;
        let scene = Scene { height: SIZE.1.max(scene.height), ..scene };
        let title = format!("The loops of {}", id.to_uppercase());
        let drawn = with_short_paths(&svg(&scene, Theme::Variables, &title));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &drawn).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(drawn == kept, "{} is not what is drawn; UPDATE=1 draws it anew", path.display());
        drawn_so += 1;
    }
    assert_eq!(drawn_so, 1);
}

/// The others are drawn as models when the page is built, asked for like this.
#[test]
fn cards_show_the_models_of_the_traces() {
    let counts = [("bt", "×200"), ("sp", "×400"), ("cg", "×26"), ("lu", "×249"), ("mg", "×20"), ("lulesh", "×99")];
    for (id, count) in counts {
        let files = vec![sample(&format!("{id}.tar.zst"))];
        let mut session = opened_files(id, files, OptionChoices::default());
        run_task(&mut session, &model()).unwrap();
        let look = ModelLook {
            width: SIZE.0 as f32,
            height: SIZE.1 as f32,
            theme: PictureTheme::Variables,
            card: true,
            ..ModelLook::default()
        };
        let ask = Request::ModelFile { handle: 1, what: ModelFileKind::Svg, look };
        let Reply::ModelFile { text, .. } = session.handle(&ask) else { panic!("no picture") };
        assert!(text.contains(count), "{id} has no loop {count}");
        assert!(text.contains("var(--t") && !text.contains("NaN"), "{id}");
        assert!(text.len() < 120_000, "{id}: {}", text.len());
    }
}
