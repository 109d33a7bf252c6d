//! Prints what files say, event by event: `cargo run -p loopscope-formats --example events -- VIEW FILE..`
//! with `calls` or `communication` as the view. Notes go to standard error.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::fs;
use std::io::{self, BufWriter, Write};

use loopscope_core::symbols::Signature;
use loopscope_core::trace::{TraceBuilder, View};
use loopscope_formats::{sniff, FileInfo, Notes, Reading};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let view = arguments.next().and_then(|name| View::from_name(&name)).ok_or("which view?")?;
    let (mut trace, mut notes) = (TraceBuilder::new(u64::MAX), Notes::new());
    let mut collections = Vec::new();
    for path in arguments {
        let bytes = fs::read(&path)?;
        let format = sniff(&bytes, &path).map_err(|note| note.to_string())?;
        let info = FileInfo::new(&path);
        match format.reading {
            Reading::Each(reader) => {
                trace.begin_source(&path);
                notes.begin_file(&path);
                let mut reader = reader(&info);
                let result = reader.read(&bytes, &mut trace, &mut notes);
                let result = result.and_then(|()| reader.finish(&mut trace, &mut notes));
                result.map_err(|note| note.to_string())?;
                trace.end_source();
            }
            Reading::Together(collection) => {
                let mut new = collection();
                new.begin(&info);
                new.read(&bytes);
                new.finish().map_err(|note| note.to_string())?;
                collections.push(new);
            }
        }
    }
    for mut collection in collections {
        while !collection.build(&mut trace, &mut notes).map_err(|note| note.to_string())? {}
    }
    let trace = trace.finish();
    for note in notes.into_vec() {
        eprintln!("{} {note}", note.severity.name());
    }
    let signature = match view {
        View::Communication => Signature::default_for(view),
        _ => Signature::parse("name,peer,tag,bytes,comm,op,root")?,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    for process in trace.processes() {
        for event in process.events(view).into_iter().flatten() {
            let record = trace.table().record(event);
            writeln!(out, "{} {}", process.id, signature.text(record, process.id, trace.table()))?;
        }
    }
    Ok(())
}
