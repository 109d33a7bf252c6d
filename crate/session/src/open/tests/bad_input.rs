//! What people drop by mistake, and what files suffer on their way: one clear message each.

use proptest::sample::Index;

use super::*;

const EXPECTED: &str =
    "expected a trace (OTF2, Paraver, DUMPI and others), native text like \"0 send 1 2\", memory accesses, numbers, or symbols separated by spaces";

fn one(path: &str, bytes: &[u8]) -> String {
    let problems = refused([file(path, bytes)]);
    assert_eq!(problems.len(), 1, "{problems:?}");
    problems[0].clone()
}

#[test]
fn an_empty_file() {
    assert_eq!(one("a.trace", b""), format!("a.trace: the file is empty; found 0 bytes, {EXPECTED}"));
}

#[test]
fn a_binary_file() {
    assert_eq!(
        one("a", b"\x7fELF\x02\x01\x01\0\0\0"),
        format!("a: the file is binary, in no format that Loopscope reads; found an ELF program, {EXPECTED}")
    );
    assert_eq!(
        one("a", b"ab\0cd"),
        format!("a: byte 2: the file is binary, in no format that Loopscope reads; found the byte 0x00, {EXPECTED}")
    );
}

#[test]
fn a_text_in_no_known_format() {
    assert_eq!(
        one("notes.txt", b"The quick brown fox\njumps over the lazy dog.\n"),
        format!("notes.txt: line 1: the file is text, in no format that Loopscope reads; found prose or program output: \"The quick brown fox\", {EXPECTED}")
    );
}

#[test]
fn a_truncated_gz() {
    let packed = fixture("archives/good/two-members-rank-0.trace.gz");
    let cut = packed.len() - 100;
    assert_eq!(
        one("rank-0.trace.gz", &packed[..cut]),
        format!("rank-0.trace.gz: byte {cut}: the gzip data is truncated; found the end of the file, expected more data; copy or download the file again")
    );
}

#[test]
fn every_truncated_gz_and_zst_is_refused() {
    for name in ["two-members-rank-0.trace.gz", "two-frames-rank-0.trace.zst"] {
        let packed = fixture(&format!("archives/good/{name}"));
        // A cut between two members or frames leaves a whole file, and "(" is a symbol.
        let whole: Vec<usize> = (1..packed.len()).filter(|&cut| open([file(name, &packed[..cut])]).is_ok()).collect();
        assert!(whole.len() <= 3, "{name}: {whole:?}");
        for cut in (18..packed.len()).filter(|cut| !whole.contains(cut)) {
            let problem = one(name, &packed[..cut]);
            assert!(problem.contains(&format!("byte {cut}: the ")), "{problem}");
            assert!(problem.contains(" data is truncated; "), "{problem}");
        }
    }
}

#[test]
fn a_line_with_a_word_missing() {
    assert_eq!(
        one("a.trace", b"0 send 1\n"),
        "a.trace: line 1: the file contains no usable event: a word is missing; found \"0 send 1\", expected \"src send dst tag\""
    );
    let opened = open([file("a.trace", "0 send 1 2\n0 send 1\n0 send 1 2\n")]).unwrap();
    assert_eq!(sizes(&opened), [(0, 2)]);
    assert_notes(
        &opened,
        &["a.trace: line 2: a word is missing; found \"0 send 1\", expected \"src send dst tag\"; skipped"],
    );
    let lines: Vec<&str> = opened.notes[0].context.iter().map(|line| &*line.text).collect();
    assert_eq!(lines, ["0 send 1 2", "0 send 1", "0 send 1 2"]);
}

#[test]
fn a_rank_out_of_range() {
    let opened = open([
        file("rank-0.trace", "0 send 1 2\n0 send 16 2\n0 send 16 2\n0 sync MPI_Barrier 0-3\n"),
        file("rank-1.trace", "0 recv 1 2\n"),
    ])
    .unwrap();
    // The event is kept: without it the process would show loops that it never ran.
    assert_eq!(sizes(&opened), [(0, 4), (1, 1)]);
    assert_notes(&opened, &["rank-0.trace: line 2: an event names a process that the trace lacks; found process 16, expected 0 to 1; kept; open the files of all processes together (3 such lines)"]);
    assert_eq!(opened.notes[0].severity, Severity::Warning);
}

#[test]
fn one_file_of_many_is_no_rank_out_of_range() {
    let opened = open([file("rank-3.trace", "3 send 16 2\n")]).unwrap();
    assert_notes(&opened, &[]);
}

