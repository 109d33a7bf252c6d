//! Every fixture is read and compared with the summary beside it.
//!
//! Each is read whole, under the name "unknown", and in chunks of sizes that cut lines anywhere;
//! exactly one format is surest of it (none of those in `none`). `UPDATE=1` writes the summaries anew.

#![cfg(test)]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use loopscope_core::trace::{Table, TraceBuilder, Values, View};
use loopscope_formats::{sniff, Confidence, FileInfo, Format, Head, Note, Notes, Reading, FORMATS};

/// The folders whose files are read one by one; those of `none` are refused.
const FOLDERS: [&str; 11] =
    ["native", "symbols", "din", "lackey", "numbers", "csv", "csv-events", "chrome", "simgrid", "paje", "none"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")
}

/// All fixtures below a folder, in order.
fn fixtures(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(fixtures(&path));
        } else if path.extension().is_none_or(|end| end != "expected")
            && path.file_name().is_some_and(|name| name != "LICENSE")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Reads a file in chunks of that size. What it gave is taken back if it cannot be read.
fn read(
    format: &Format,
    name: &str,
    bytes: &[u8],
    chunk: usize,
    trace: &mut TraceBuilder,
    notes: &mut Notes,
) -> Result<(), Note> {
    let info = FileInfo::new(name);
    let result = match format.reading {
        Reading::Each(reader) => {
            trace.begin_source(name);
            notes.begin_file(name);
            let mut reader = reader(&info);
            let mut parts = bytes.chunks(chunk);
            let read = parts.try_for_each(|part| reader.read(part, trace, notes));
            read.and_then(|()| reader.finish(trace, notes))
        }
        Reading::Together(collection) => {
            let mut collection = collection();
            collection.begin(&info);
            bytes.chunks(chunk).for_each(|part| collection.read(part));
            collection.finish().and_then(|()| loop {
                match collection.build(trace, notes) {
                    Ok(true) => break Ok(()),
                    Ok(false) => {}
                    Err(note) => break Err(note),
                }
            })
        }
    };
    match &result {
        Ok(()) => trace.end_source(),
        Err(_) => trace.abandon_source(),
    }
    result
}

/// What reading a file gives, as text.
fn summary(name: &str, bytes: &[u8], chunk: usize) -> String {
    let mut text = String::new();
    let format = match sniff(bytes, name) {
        Ok(format) => format,
        Err(note) => return format!("refused\n{}", described(&note)),
    };
    writeln!(text, "format {}", format.name).unwrap();
    let mut trace = TraceBuilder::new(1 << 30);
    let mut notes = Notes::new();
    if let Err(note) = read(format, name, bytes, chunk, &mut trace, &mut notes) {
        text.push_str(&described(&note));
    }
    let trace = trace.finish();
    let table = trace.table();
    for process in trace.processes() {
        write!(text, "process {}", process.id).unwrap();
        if *process.source != *name {
            write!(text, " from {}", process.source).unwrap();
        }
        text.push('\n');
        for view in View::ALL {
            let Some(events) = process.events(view) else { continue };
            writeln!(text, "  {}: {} events", view.name(), events.len()).unwrap();
            let signature = loopscope_core::symbols::Signature::parse("name,peer,tag,comm").unwrap();
            let shown = if events.len() > 30 { 6 } else { events.len() };
            for event in events.iter().take(shown) {
                let line = signature.text(table.record(event), process.id, table);
                writeln!(text, "    {line}").unwrap();
            }
            if shown < events.len() {
                writeln!(
                    text,
                    "    .. hash {:016x}",
                    hash(events.iter().map(|event| { signature.text(table.record(event), process.id, table) }))
                )
                .unwrap();
            }
        }
    }
    for process in trace.processes() {
        if let Some(values) = process.values() {
            tuples(&mut text, values, table);
        }
    }
    for note in notes.into_vec() {
        text.push_str(&described(&note));
    }
    text
}

/// What a process has in the view of values: its fields, its labels, its tuples.
fn tuples(text: &mut String, values: &Values, table: &Table) {
    writeln!(text, "  values: {} tuples, {} bytes", values.len(), values.kept_bytes()).unwrap();
    for column in values.columns() {
        let (least, most) = column.range().unwrap();
        let (least, most) = (column.notation().text(least), column.notation().text(most));
        let sign = column.sign().name();
        writeln!(text, "    field {:?}: {sign}, {least} to {most}", column.name()).unwrap();
    }
    for (label, count) in values.label_counts() {
        let label = label.map_or("none", |label| table.name(label));
        writeln!(text, "    label {label:?}: {count}").unwrap();
    }
    let shown = if values.len() > 30 { 6 } else { values.len() };
    let lines = |range: std::ops::Range<usize>| range.map(|at| values.text(at, table));
    for line in lines(0..shown) {
        writeln!(text, "    {line}").unwrap();
    }
    if shown < values.len() {
        writeln!(text, "    .. hash {:016x}", hash(lines(0..values.len()))).unwrap();
    }
}

