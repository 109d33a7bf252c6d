//! What all readers of numeric traces do; the fixtures hold the cases of each.

use loopscope_core::trace::{Notation, ProcessId, Trace, TraceBuilder, View};
use proptest::prelude::*;

use super::grammar::SHORT_LINE;
use crate::format::{FileInfo, Format};
use crate::notes::{Note, Notes, Place};
use crate::registry::{sniff, FORMATS};

/// Reads files in chunks of that size, each in the format of its content.
fn read(files: &[(&str, &str)], chunk: usize) -> Result<(Trace, Vec<Note>), Note> {
    let mut trace = TraceBuilder::new(1 << 30);
    let mut notes = Notes::new();
    for (name, text) in files {
        trace.begin_source(name);
        notes.begin_file(name);
        let mut reader = sniff(text.as_bytes(), name)?.reader(&FileInfo::new(name)).unwrap();
        for part in text.as_bytes().chunks(chunk) {
            reader.read(part, &mut trace, &mut notes)?;
        }
        reader.finish(&mut trace, &mut notes)?;
        trace.end_source();
    }
    Ok((trace.finish(), notes.into_vec()))
}

fn format_of(text: &str) -> Option<&'static str> {
    sniff(text.as_bytes(), "f").ok().map(|format: &Format| format.name)
}

#[test]
fn what_a_text_is() {
    for (text, expected) in [
        // One number a line are numbers, also if only one; a line of several is a list of symbols.
        ("3\n10\n17\n", "numbers"),
        ("7", "numbers"),
        ("7\n\n# a comment\n", "numbers"),
        ("3 10 17 24 31 38 45\n", "symbols"),
        ("1 2 3 1 2 3", "symbols"),
        ("1 2\n1 2\n", "numbers"),
        ("1 2\nx 2\n", "symbols"),
        ("1 2\n1 2.5\n", "symbols"),
        ("99999999999999999999999\n-1\n", "numbers"),
        // The last line may be cut.
        ("1 2\n1 2\n0x", "numbers"),
        ("1 2\n1 2\n-", "numbers"),
        // Without a letter in an address nothing distinguishes din from numbers.
        ("0 1000 8\n1 1008 8\n", "numbers"),
        ("0 10f8 8\n1 1008 8\n", "din"),
        ("0 10f8\n1 1008\n", "din"),
        ("0 a\n1 b\n0 a\n", "symbols"),
        ("0 cafe\n1 dead\n", "symbols"),
        // The native form has words.
        ("0 send 1 2\n0 recv 1 2\n", "native"),
        ("0 sync MPI_Bcast 0,4,8,12\n0 sync MPI_Bcast 0,4,8,12\n", "native"),
        ("I  04001000,3\n L 1ffefffe7c,4\n", "lackey"),
        ("==1== a\n==1== b\nI  04001000,3\n", "lackey"),
        ("==1== a\n==1== b\n", "symbols"),
        ("a,b\n1,2\n", "csv"),
        ("1,2\n3,4\n", "csv"),
        ("1;2\n3;4\n", "csv"),
        ("read,0x10\nwrite,0x18\n", "csv"),
        // Two columns of words, or one of fractions, are not numbers; neither is a single column.
        ("a,b\nx,y\n", "symbols"),
        ("value\n1\n2\n", "symbols"),
        ("Isend(1,640)\nIsend(1,640)\n", "symbols"),
        ("Isend(1,640,c3)\nWaitall(12)\n", "symbols"),
    ] {
        assert_eq!(format_of(text), Some(expected), "{text:?}");
    }
    for text in ["a,b,c\n0.5,1,2\n0.5,1,2\n", "a,b,c\nx,y,1\nx,y,2\n", "[1, 2]\n"] {
        assert_eq!(format_of(text), None, "{text:?}");
    }
}

