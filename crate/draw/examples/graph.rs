//! Draws models from their text form, to be looked at.
//!
//!     cargo run --release -p loopscope-draw --example graph -- OUT lu.model sp.model..
//!
//! Into the folder OUT go pictures of every model: light and dark at the width of the page, for a phone, and all of it
//! with what comes before and after the main loops.

use std::error::Error;
use std::path::PathBuf;

use loopscope_core::system::text;
use loopscope_draw::paint::{self, Theme};
use loopscope_draw::scene::model::{model, ModelSource, ModelState};
use loopscope_draw::scene::tags::TagSlots;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = PathBuf::from(arguments.next().ok_or("OUT MODEL..")?);
    std::fs::create_dir_all(&out)?;
    for file in arguments.map(PathBuf::from) {
        let name = file.file_stem().ok_or("a file")?.to_string_lossy().into_owned();
        let parsed = text::parse(&std::fs::read_to_string(&file)?)?;
        let tags = TagSlots::new(parsed.channels().iter().map(|channel| (channel.tag, 1)));
        let source = ModelSource { model: &parsed, tags: &tags };
        let wide = ModelState { width: 752.0, height: 560.0, selected: 2, ..ModelState::default() };
        let phone =
            ModelState { width: 374.0, height: 460.0, compact: true, ..ModelState::default() };
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
                "{name} {word}: {:.1} steps, {:.0} px high, {} shapes, {} messages, {} bytes; {}",
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
