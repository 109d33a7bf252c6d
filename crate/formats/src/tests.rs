use proptest::prelude::*;

use crate::content::{look, Content};
use crate::input::lines::Lines;
use crate::notes::{quote, ContextLine, Note, Notes, Place, Problem};
use crate::{process_number, sniff, Confidence};
use loopscope_core::numbers::thousands;
use loopscope_core::trace::ProcessId;

#[test]
fn a_note_is_one_line() {
    let note = Note {
        count: 12,
        ..Note::warning("rank-0.trace", "a word is missing")
            .at(Place::Line(1204))
            .found("\"0 send 1\"")
            .expected("\"src send dst tag\"")
            .remedy("skipped")
    };
    assert_eq!(
        note.to_string(),
        "rank-0.trace: line 1,204: a word is missing; found \"0 send 1\", expected \"src send dst tag\"; skipped (12 such lines)"
    );
    assert_eq!(Note::error("a", "it is empty").to_string(), "a: it is empty");
    let byte = Note { count: 2, ..Note::error("a", "odd").at(Place::Byte(81920)) };
    assert_eq!(byte.to_string(), "a: byte 81,920: odd (2 such places)");
}

#[test]
fn notes_merge_by_file_and_problem() {
    let mut notes = Notes::new();
    let note = |line| move |file: &str| Note::warning(file, "x").at(Place::Line(line));
    for (file, line, problem) in [
        ("b10", 3, Problem::WordMissing),
        ("b10", 5, Problem::WordMissing),
        ("b10", 4, Problem::BadGroup),
        ("b9", 7, Problem::WordMissing),
    ] {
        if notes.file() != file {
            notes.begin_file(file);
        }
        notes.add(problem, note(line));
    }
    notes.add(Problem::Ignored, |file| Note::error(file, "y"));
    let told: Vec<(String, Place, u64)> =
        notes.into_vec().into_iter().map(|note| (note.file, note.place, note.count)).collect();
    assert_eq!(
        told,
        [
            ("b9".to_owned(), Place::Whole, 1),
            ("b9".to_owned(), Place::Line(7), 1),
            ("b10".to_owned(), Place::Line(3), 2),
            ("b10".to_owned(), Place::Line(4), 1),
        ]
    );
}

#[test]
fn notes_are_bounded() {
    let mut notes = Notes::new();
    for number in 0..2500 {
        notes.begin_file(&format!("f{number}"));
        let what = format!("ignored, {number}");
        notes.add(Problem::Ignored, |file| Note::info(file, what));
    }
    let all = notes.into_vec();
    assert_eq!(all.len(), 1001);
    assert!(all.iter().any(|note| note.what == "1,500 further notes are not listed"));
}

#[test]
fn what_is_said_of_many_files_is_said_once() {
    let said = |files: u64, times: u64| -> Vec<String> {
        let mut notes = Notes::new();
        for number in 0..files {
            notes.begin_file(&format!("rank-{number}.trace"));
            for line in 0..times {
                notes.add(Problem::WordMissing, |file| {
                    Note::warning(file, "a word is missing").at(Place::Line(line + 7))
                });
            }
            notes.add(Problem::CallsTooDeep, |file| Note::info(file, format!("{} calls", number % 2)));
        }
        notes.into_vec().iter().map(Note::to_string).collect()
    };
    assert_eq!(said(3, 2).len(), 6);
    assert_eq!(
        said(6, 2),
        [
            "rank-0.trace: line 7: a word is missing (12 such lines); the same in rank-1.trace, rank-2.trace, rank-3.trace and 2 further files",
            "rank-0.trace: 0 calls",
            "rank-1.trace: 1 calls",
            "rank-2.trace: 0 calls",
            "rank-3.trace: 1 calls",
            "rank-4.trace: 0 calls",
            "rank-5.trace: 1 calls",
        ]
    );
    assert_eq!(
        said(4, 1)[0],
        "rank-0.trace: line 7: a word is missing; the same in rank-1.trace, rank-2.trace, rank-3.trace"
    );
}

#[test]
fn context_is_cut_at_characters() {
    let line = "é".repeat(500);
    let context = ContextLine::new(7, line.as_bytes(), Some((4, 900)));
    assert_eq!((context.text.chars().count(), context.mark), (200, Some((2, 200))));
    let context = ContextLine::new(7, b"a \xff b\r", Some((2, 3)));
    assert_eq!((&*context.text, context.mark), ("a \u{fffd} b", Some((2, 3))));
}

#[test]
fn quotes() {
    assert_eq!(quote(b"a\tb\0"), "\"a\\tb\\u{0}\"");
    assert_eq!(quote("é".repeat(61).as_bytes()), format!("\"{}…\"", "é".repeat(60)));
    assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"].map(str::to_owned));
}