#[test]
fn one_file_is_one_process() {
    let files = [("run.3/trace-12.din", "0 10f8 8\n"), ("b", "0 10f8 8\n"), ("a.csv", "1,2\n3,4\n")];
    let (trace, _) = read(&files, 64).unwrap();
    let told: Vec<(u32, &str, usize)> = trace
        .processes()
        .iter()
        .map(|process| (process.id.0, &*process.source, process.len(View::Values).unwrap()))
        .collect();
    assert_eq!(told, [(0, "a.csv", 2), (1, "b", 1), (12, "run.3/trace-12.din", 1)]);
    assert_eq!(trace.views(), [View::Values]);
    let refused = read(&[("a-1", "1\n2\n"), ("b-1", "1\n2\n")], 64).unwrap_err();
    assert_eq!(refused.found, "process 1 in a-1 and in b-1");
}

#[test]
fn the_line_after_belongs_to_an_error() {
    let text = "-1\n2\n18446744073709551615\n4\n5\n";
    for chunk in 1..text.len() {
        let note = read(&[("f", text)], chunk).unwrap_err();
        assert_eq!(note.place, Place::Line(3));
        let lines: Vec<&str> = note.context.iter().map(|line| &*line.text).collect();
        assert_eq!(lines, ["2", "18446744073709551615", "4"]);
    }
    // At the end of the file there is none.
    let note = read(&[("f", "-1\n18446744073709551615\n")], 7).unwrap_err();
    assert_eq!(note.context.len(), 2);
}

#[test]
fn lines_may_be_as_long_as_allowed() {
    assert!(SHORT_LINE.contains(&loopscope_core::numbers::thousands(crate::MAX_LINE as u64)));
    let blanks = " ".repeat(crate::MAX_LINE - 2);
    let (trace, notes) = read(&[("f", &format!("1 2\n1 2\n3{blanks}4\n5{blanks} 6\n7 8\n"))], 1000).unwrap();
    assert_eq!(trace.event_count(View::Values), 4);
    assert_eq!((notes.len(), notes[0].place), (1, Place::Line(4)));
}

#[test]
fn the_limit_ends_the_reading() {
    let text = "1 2 3 4 5 6 7 8\n".repeat(70_000);
    let mut trace = TraceBuilder::new(1 << 20);
    let mut notes = Notes::new();
    trace.begin_source("f");
    let mut reader = crate::tuples::plain::FORMAT.reader(&FileInfo::new("f")).unwrap();
    let note = reader.read(text.as_bytes(), &mut trace, &mut notes).unwrap_err();
    assert_eq!(note.what, "the trace does not fit the memory limit");
    trace.abandon_source();
    assert_eq!(trace.kept_bytes(), 0);
}

/// A tuple of a test: label and numbers, all that fit a column.
type Tuple = (usize, Vec<i128>);

/// Tuples of one arity, each column signed or unsigned.
fn tuples() -> impl Strategy<Value = Vec<Tuple>> {
    let column = prop_oneof![
        Just((0i128, i128::from(u64::MAX))),
        Just((i128::from(i64::MIN), i128::from(i64::MAX))),
        Just((-20, 20)),
    ];
    let row = |columns: Vec<(i128, i128)>| {
        let ranges: Vec<_> = columns.into_iter().map(|(least, most)| least..=most).collect();
        proptest::collection::vec((0usize..3, ranges), 2..40)
    };
    proptest::collection::vec(column, 1..5).prop_flat_map(row)
}

/// Labels and numbers as they were read, and how the fields are written.
fn columns(trace: &Trace) -> (Vec<String>, Vec<Vec<i128>>, Vec<Notation>) {
    let values = trace.process(ProcessId(0)).unwrap().values().unwrap();
    let name = |at| values.label(at).map_or("", |label| trace.table().name(label)).to_owned();
    let labels = (0..values.len()).map(name).collect();
    let tuples = (0..values.len()).map(|at| values.tuple(at).collect()).collect();
    (labels, tuples, values.columns().iter().map(|column| column.notation()).collect())
}

