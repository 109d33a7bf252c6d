//! Draws a process of a real trace, to be looked at.
//!
//!     cargo run --release -p loopscope-draw --example look -- OUT communication rank-5.trace..
//!
//! Each line of a file is one event, its text the symbol. Into the folder OUT go the ribbon in both
//! themes at two widths and zoomed in, a thumbnail of every loop, and `index.html`,
//! which shows them all.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use loopscope_core::method::{build, Method};
use loopscope_core::nest::{LoopNames, Nest};
use loopscope_core::symbols::{Appearance, Symbol, SymbolTable};
use loopscope_core::trace::View;
use loopscope_draw::paint::{self, Theme};
use loopscope_draw::scene::ribbon::{ribbon, RibbonState};
use loopscope_draw::scene::source::Source;
use loopscope_draw::scene::tags::TagSlots;
use loopscope_draw::scene::thumb::thumb;

struct Process {
    nest: Nest,
    symbols: SymbolTable,
    names: LoopNames,
}

fn read(path: &Path) -> Result<Process, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let mut ids = std::collections::HashMap::new();
    let mut texts: Vec<Box<str>> = Vec::new();
    let mut string = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let id = *ids.entry(line).or_insert_with(|| {
            texts.push(line.into());
            texts.len() - 1
        });
        string.push(Symbol(id as u32));
    }
    let nest = build(Method::Greedy, &string)?.nest;
    let names = LoopNames::new(&nest);
    Ok(Process { nest, symbols: SymbolTable::new(texts), names })
}

/// Some zooms of the strips: few events on top, and in all strips.
fn zooms(length: u64) -> Vec<Vec<(f64, f64)>> {
    let from = (length / 2 + 7) as f64;
    let top = [2.0, 30.0, 200.0].map(|width| vec![(from, from + width)]);
    let all = [14.0, 28.0, 48.0]
        .map(|width| vec![(from / 2.0, from / 2.0 + width), (0.0, width), (0.0, width), (0.0, width)]);
    top.into_iter().chain(all).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "OUT calls|communication FILE..";
    let out = PathBuf::from(arguments.next().ok_or(usage)?);
    let view = View::from_name(&arguments.next().ok_or(usage)?).ok_or(usage)?;
    let files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let processes: Vec<Process> = files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    let tags = TagSlots::new(processes.iter().flat_map(|process| {
        let tag = |text: &str| Appearance::of(view, text).tag;
        process.symbols.texts().iter().filter_map(move |text| Some((tag(text)?, 1)))
    }));
    std::fs::create_dir_all(&out)?;
    let mut page = String::from(
        "<style>body{font-family:sans-serif;margin:16px}.dark{background:#14171B;padding:16px}\
         @font-face{font-family:Inter;src:url(inter.woff2);font-weight:100 900}</style>",
    );
    let noun = if view == View::Calls { "call" } else { "event" };
    for (number, process) in processes.iter().enumerate().take(1) {
        let Process { nest, symbols, names } = process;
        let source = Source {
            process: number as u32,
            nest,
            symbols,
            view,
            names,
            tags: &tags,
            orders: None,
            noun,
            tuples: None,
        };
        for (theme, word) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            for (width, compact) in [(752.0, false), (358.0, true)] {
                let state = RibbonState { width, compact, selected: 1, ..RibbonState::default() };
                let drawn = ribbon(&source, &state);
                let title = &drawn.strips.first().ok_or("no strip")?.title;
                let svg = paint::svg(&drawn.scene, theme, title);
                let picture = paint::picture(&drawn.scene, theme);
                eprintln!(
                    "ribbon {width} {word}: {} shapes, {} numbers, {} bytes of SVG",
                    drawn.scene.shapes.len(),
                    picture.numbers.len(),
                    svg.len()
                );
                std::fs::write(out.join(format!("ribbon-{word}-{width}.svg")), &svg)?;
                writeln!(page, "<div class={word}>{svg}</div>")?;
            }
        }
        for zoom in zooms(nest.len()) {
            for (width, compact) in [(752.0, false), (358.0, true)] {
                let state = RibbonState { width, compact, zoom: zoom.clone(), ..RibbonState::default() };
                let drawn = ribbon(&source, &state);
                writeln!(page, "<p>{zoom:?}</p>{}", paint::svg(&drawn.scene, Theme::Light, ""))?;
            }
        }
        for named in names.loops().iter().take(24) {
            let scene = thumb(&source, named.id, 160.0, 46.0);
            writeln!(page, "{}", paint::svg(&scene, Theme::Light, ""))?;
        }
    }
    std::fs::write(out.join("index.html"), page)?;
    Ok(())
}
