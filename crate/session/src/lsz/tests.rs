//! Traces that come back, and files that are not as they were written.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use loopscope_core::trace::{DrainedColumns, Notation, Number, ProcessId, Trace, TraceBuilder, View};
use proptest::prelude::*;

use super::compressing::Writing;
use super::*;
use crate::open::tests::{file, into_trace, messages, streamed, work};
use crate::open::{Limits, Opening, SourceFile};

mod damage;
mod kinds;
mod random;
mod times;

fn stream(path: &str, bytes: &[u8]) -> SourceFile {
    streamed(path, std::io::Cursor::new(bytes.to_vec()))
}

fn open(files: Vec<SourceFile>) -> Result<(Trace, &'static str), Vec<String>> {
    let opened = work(Opening::new("drop", files, Limits::default()), 5000);
    let opened = opened.map_err(|notes| messages(&notes))?;
    let format = opened.format;
    Ok((into_trace(opened), format))
}

fn compress(files: Vec<SourceFile>, budget: usize) -> Result<Vec<u8>, Vec<String>> {
    compress_as(files, budget, Settings::default())
}

fn compress_as(files: Vec<SourceFile>, budget: usize, settings: Settings) -> Result<Vec<u8>, Vec<String>> {
    let mut out = Vec::new();
    let opening = Opening::new("drop", files, Limits::default());
    let mut compressing = Compressing::new(opening, settings, &mut out).unwrap();
    loop {
        match compressing.step(budget) {
            Ok(None) => {}
            Ok(Some(outcome)) => {
                drop(compressing);
                assert_eq!(outcome.written, out.len() as u64);
                return Ok(out);
            }
            Err(Failed::Input(notes)) => return Err(notes.iter().map(ToString::to_string).collect()),
            Err(Failed::Output(error)) => panic!("{error}"),
        }
    }
}

/// The file as text, process after process.
fn text(packed: &[u8]) -> String {
    let file = Rc::new(Compressed::open("f", Rc::new(packed.to_vec())).unwrap());
    let mut out = Vec::new();
    (0..file.processes().len()).for_each(|at| write_process(&file, at, &mut out, |_| ()).unwrap());
    String::from_utf8(out).unwrap()
}

/// Two traces that say the same, but for the names of their sources.
fn assert_alike(found: &Trace, expected: &Trace, what: &str) {
    assert_eq!(found.table().records(), expected.table().records(), "{what}");
    assert!(found.table().names().eq(expected.table().names()), "{what}");
    assert_eq!(found.table().groups(), expected.table().groups(), "{what}");
    assert_eq!(found.processes().len(), expected.processes().len(), "{what}");
    for (found, expected) in found.processes().iter().zip(expected.processes()) {
        assert_eq!(found.id, expected.id, "{what}");
        assert!(found.source.ends_with(&*expected.source), "{what}: {}", found.source);
        for view in View::ALL {
            assert_eq!(found.events(view), expected.events(view), "{what}, process {}", found.id);
        }
        assert_eq!(found.values(), expected.values(), "{what}, process {}", found.id);
    }
}

fn fixtures() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_fixture_comes_back() {
    let mut count = 0;
    for path in fixtures() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let Ok((expected, format)) = open(vec![file(name, &bytes)]) else {
            assert!(compress(vec![file(name, &bytes)], 1 << 20).is_err(), "{name}");
            continue;
        };
        count += 1;
        let packed = compress(vec![file(name, &bytes)], 1 << 20).unwrap();
        let (found, again) = open(vec![file("c.lsz", &packed)]).unwrap();
        assert_eq!(format, again, "{name}");
        assert_alike(&found, &expected, name);
        // However it is read, and however it is given, the same.
        assert!(
            compress(vec![stream(name, &bytes)], 700).is_ok_and(|other| other == packed) || !name.ends_with("trace")
        );
        let (found, _) = open(vec![stream("c.lsz", &packed)]).unwrap();
        assert_alike(&found, &expected, name);
        // Compressed again it says the same.
        let twice = compress(vec![file("c.lsz", &packed)], 1 << 20).unwrap();
        assert_eq!(text(&twice), text(&packed), "{name}");
    }
    assert!(count > 10, "{count}");
}