#[test]
fn many_files_with_one_fault_are_one_message() {
    let run = |folder: &'static str| {
        (0..20).map(move |k| file(&format!("{folder}/rank-{k}.trace"), format!("{k} send 1 2\n")))
    };
    assert_two_traces(
        run("run/native").chain(run("run/native-local")),
        "run/native-local (native text, 20 files), run/native (native text, 20 files)",
    );
    let archive = (0..9).map(|k| file(&format!("traces/{k}.evt"), b"\x03\x42\0\0\x05"));
    assert_eq!(
        refused(archive),
        ["traces/0.evt: the anchor file of the OTF2 archive is missing; found other files of the archive, expected NAME.otf2 beside NAME.def; open the folder that holds NAME.otf2, NAME.def and NAME/, or an archive of it"]
    );
    // Few are listed one by one.
    let empty = ["a.trace", "b.trace", "c.trace"].map(|name| file(name, ""));
    assert_eq!(refused(empty).len(), 3);
}

fn assert_two_traces(files: impl IntoIterator<Item = SourceFile>, found: &str) {
    let message =
        format!("drop: there are 2 traces here; found {found}, expected one trace at a time; open only one of them");
    assert_eq!(refused(files), [message]);
}

#[test]
fn two_files_of_one_process() {
    assert_two_traces(
        [file("a/rank-3.trace", "3 send 1 2\n"), file("b/x.trace", "3 send 1 2\n")],
        "a/rank-3.trace (native text, 1 file), b/x.trace (native text, 1 file)",
    );
    // In one folder nothing tells which belong together.
    let problems = refused([file("a/rank-3.trace", "3 send 1 2\n"), file("a/x.trace", "3 send 1 2\n")]);
    assert_eq!(
        problems,
        ["a/x.trace: two files contain the same process; found process 3 in a/rank-3.trace and in a/x.trace, expected one file for each process; open the files of a single run, in a single format"]
    );
    assert_two_traces(
        [file("a/rank-3.sym", "a b"), file("b/rank-3.sym", "a b")],
        "a/rank-3.sym (symbol list, 1 file), b/rank-3.sym (symbol list, 1 file)",
    );
}

#[test]
fn a_line_of_200_megabytes() {
    const LENGTH: u64 = 200 << 20;
    let data = MadeUp::new(b"0 send 1 2\n0 local ", b"x", LENGTH);
    let files = vec![SourceFile { path: "a.trace".to_owned(), data: Content::Random(data.clone()) }];
    let mut opening = Opening::new("drop", files, Limits::default());
    // Each step does a bounded amount of work, also within the line.
    let mut steps = 0;
    let opened = loop {
        let before = data.read.get();
        match opening.step(1 << 20).unwrap() {
            Status::Working => steps += 1,
            Status::Done(opened) => break opened,
        }
        assert!(data.read.get() - before <= 2 << 20);
        assert!(opening.kept_bytes() < 4096);
    };
    assert!(steps >= 200, "{steps}");
    assert_eq!(sizes(&opened), [(0, 1)]);
    let x = "x".repeat(52);
    assert_eq!(
        messages(&opened.notes),
        [format!("a.trace: line 2: a line is too long; found \"0 local {x}…\", expected at most 65,536 bytes in a line; skipped")]
    );

    // The same length without a blank is one token.
    let data = Content::Random(MadeUp::new(b"", b"x", LENGTH));
    let problems = refused([SourceFile { path: "b.sym".to_owned(), data }]);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let expected = "b.sym: the file begins with a word that is too long for a symbol";
    assert_begins(&problems, expected);
}

#[test]
fn what_unpacks_to_very_much() {
    let limits = Limits { kept: 1 << 12, ..Limits::default() };
    let plain = b"0 send 1 2\n1 recv 0 2\n".repeat(1 << 20);
    let packed = gzip(&plain);
    assert!(packed.len() * 100 < plain.len());
    let mut deflate = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    deflate.write_all(&plain).unwrap();
    let deflated = deflate.finish().unwrap();
    let zip = zipped(&[("rank-0.trace", 8, &plain, &deflated), ("z", 8, &plain, &deflated)], false);
    for (path, bytes, inside) in [("a.trace.gz", packed, "a.trace.gz"), ("a.zip", zip, "a.zip/rank-0.trace")] {
        let mut opening = Opening::new("drop", vec![file(path, bytes)], limits.clone());
        let notes = loop {
            match opening.step(1 << 16) {
                Ok(Status::Working) => {
                    // The size is looked at every 65,536 events of 4 bytes.
                    assert!(opening.kept_bytes() <= limits.kept + (1 << 18));
                }
                Ok(Status::Done(_)) => panic!("{path} is too large"),
                Err(notes) => break notes,
            }
        };
        let found = messages(&notes);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].starts_with(&format!("{inside}: the trace does not fit the memory limit; found more than "))
                && found[0].ends_with(" bytes to keep, expected at most 4,096; open the files of fewer processes"),
            "{found:?}"
        );
    }
    // With room for the blocks that are being filled the same file opens: what repeats is kept packed.
    let limits = Limits { kept: 1 << 20, ..Limits::default() };
    let mut opening = Opening::new("drop", vec![file("a.trace", plain.clone())], limits);
    while matches!(opening.step(1 << 16), Ok(Status::Working)) {}
    assert_eq!(opening.progress().events, 2 << 20);
    assert_eq!(sizes(&open([file("a.trace.gz", gzip(&plain))]).unwrap()), [(0, 2 << 20)]);
}

