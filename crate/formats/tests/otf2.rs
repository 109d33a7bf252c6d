//! OTF2 archives on disk: what reading them gives, and that no damage breaks the reader.
//!
//! Beside each archive stands `NAME.otf2-print`, what the format's own program says of it in the form
//! that `crate/formats/tools/otf2_print_lines.py` gives it, and `NAME.expected`, what reading it
//! gives (`UPDATE=1` writes that anew).

#![cfg(test)]

use loopscope_formats::otf2;

mod archive;
use archive::*;

/// The folders of all good archives.
fn good() -> Vec<std::path::PathBuf> {
    let found = archives("otf2", "good");
    assert!(found.len() >= 4, "{found:?}");
    found
}

fn named(name: &str) -> Vec<File> {
    files(good().iter().find(|path| path.ends_with(name)).unwrap())
}

#[test]
fn summaries() {
    let good = good();
    check_summaries(&good);
    for folder in good {
        assert!(read(&files(&folder), usize::MAX).trace.is_ok(), "{}", folder.display());
    }
}

#[test]
fn the_records_are_those_of_otf2_print() {
    for folder in good() {
        let files = files(&folder);
        let content = |name: &str| files.iter().find(|file| file.0 == name).map(|file| &file.1[..]);
        let mut locations: Vec<(u64, &str)> = files
            .iter()
            .filter_map(|(name, _)| {
                let stem = name.strip_suffix(".evt")?;
                Some((stem.rsplit('/').next()?.parse().ok()?, stem))
            })
            .collect();
        locations.sort_unstable();
        let mut text = String::new();
        for (number, stem) in locations {
            writeln!(text, "location {number}").unwrap();
            let events = content(&format!("{stem}.evt")).unwrap();
            text.push_str(&otf2::list(events, content(&format!("{stem}.def"))));
        }
        let printed = fs::read_to_string(format!("{}.otf2-print", folder.display())).unwrap();
        assert!(text.lines().count() > 100);
        assert!(text == printed, "{} differs from what otf2-print says", folder.display());
    }
}

#[test]
fn files_come_in_any_order_and_chunks_end_anywhere() {
    check_orders_and_chunks(&good());
}

fn survives(files: &[File], what: impl Fn() -> String) {
    if let Err(fault) = fault(files) {
        panic!("{}: {fault}", what());
    }
}

#[test]
fn truncated_anywhere() {
    for (name, step) in [("ping-pong", 1), ("every-record", 1), ("is.W.8", 61)] {
        let whole = named(name);
        for at in 0..whole.len() {
            // The definitions of names are long and alike.
            let step = if whole[at].1.len() > 5000 { 37 } else { step };
            for end in (0..whole[at].1.len()).step_by(step) {
                let mut cut = whole.clone();
                cut[at].1.truncate(end);
                survives(&cut, || format!("{name}: {} cut at {end}", whole[at].0));
            }
        }
    }
}

#[test]
fn a_cut_event_file_is_said_and_used_so_far() {
    let mut files = named("ping-pong");
    let events = files.iter_mut().find(|file| file.0 == "traces/0.evt").unwrap();
    events.1.truncate(500);
    let Outcome { trace, notes } = read(&files, usize::MAX);
    let trace = trace.unwrap();
    let sizes: Vec<usize> =
        trace.processes().iter().map(|process| process.events(View::Communication).unwrap().len()).collect();
    assert_eq!(sizes, [9, 18]);
    let said: Vec<String> = notes.iter().map(Note::to_string).collect();
    assert!(said.iter().any(|note| note.starts_with("traces/0.evt: byte 495: the file is truncated")), "{said:?}");
}

#[test]
fn flipped_bytes() {
    for (name, step) in [("ping-pong", 1), ("every-record", 1), ("is.W.8", 47)] {
        let whole = named(name);
        for at in 0..whole.len() {
            let step = if whole[at].1.len() > 5000 { 31 } else { step };
            for place in (0..whole[at].1.len()).step_by(step) {
                for flip in [0x01, 0x80, 0xff] {
                    let mut changed = whole.clone();
                    changed[at].1[place] ^= flip;
                    survives(&changed, || format!("{name}: {} changed at {place}", whole[at].0));
                }
            }
        }
    }
}

#[test]
fn parts_that_are_missing_are_named() {
    let whole = named("ping-pong");
    let without = |ending: &str| {
        let rest: Vec<File> = whole.iter().filter(|file| !file.0.ends_with(ending)).cloned().collect();
        read(&rest, usize::MAX)
    };
    let message = |ending| without(ending).trace.unwrap_err().to_string();
    assert!(message(".otf2").contains("the anchor file of the OTF2 archive is missing"));
    assert!(message("traces.def").contains("traces.otf2: the definitions file of the OTF2 archive"));
    assert!(message(".evt").contains("the event files of the OTF2 archive are missing"));
    let Outcome { trace, notes } = without("/1.evt");
    assert_eq!(trace.unwrap().processes().len(), 1);
    let said: Vec<String> = notes.iter().map(Note::to_string).collect();
    assert!(said.iter().any(|note| note.contains("some processes have no event file; found none for process 1")));
}

#[test]
fn one_archive_at_a_time() {
    let mut two = named("ping-pong");
    let other = named("ping-pong-papi");
    two.extend(other.into_iter().map(|(name, bytes)| (format!("other/{name}"), bytes)));
    let message = read(&two, usize::MAX).trace.unwrap_err().to_string();
    assert!(message.contains("several OTF2 archives were opened together"), "{message}");
}