#[test]
fn numbers_in_names() {
    let cases = [
        ("rank-13.trace", Some(13)),
        ("a.2/rank", None),
        ("lu.A.16", Some(16)),
        ("7", Some(7)),
        ("p007.sym.gz", Some(7)),
        ("rang-é5é.sym", Some(5)),
        ("16777215", Some(16_777_215)),
        ("16777216", None),
        ("20261121093000", None),
        ("", None),
        ("a\\b3\\c", None),
    ];
    for (name, expected) in cases {
        assert_eq!(process_number(name), expected.map(ProcessId), "{name}");
    }
}

#[test]
fn what_texts_look_like() {
    let text = |text: &str| look(text.as_bytes());
    for list in [
        "a",
        "a b a a b",
        "x, y",
        "Isend(1,640,c3)\nIsend(1,640,c3)\nWaitall(12)\n",
        "循环 循环",
        "this is",
        "[send] [recv]",
        "{ } { }",
        "for for done",
        "1 2 3 1 2 3",
        "MPI_Send: MPI_Recv:",
        "a.b c.d; a.b c.d;",
    ] {
        let marks = ["x, y", "this is", "{ } { }", "MPI_Send: MPI_Recv:"].contains(&list);
        if !marks {
            assert_eq!(text(list), Content::Text, "{list:?}");
        }
    }
    assert_eq!(text("[1, 2]"), Content::OtherText("JSON"));
    assert_eq!(text(" {\"a\": 1}"), Content::OtherText("JSON"));
    assert_eq!(text("a,b,c\n1,2,3\n4,5"), Content::OtherText("a table with commas"));
    assert_eq!(look(b"BZh"), Content::Text);
    assert_eq!(look(b"MZ MZ"), Content::Text);
    assert_eq!(look(b""), Content::Empty);
    assert!(matches!(look(b"MZ\x90\0"), Content::Binary { kind: Some("a Windows program"), .. }));
    // A character that the end of the head cuts is no fault.
    assert_eq!(look(&"é".as_bytes()[..1]), Content::Text);
}

#[test]
fn a_loop_of_words_is_a_symbol_list() {
    // Words of prose that repeat do not count as prose.
    let list = "the this that ".repeat(20);
    assert_eq!(sniff(list.as_bytes(), "x").map(|format| format.name).ok(), Some("symbols"));
}

/// The formats whose sniffs return the highest confidence, if any is above no.
fn surest(bytes: &[u8]) -> Vec<&'static str> {
    let head = crate::Head::new(bytes);
    let confidence = |format: &crate::Format| (format.sniff)(&head);
    let highest = crate::FORMATS.iter().map(|format| confidence(format)).max();
    let highest = highest.filter(|&highest| highest > Confidence::No);
    let surest = crate::FORMATS.iter().filter(|format| Some(confidence(format)) == highest);
    surest.map(|format| format.name).collect()
}

proptest! {
    #[test]
    fn lines_do_not_depend_on_chunks(
        text in "[ab\n]{0,80}",
        chunk in 1usize..20,
    ) {
        let mut lines = Lines::default();
        let mut got: Vec<(u64, String, Option<String>)> = Vec::new();
        let mut each = |line: crate::input::lines::Line<'_>| -> Result<(), ()> {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            got.push((line.number, text(line.bytes), line.before().map(text)));
            Ok(())
        };
        for part in text.as_bytes().chunks(chunk) {
            lines.read(part, &mut each).unwrap();
        }
        lines.end(&mut each).unwrap();
        let all: Vec<&str> = text.split('\n').collect();
        let all = if all.last() == Some(&"") { &all[..all.len() - 1] } else { &all[..] };
        let expected: Vec<(u64, String, Option<String>)> = all.iter().enumerate().map(|(at, line)| {
            let before = at.checked_sub(1).map(|before| all[before].to_owned());
            (at as u64 + 1, (*line).to_owned(), before)
        }).collect();
        prop_assert_eq!(got, expected);
    }

    #[test]
    fn at_most_one_format_is_surest(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(surest(&bytes).len() <= 1);
    }

    #[test]
    fn at_most_one_format_is_surest_of_a_text(text in "(0 send 1 2\n|a b |\n|#|\\{|é|local |[0-9] ){0,20}") {
        let surest = surest(text.as_bytes());
        prop_assert!(surest.len() <= 1);
        prop_assert_eq!(surest.first().copied(), sniff(text.as_bytes(), "x").ok().map(|format| format.name));
    }

    #[test]
    fn what_every_line_says_is_what_all_sniffs_say(
        text in "(0 send 1 2\n|1 recv 0 tag7\n|3 sync barrier 0-3\n|0 local call MPI_Send\n|2 7ffe3a40 4\n|0 1a2b\n|0 compute 100\n|0 send 1 0 1e6\n|# x\n|\n|7 8\n){0,6}",
    ) {
        let surest = surest(text.as_bytes());
        prop_assert_eq!(surest.first().copied(), sniff(text.as_bytes(), "x").ok().map(|format| format.name));
    }
}