#[test]
fn files_in_canonical_form_come_back_byte_by_byte() {
    for (name, lines) in [
        (
            "rank-3.trace",
            "3 send 1 -2\n1 recv 3 7\n3 sync MPI_Bcast 0-15\n3 sync A 0,1,4-6\n3 local call X\n3 local return X\n",
        ),
        ("rank-0.sym", "a\nb(1,2)\nb(1,2)\n\"q\"\n#\nend\n"),
    ] {
        let long = lines.repeat(3000);
        for lines in [lines, &long] {
            let packed = compress(vec![file(name, lines.as_bytes())], 1 << 16).unwrap();
            assert_eq!(text(&packed), lines, "{name}");
            assert!(packed.len() < 400, "{name}: {}", packed.len());
        }
    }
}

#[test]
fn several_files_and_processes() {
    let files = || {
        let one = |rank: u32| format!("{rank} send {} 5\n", rank + 1).repeat(500 + rank as usize);
        let mut files: Vec<SourceFile> =
            (0..40).map(|rank| file(&format!("r/rank-{rank}.trace"), one(rank).as_bytes())).collect();
        files.push(file("r/x.sym", b"a b a b"));
        files
    };
    let (expected, _) = open(files()).unwrap();
    let packed = compress(files(), 999).unwrap();
    assert_alike(&open(vec![file("c", &packed)]).unwrap().0, &expected, "many");
    let file = Compressed::open("c", Rc::new(packed)).unwrap();
    assert_eq!(file_names(&file)[..2], ["rank-0.trace", "rank-1.trace"]);
    assert_eq!(file_names(&file)[40], "x.sym");
    assert_eq!((file.len(3, View::Communication), file.len(3, View::Calls)), (Some(503), None));
}

#[test]
fn a_trace_too_large_for_memory_is_refused_at_once() {
    let packed = compress(vec![file("a.trace", "0 send 1 2\n".repeat(5000).as_bytes())], 1 << 20).unwrap();
    let limits = Limits { kept: 19_000, ..Limits::default() };
    let mut opening = Opening::new("drop", vec![file("c.lsz", &packed)], limits);
    // Reading 20,000 bytes in steps of one item would take longer.
    let notes = (0..5).find_map(|_| opening.step(1).err()).unwrap();
    assert!(notes[0].to_string().contains("found more than 20,000 bytes to keep"), "{}", notes[0]);
}

