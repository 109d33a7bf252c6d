//! Prints the records of an OTF2 archive as lines, location by location, to compare with those of
//! `crate/formats/tools/otf2_print_lines.py`.
//!
//! `cargo run -p loopscope-formats --example otf2_lines -- NAME.otf2`

use std::fs;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let anchor = PathBuf::from(std::env::args_os().nth(1).unwrap_or_default());
    let mut locations = Vec::new();
    for entry in fs::read_dir(anchor.with_extension(""))? {
        let path = entry?.path();
        let number = path.file_stem().and_then(|stem| stem.to_str()?.parse::<u64>().ok());
        if path.extension().is_some_and(|ending| ending == "evt") {
            locations.extend(number.map(|number| (number, path)));
        }
    }
    locations.sort();
    for (number, path) in locations {
        let local = fs::read(path.with_extension("def")).ok();
        println!("location {number}");
        print!("{}", loopscope_formats::otf2::list(&fs::read(&path)?, local.as_deref()));
    }
    Ok(())
}
