//! Draws models of whole programs, to be looked at.
//!
//!     cargo run --release -p loopscope-draw --example graph -- OUT lu.model native/..
//!
//! A file is the text form of a model; a folder has a trace in the native form for each process, `rank-5.trace`.
//! Into the folder OUT go pictures of every model: light and dark at the width of the page, for a phone, with what
//! comes before and after the main loops, and with processes that do the same in one row.

use std::error::Error;
use std::path::{Path, PathBuf};

use loopscope_core::method::{build, Method};
use loopscope_core::nest::Nest;
use loopscope_core::symbols::{Symbol, SymbolTable};
use loopscope_core::system::{merge, text, Local, Model};
use loopscope_core::trace::ProcessId;
use loopscope_draw::paint::{self, Theme};
use loopscope_draw::scene::model::{model, ModelSource, ModelState};
use loopscope_draw::scene::tags::TagSlots;

/// The model of a folder of native traces.
fn merged(folder: &Path) -> Result<Model, Box<dyn Error>> {
    let mut processes: Vec<(u32, Nest, SymbolTable)> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().ok_or("a file")?.to_string_lossy().into_owned();
        let rank: u32 = name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse()?;
        let lines = std::fs::read_to_string(&path)?;
        let mut ids = std::collections::HashMap::new();
        let mut texts: Vec<Box<str>> = Vec::new();
        let mut string = Vec::new();
        for line in lines.lines().filter(|line| !line.is_empty()) {
            let id = *ids.entry(line).or_insert_with(|| {
                texts.push(line.into());
                texts.len() - 1
            });
            string.push(Symbol(id as u32));
        }
        let nest = build(Method::Optimal, &string)?.nest;
        processes.push((rank, nest, SymbolTable::new(texts)));
    }
    let locals: Vec<Local<'_>> =
        processes.iter().map(|(rank, nest, symbols)| Local { process: ProcessId(*rank), nest, symbols }).collect();
    Ok(merge(&locals)?.model)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = PathBuf::from(arguments.next().ok_or("OUT MODEL..")?);
    std::fs::create_dir_all(&out)?;
    for file in arguments.map(PathBuf::from) {
        let named = if file.ends_with("native") { file.parent().ok_or("a folder")? } else { &file };
        let name = named.file_name().ok_or("a file")?.to_string_lossy().into_owned();
        let parsed = match file.is_dir() {
            true => merged(&file)?,
            false => text::parse(&std::fs::read_to_string(&file)?)?,
        };
        let tags = TagSlots::new(parsed.channels().iter().map(|channel| (channel.tag, 1)));
        let source = ModelSource { model: &parsed, tags: &tags, volumes: None };
        let wide = ModelState { width: 752.0, height: 560.0, selected: 2, ..ModelState::default() };
        let phone = ModelState { width: 374.0, height: 460.0, compact: true, ..ModelState::default() };
        let whole = ModelState { whole: true, width: 1200.0, selected: 0, ..wide.clone() };
        let folded = ModelState { folded: true, ..wide.clone() };
        for (state, theme, word) in [
            (&wide, Theme::Light, "light"),
            (&wide, Theme::Dark, "dark"),
            (&phone, Theme::Dark, "phone"),
            (&whole, Theme::Light, "whole"),
            (&folded, Theme::Light, "folded"),
        ] {
            let picture = model(&source, state);
            let svg = paint::svg(&picture.scene, theme, &name);
            eprintln!(
                "{name} {word}: {} constructs, {:.1} steps, {:.0} px high, {} shapes, {} messages, {} bytes; {}",
                parsed.len(),
                picture.length,
                picture.plot_height,
                picture.scene.shapes.len(),
                picture.messages.len(),
                svg.len(),
                picture.hidden_in_words()
            );
            std::fs::write(out.join(format!("{name}-{word}.svg")), svg)?;
        }
    }
    Ok(())
}