#[test]
fn a_file_that_cannot_be_read() {
    struct Gone;
    impl ReadAt for Gone {
        fn len(&self) -> u64 {
            100
        }
        fn read_at(&self, _: u64, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the file has changed"))
        }
    }
    let data = Content::Random(Rc::new(Gone));
    assert_eq!(
        refused([SourceFile { path: "a".to_owned(), data }]),
        ["a: byte 0: the file cannot be read; found the file has changed, expected a file that can be read to its end"]
    );
}

#[test]
fn all_files_that_fail_are_listed() {
    let problems = refused([
        file("rank-0.trace", "0 send 1 2\n"),
        file("rank-10.trace", ""),
        file("rank-2.trace", "2 send 1\n"),
        file("notes.md", "# Notes"),
    ]);
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert_begins(&problems, "rank-2.trace: line 1: ");
    assert!(problems[1].starts_with("rank-10.trace: the file is empty"), "{problems:?}");
}

#[test]
fn nothing_at_all() {
    assert_eq!(
        refused([]),
        ["drop: there is no file to open; found none, expected files of a trace, a folder or an archive of them"]
    );
    let hidden = [file("a/.DS_Store", "x"), file("__MACOSX/a", "x")];
    assert!(refused(hidden)[0].starts_with("drop: there is no file to open; "));
    assert!(refused([file("a.tar", tarred(&[]))])[0].starts_with("a.tar: byte 0: the file is binary"));
}

/// Steps until the end, of which there must be one.
fn ends(name: &str, content: impl Into<Vec<u8>>) {
    let bytes: Vec<u8> = content.into();
    // Deflate packs at most 1032 to 1, Zstandard a 128 KiB block into 4 bytes.
    let most = 1000 + bytes.len() * 100;
    let limits = Limits { kept: 8 << 20, ..Limits::default() };
    let mut opening = Opening::new("drop", vec![file(name, bytes)], limits);
    for _ in 0..most {
        match opening.step(1 << 20) {
            Ok(Status::Working) => {}
            Ok(Status::Done(opened)) => {
                assert!(!opened.format.is_empty());
                return;
            }
            Err(notes) => {
                assert!(!notes.is_empty() && notes[0].severity == Severity::Error);
                return;
            }
        }
    }
    panic!("no end after {most} steps");
}

/// Bytes to change, and where to cut what is left.
type Damage = (Vec<(Index, u8)>, Option<Index>);

fn damage(changes: std::ops::Range<usize>) -> impl Strategy<Value = Damage> {
    let changes = proptest::collection::vec(any::<(Index, u8)>(), changes);
    (changes, proptest::option::of(any::<Index>()))
}

fn damaged(mut bytes: Vec<u8>, (changes, cut): Damage) -> Vec<u8> {
    for (at, byte) in changes {
        let at = at.index(bytes.len());
        bytes[at] = byte;
    }
    if let Some(cut) = cut {
        bytes.truncate(cut.index(bytes.len()));
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_bytes_end(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        ends("a", bytes);
    }

    #[test]
    fn random_bytes_behind_a_magic_end(
        magic in proptest::sample::select(vec![
            b"\x1f\x8b\x08\0".as_slice(), b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"PK\x05\x06", b"0 send 1 2\n", b"a b ",
        ]),
        bytes in proptest::collection::vec(any::<u8>(), 0..500),
    ) {
        ends("a", [magic, &bytes].concat());
    }

    #[test]
    fn changed_fixtures_end(which in any::<Index>(), damage in damage(0..6)) {
        let mut found = fixtures("archives/good");
        found.extend(fixtures("native/by-hand/good"));
        found.extend(fixtures("native/by-hand/bad"));
        found.extend(fixtures("symbols/by-hand/good"));
        let (name, path) = which.get(&found);
        ends(name, damaged(std::fs::read(path).unwrap(), damage));
    }

    #[test]
    fn changed_archives_end(kind in 0..3, damage in damage(1..8)) {
        let lines = b"0 send 1 2\n".repeat(60);
        let long = "folder/".repeat(30) + "rank-1.trace";
        let bytes = match kind {
            0 => tarred(&[("rank-0.trace", &lines), (&long, b"1 recv 0 2"), ("c.md", b"a b")]),
            _ => zipped(
                &[("rank-0.trace", 0, &lines, &lines), (&long, 0, b"1 recv 0 2", b"1 recv 0 2")],
                kind == 2,
            ),
        };
        ends("a", damaged(bytes, damage));
    }

    #[test]
    fn random_lines_end(lines in proptest::collection::vec(
        "(#|[0-9]{1,8}|-1) ?(send|recv|sync|local|call)? ?([0-9]{1,3}|call|return|MPI_X|é)? ?([0-9,-]{0,6}|a b)?\r?", 0..40,
    )) {
        ends("a", lines.join("\n"));
    }
}