/// FNV-1a over lines: enough to see that nothing changed.
fn hash(lines: impl Iterator<Item = String>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in lines.flat_map(|line| (line + "\n").into_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

fn described(note: &Note) -> String {
    let mut text = format!("{} {note}\n", note.severity.name());
    for line in &note.context {
        let shown: String = line.text.chars().take(60).collect();
        writeln!(text, "    {}| {shown:?} {:?}", line.line, line.mark).unwrap();
    }
    text
}

#[test]
fn summaries() {
    let mut different = Vec::new();
    for folder in FOLDERS {
        let files = fixtures(&root().join(folder));
        assert!(!files.is_empty(), "no fixtures in {folder}");
        for path in files {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let bytes = fs::read(&path).unwrap();
            let got = summary(&name, &bytes, usize::MAX);
            let beside = path.with_file_name(format!("{name}.expected"));
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&beside, &got).unwrap();
            }
            let expected = fs::read_to_string(&beside).unwrap_or_default();
            if got != expected {
                different.push(format!("{}:\n{got}\nexpected:\n{expected}", path.display()));
            }
            let refused = got.contains("refused") || got.contains("\nerror ");
            let good = path.components().any(|part| part.as_os_str() == "good");
            assert!(!(good && refused), "{} is good but refused:\n{got}", path.display());
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn one_format_is_surest() {
    for folder in FOLDERS {
        for path in fixtures(&root().join(folder)) {
            let bytes = fs::read(&path).unwrap();
            let expected: &[&str] = if folder == "none" { &[] } else { &[folder] };
            assert_eq!(surest(&bytes), expected, "{}", path.display());
        }
    }
}

/// The formats whose sniffs return the highest confidence, if any is above no. None returns more than it declares.
fn surest(bytes: &[u8]) -> Vec<&'static str> {
    let head = Head::new(bytes);
    let of = |format: &&Format| {
        let confidence = (format.sniff)(&head);
        assert!(confidence <= format.highest, "{format:?} is {confidence:?}");
        confidence
    };
    let highest = FORMATS.iter().copied().map(|format| of(&format)).max().unwrap();
    let surest = FORMATS.iter().filter(|format| highest > Confidence::No && of(format) == highest);
    surest.map(|format| format.name).collect()
}

/// Traces of several files, too: each file is surely of one format.
#[test]
fn one_format_is_surest_of_each_file_of_a_trace() {
    let mut count = 0;
    for folder in ["otf2", "paraver", "dumpi", "same-run"] {
        for path in fixtures(&root().join(folder)) {
            let bytes = fs::read(&path).unwrap();
            assert!(surest(&bytes).len() <= 1, "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}

/// The registry asks the formats that can be surest first.
#[test]
fn formats_stand_in_order_of_confidence() {
    assert!(FORMATS.windows(2).all(|pair| pair[0].highest >= pair[1].highest));
}

#[test]
fn the_name_does_not_matter_to_the_sniff() {
    for path in fixtures(&root()) {
        let bytes = fs::read(&path).unwrap();
        let own = sniff(&bytes, path.to_str().unwrap()).map(|format| format.name);
        let unknown = sniff(&bytes, "unknown").map(|format| format.name);
        assert_eq!(own.ok(), unknown.ok(), "{}", path.display());
    }
}

#[test]
fn chunks_may_end_anywhere() {
    for folder in FOLDERS {
        for path in fixtures(&root().join(folder)) {
            let bytes = fs::read(&path).unwrap();
            let whole = summary("rank-0", &bytes, usize::MAX);
            for chunk in [1, 2, 3, 7, 64, 1000, 4097] {
                assert_eq!(summary("rank-0", &bytes, chunk), whole, "{} in {chunk}", path.display());
            }
        }
    }
}

#[test]
fn every_split_in_two() {
    for name in [
        "native/by-hand/good/all-forms.trace",
        "native/by-hand/bad/every-fault.trace",
        "native/by-hand/bad/calls-unmatched.trace",
        "symbols/by-hand/good/unicode-3.sym",
        "symbols/by-hand/bad/token-too-long-2.sym",
        "symbols/by-hand/bad/latin-1.sym",
        "din/by-hand/bad/every-fault-5.din",
        "lackey/by-hand/bad/every-fault-3.lackey",
        "numbers/by-hand/bad/mixed-signs-5.numbers",
        "csv/by-hand/good/header-and-label-0.csv",
        "csv/by-hand/bad/every-fault-4.csv",
    ] {
        let bytes = fs::read(root().join(name)).unwrap();
        let whole = summary("rank-0", &bytes, usize::MAX);
        for split in 1..bytes.len() {
            // Chunks of `split` bytes end at every place as it grows.
            assert_eq!(summary("rank-0", &bytes, split), whole, "{name} split at {split}");
        }
    }
}

/// A file that was cut off anywhere is read as far as it goes, or refused; it is never a panic, and a
/// tuple is never made up: all that is read but the last stands in the whole file, too.
#[test]
fn files_cut_off_anywhere() {
    for folder in FOLDERS {
        for path in fixtures(&root().join(folder)) {
            let bytes = fs::read(&path).unwrap();
            let whole = texts(&bytes);
            // Long files are cut around their beginning and end, and here and there.
            let places = (0..bytes.len()).filter(|at| {
                let near_end = *at < 600 || at + 600 > bytes.len();
                near_end || at % 97 == 0
            });
            for at in places {
                let cut = texts(&bytes[..at]);
                let complete = cut.len().saturating_sub(1);
                // A file may be refused for what stands at its end.
                if whole.len() > 1 && cut.first() == whole.first() {
                    assert!(whole.starts_with(&cut[..complete]), "{} cut at {at}", path.display());
                }
            }
        }
    }
}

/// The format and the tuples of a file.
fn texts(bytes: &[u8]) -> Vec<String> {
    let Ok(format) = sniff(bytes, "f") else { return Vec::new() };
    let mut texts = vec![format.name.to_owned()];
    let (mut trace, mut notes) = (TraceBuilder::new(1 << 30), Notes::new());
    if let Err(note) = read(format, "f", bytes, usize::MAX, &mut trace, &mut notes) {
        assert!(!note.what.is_empty());
    }
    let trace = trace.finish();
    for values in trace.processes().iter().filter_map(|process| process.values()) {
        texts.extend((0..values.len()).map(|at| values.text(at, trace.table())));
    }
    texts
}