proptest! {
    #[test]
    fn numbers_come_back(tuples in tuples(), hexadecimal in any::<bool>(), chunk in 1usize..60) {
        let notation = if hexadecimal { Notation::Hexadecimal } else { Notation::Decimal };
        let text: String = tuples.iter().map(|(_, numbers)| {
            let words: Vec<String> = numbers.iter().map(|&number| notation.text(number)).collect();
            words.join(" ") + "\n"
        }).collect();
        let (trace, notes) = read(&[("f-0", &text)], chunk).unwrap();
        prop_assert!(notes.is_empty());
        let (_, read, notations) = columns(&trace);
        prop_assert!(read.iter().eq(tuples.iter().map(|(_, numbers)| numbers)));
        prop_assert!(notations.iter().all(|&kept| kept == notation));
    }

    #[test]
    fn tables_come_back(tuples in tuples(), header in any::<bool>(), separator in "[,;]", chunk in 1usize..60) {
        let labels = ["read", "a, \"b\"; c", "é"];
        let arity = tuples[0].1.len();
        let mut text = String::new();
        if header {
            let names: Vec<String> = (0..arity).map(|k| format!("field {k}")).collect();
            text = format!("{}{separator}label\n", names.join(&separator));
        }
        for (label, numbers) in &tuples {
            let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let label = labels[*label].replace('"', "\"\"");
            text += &format!("{}{separator}\"{label}\"\n", words.join(&separator));
        }
        let (trace, notes) = read(&[("f-0", &text)], chunk).unwrap();
        prop_assert!(notes.is_empty());
        let (read_labels, read, _) = columns(&trace);
        prop_assert!(read.iter().eq(tuples.iter().map(|(_, numbers)| numbers)));
        prop_assert!(read_labels.iter().eq(tuples.iter().map(|(label, _)| labels[*label])));
        let values = trace.processes()[0].values().unwrap();
        let name = values.columns()[arity - 1].name().to_owned();
        let plain = if arity == 1 { "value".to_owned() } else { format!("value {arity}") };
        prop_assert_eq!(name, if header { format!("field {}", arity - 1) } else { plain });
    }

    #[test]
    fn accesses_come_back(
        accesses in proptest::collection::vec((0usize..4, any::<u64>(), 0u64..70), 1..40),
        chunk in 1usize..60,
    ) {
        // One address that distinguishes din from numbers.
        let accesses: Vec<_> = [(0, 0x4014f0, 8)].into_iter().chain(accesses).collect();
        let din: String = accesses.iter()
            .map(|(label, address, size)| format!("{label} {address:x} {size}\n")).collect();
        let lackey: String = accesses.iter()
            .map(|(label, address, size)| format!("{} {address:08x},{size}\n", [" L", " S", "I ", " M"][*label]))
            .collect();
        for (text, format, last) in [(din, "din", "escape"), (lackey, "lackey", "modify")] {
            prop_assert_eq!(format_of(&text), Some(format));
            let (trace, notes) = read(&[("f-0", &text)], chunk).unwrap();
            prop_assert!(notes.is_empty());
            let (labels, read, notations) = columns(&trace);
            let expected: Vec<Vec<i128>> = accesses.iter()
                .map(|&(_, address, size)| vec![address.into(), size.into()]).collect();
            prop_assert_eq!(read, expected);
            let names = ["read", "write", "ifetch", last];
            prop_assert!(labels.iter().eq(accesses.iter().map(|(label, ..)| names[*label])));
            prop_assert_eq!(notations, [Notation::Hexadecimal, Notation::Decimal]);
        }
    }

    /// Whatever a file holds, a reader takes it or says why not.
    #[test]
    fn any_text_is_read_or_refused(
        text in "([0-4] [0-9a-f]{1,5} [0-9]\n| [LSMIX] [0-9a-f]{1,4},[0-9]\n|-?[0-9]{1,3}[ ,;\t]|[a\"#,;]|0x|\n|==1==|é){0,30}",
        chunk in 1usize..40,
    ) {
        for format in FORMATS {
            let mut trace = TraceBuilder::new(1 << 20);
            let mut notes = Notes::new();
            trace.begin_source("f-0");
            notes.begin_file("f-0");
            let Some(mut reader) = format.reader(&FileInfo::new("f-0")) else { continue };
            let parts = text.as_bytes().chunks(chunk);
            let mut result = Ok(());
            for part in parts {
                result = result.and_then(|()| reader.read(part, &mut trace, &mut notes));
            }
            let result = result.and_then(|()| reader.finish(&mut trace, &mut notes));
            match result {
                Ok(()) => prop_assert!(trace.events() > 0),
                Err(note) => prop_assert!(!note.what.is_empty() && !note.file.is_empty()),
            }
        }
    }
}