/// Tuples of one process: label and numbers.
type Tuples = Vec<(Option<&'static str>, Vec<i128>)>;

fn number(value: i128) -> Number {
    Number::new(u64::try_from(value.unsigned_abs()).unwrap(), value < 0).unwrap()
}

fn fill(builder: &mut TraceBuilder, processes: &[Tuples], names: &[&str], mut after: impl FnMut(Vec<DrainedColumns>)) {
    for (at, tuples) in processes.iter().enumerate() {
        builder.begin_source(&format!("rank-{at}"));
        let slot = builder.process(ProcessId(at as u32)).unwrap();
        let fields: Vec<_> = names.iter().map(|name| (*name, Notation::Decimal)).collect();
        builder.begin_values(slot, &fields).unwrap();
        builder.set_notation(slot, 0, Notation::Hexadecimal);
        for (nth, (label, numbers)) in tuples.iter().enumerate() {
            let label = label.map(|label| builder.name(label).unwrap());
            let numbers: Vec<Number> = numbers.iter().map(|&value| number(value)).collect();
            builder.push_tuple(slot, label, &numbers).unwrap();
            if nth % 70 == 69 {
                after(builder.take_items());
            }
        }
        builder.end_source();
    }
    builder.assign_numbers();
    after(builder.take_items());
}

/// Through the compressor and back: the bytes, and the trace out of them.
fn tuples_again(processes: &[Tuples], names: &[&str], settings: Settings, format: &str) -> Vec<u8> {
    let mut kept = TraceBuilder::new(u64::MAX);
    fill(&mut kept, processes, names, |taken| assert!(taken.is_empty()));
    let expected = kept.finish();
    let mut given = TraceBuilder::new(u64::MAX);
    given.stream_items();
    let mut bytes = Vec::new();
    let mut writing = Writing::new(settings, &mut bytes).unwrap();
    fill(&mut given, processes, names, |taken| {
        taken.iter().for_each(|taken| writing.push(taken).unwrap());
    });
    let numbers = given.assigned_ranks().to_vec();
    writing.finish(given.finish().table(), &numbers, format).unwrap();
    let (found, _) = open(vec![file("c.lsz", &bytes)]).unwrap();
    assert_alike(&found, &expected, "tuples");
    bytes
}

#[test]
fn tuples_are_exact() {
    let (top, low) = (i128::from(u64::MAX), i128::from(i64::MIN));
    let mut tuples: Tuples =
        (0..500).map(|k| (Some(["read", "write"][k % 2]), vec![0x4000 + 8 * k as i128, 8])).collect();
    tuples.push((None, vec![top, 3]));
    tuples.extend((0..500).map(|k| (Some("read"), vec![k % 7, low + k])));
    let bytes = tuples_again(&[tuples, Vec::new()], &["address", "size"], Settings::default(), "din");
    assert!(bytes.len() < 500, "{}", bytes.len());
    let lines = text(&bytes);
    // din has no such label as none: a table says it all.
    assert!(lines.starts_with("label,address,size\nread,0x4000,8\nwrite,0x4008,8\n"), "{}", &lines[..80]);
    assert!(lines.contains("\n,0xffffffffffffffff,3\n"));
}

#[test]
fn tuples_are_split_by_the_field_of_the_instruction() {
    let pcs = [0x40_0100, 0x40_0107, 0x40_010c];
    let irregular = |k: i128| (k * k * 7919 + 13 * k) % 5;
    let tuples: Tuples = (0..6000)
        .map(|k| {
            let which = irregular(k) as usize % 3;
            (None, vec![pcs[which], 0x7000_0000 * (1 + which as i128) + 8 * (k / 3)])
        })
        .collect();
    let names = ["pc", "address"];
    let split = tuples_again(std::slice::from_ref(&tuples), &names, Settings::default(), "csv");
    let other = Settings { split: Some("none".to_owned()), ..Settings::default() };
    let whole = tuples_again(std::slice::from_ref(&tuples), &names, other, "csv");
    assert_eq!(text(&split), text(&whole));
    assert!(text(&split).starts_with("pc,address\n0x400100,1879048192\n"));
    let second = Settings { split: Some("address".to_owned()), k_numbers: 3, k_symbols: 3, ..Settings::default() };
    // More keys than streams of their own.
    let distinct: Tuples = (0..9000).map(|k| (None, vec![k % 11, irregular(k) + 10 * k])).collect();
    tuples_again(&[distinct], &names, second, "numbers");
}

#[test]
fn forms_of_tuples() {
    let check = |tuples: &Tuples, names: &[&str], format: &str, expected: &str| {
        let bytes = tuples_again(std::slice::from_ref(tuples), names, Settings::default(), format);
        assert_eq!(text(&bytes), expected, "{format}");
    };
    let both = vec![(Some("read"), vec![0x10, 8]), (Some("ifetch"), vec![0x1f_ff00_0750, 2])];
    check(&both, &["address", "size"], "din", "0 10 8\n2 1fff000750 2\n");
    check(&both, &["address", "size"], "lackey", " L 00000010,8\nI  1fff000750,2\n");
    check(&both, &["address", "size"], "new", "label,address,size\nread,0x10,8\nifetch,0x1fff000750,2\n");
    check(&vec![(Some("write"), vec![255])], &["address"], "din", "1 ff\n");
    let plain = vec![(None, vec![-16, 5]), (None, vec![1, i128::from(u64::MAX)])];
    check(&plain, &["value 1", "value 2"], "numbers", "-0x10 5\n0x1 18446744073709551615\n");
    check(&plain, &["value 1", "value 2"], "csv", "-0x10,5\n0x1,18446744073709551615\n");
    let quoted = vec![(Some("a, \"b\""), vec![1, 2])];
    check(&quoted, &["x;y", "z"], "csv", "label,\"x;y\",z\n\"a, \"\"b\"\"\",0x1,2\n");
}
