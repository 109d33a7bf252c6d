//! Which of the files count, how processes are numbered, what is noted.

use super::*;

#[test]
fn companions_are_ignored_beside_traces() {
    let opened = open(vec![
        file("run/rank-0.trace", "0 send 1 2\n"),
        file("run/rank-1.trace", "0 recv 1 2\n"),
        file("run/README.md", "# LU\n\nSixteen processes.\n"),
        file("run/lu.out", "a b c a b c\n"),
        file("run/times.csv", "process,ms\n0,15\n1,17\n"),
        file("run/sizes.dat", "12 12\n12 12\n"),
        file("run/META.json", "{\"ranks\": 2}"),
        file("run/lu.x", b"\x7fELF\x02\x01\0\0".as_slice()),
        file("run/.gitignore", "x"),
        file("run/__MACOSX/._rank-0.trace", b"\0\x05\x16\x07".as_slice()),
    ])
    .unwrap();
    assert_eq!(sizes(&opened), [(0, 1), (1, 1)]);
    assert_eq!(
        messages(&opened.notes),
        ["drop: 6 files are ignored; found 1 text in no format that can be read: run/META.json; 1 binary, in no format that can be read: run/lu.x; 4 called like something that lies beside a trace: run/README.md, run/lu.out, run/sizes.dat and 1 further file"]
    );
    assert!(opened.notes.iter().all(|note| note.severity == Severity::Info));
}

#[test]
fn companions_alone_are_read() {
    let opened =
        open(vec![file("rank0.txt", "a b a b"), file("rank1.txt", "a b"), file("x.json", "{}")])
            .unwrap();
    assert_eq!(sizes(&opened), [(0, 4), (1, 2)]);
    assert_eq!(
        messages(&opened.notes),
        ["x.json: ignored: the file is text in no format that can be read"]
    );
    let inside = tarred(&[("rank0.txt", b"a b a b"), ("rank1.txt", b"a b")]);
    assert_eq!(sizes(&open(vec![file("x.tar", inside.clone())]).unwrap()), [(0, 4), (1, 2)]);

    // A pipe cannot be read twice: it says so.
    let stream = Content::Stream(Box::new(io::Cursor::new(inside)));
    let problems = refused(vec![SourceFile { path: "-".to_owned(), data: stream }]);
    assert_eq!(
        problems[0],
        "-/rank0.txt: the file is called like something that lies beside a trace; found a file that may be a trace (symbol list), expected another ending, like .sym, or the archive as a file"
    );
    let stream = Content::Stream(Box::new(io::Cursor::new(b"a b a b".to_vec())));
    let alone = open(vec![SourceFile { path: "x.txt".to_owned(), data: stream }]).unwrap();
    assert_eq!(sizes(&alone), [(0, 4)]);
}

/// Words in a file of no known ending may be symbols. Where anything better is there, they are not.
#[test]
fn a_list_that_is_called_like_nothing_known_is_read_only_where_nothing_else_is() {
    let odd = || file("run/hostfile", "node1 node2 node1 node2\n");
    let opened = open(vec![odd(), file("run/rank-0.trace", "0 send 1 2\n")]).unwrap();
    assert_eq!(sizes(&opened), [(0, 1)]);
    assert_eq!(
        messages(&opened.notes),
        ["run/hostfile: ignored: the file may be a list of words or numbers, and is not called like one"]
    );
    let opened = open(vec![odd(), file("run/README.md", "words of people")]).unwrap();
    assert_eq!(sizes(&opened), [(0, 4)]);
    let opened = open(vec![odd(), file("run/rank-7.sym", "a b")]).unwrap();
    assert_eq!(sizes(&opened), [(7, 2)]);
}

/// `.json` and `.csv` are endings of many things: such a file is meant only if it is called like one that is used.
#[test]
fn another_file_of_a_common_ending_may_be_anything() {
    let slice = r#"[{"ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"name":"a"}]"#;
    let opened =
        open(vec![file("run/trace-1.json", slice), file("run/package.json", "{\"a\": 1}")])
            .unwrap();
    assert_eq!(sizes(&opened), [(1, 1)]);
    let said =
        refused(vec![file("run/trace-1.json", slice), file("run/trace-2.json", "{\"a\": 1}")]);
    assert!(said[0].starts_with("run/trace-2.json: line 1: the file is text"), "{said:?}");
}

#[test]
fn tables_of_numbers_alone_are_read() {
    let opened = open(vec![
        file("run/times.csv", "process,ms\n0,15\n1,17\n"),
        file("run/trace-7.dat", "12 12\n12 13\n14 14\n"),
    ])
    .unwrap();
    assert_eq!(trace(&opened).views(), [View::Values]);
    let lengths = trace(&opened).processes().iter().map(|process| process.len(View::Values));
    assert_eq!(lengths.collect::<Vec<_>>(), [Some(2), Some(3)]);
    assert_eq!((opened.format, opened.kinds.len()), ("plain numbers", 0));
}

#[test]
fn a_native_trace_is_read_whatever_it_is_called() {
    let opened = open(vec![
        file("README.md", "0 send 1 2\n"),
        file("b.json", "1 recv 0 2\n0 recv 1 2\n1 sync B 0-1"),
    ]);
    let problems = messages(&opened.expect_err("process 0 is in both"));
    assert!(
        problems[0].starts_with("b.json: another file holds the same process; found process 0 in README.md and in b.json"),
        "{problems:?}"
    );
}

#[test]
fn a_file_that_is_meant_to_be_read_is_not_ignored() {
    let problems = refused(vec![file("rank-0.xyz", "0 send 1 2\n"), file("rank-1.xyz", "")]);
    assert!(problems[0].starts_with("rank-1.xyz: the file is empty"), "{problems:?}");
    let problems =
        refused(vec![file("rank-0", "0 send 1 2\n"), file("rank-1.trace.gz", gzip(b"\0\0"))]);
    assert!(problems[0].starts_with("rank-1.trace.gz: byte 0: the file is binary"), "{problems:?}");
}

#[test]
fn processes_are_numbered_by_name_or_by_order() {
    let opened =
        open(vec![file("run-b.sym", "b b b"), file("run-a.sym", "a"), file("x/p1.sym", "c c")])
            .unwrap();
    assert_eq!(sizes(&opened), [(0, 1), (1, 2), (2, 3)]);
    assert_eq!(
        messages(&opened.notes),
        ["drop: 2 files without a process number are numbered in order; found 0 is run-a.sym, 2 is run-b.sym"]
    );
}

#[test]
fn files_in_another_form_are_noted() {
    let opened = open(vec![
        file("rank-0.trace", "0 send 1 2\n"),
        file("rank-1.trace", "0 recv 1 2\n"),
        file("rank-2.sym", "a b a b"),
    ])
    .unwrap();
    assert_eq!(opened.format, "native text");
    assert_eq!(opened.kinds, [(Kind::Send, 1), (Kind::Recv, 1), (Kind::Call, 4)]);
    assert_eq!(
        messages(&opened.notes),
        ["rank-2.sym: the file is in another form than most; found symbol list, expected native text"]
    );
}

#[test]
fn nests_are_handed_on() {
    let text = "{\n  \"format\": \"loopscope-nests/1\",\n  \"processes\": []}";
    for bytes in
        [text.as_bytes().to_vec(), gzip(text.as_bytes()), tarred(&[("n.json", text.as_bytes())])]
    {
        let opened = open(vec![file("n.json", bytes)]).unwrap();
        match opened.content {
            OpenedContent::NestsJson(got) => assert_eq!(got, text),
            OpenedContent::Trace(_) => panic!("no trace"),
        }
    }
    let both = refused(vec![file("n.json", text), file("rank-0.trace", "0 send 1 2\n")]);
    assert_eq!(both, ["drop: there are 2 traces here; found n.json (nests, 1 file), rank-0.trace (native text, 1 file), expected one trace at a time; open one of them alone"]);
    let limits = Limits { nests: 10, ..Limits::default() };
    let large = open_with(vec![file("n.json", text)], limits).expect_err("too large");
    assert_eq!(
        messages(&large),
        ["n.json: the document of nests is too large; found more, expected at most 10 bytes"]
    );
}

#[test]
fn one_hidden_file_that_was_asked_for_is_read() {
    assert_eq!(sizes(&open(vec![file(".trace", "0 send 1 2\n")]).unwrap()), [(0, 1)]);
}

/// A table that nothing recognises is read as its user says, and not as a companion.
#[test]
fn a_user_says_what_the_columns_are() {
    let text = "Was,Wohin,Wer\nMPI_Send,1,0\nMPI_Send,2,0\n";
    let files = || vec![file("table.csv", text), file("rank-9.trace", "9 send 1 2\n")];
    let opened = open(files()).unwrap();
    assert_eq!(sizes(&opened), [(9, 1)]);
    let mut columns = crate::message::TableColumns::of("table.csv", text.as_bytes()).unwrap();
    assert!(!columns.problem.is_empty());
    for (column, field) in columns.columns.iter_mut().zip(["call", "dst", "rank"]) {
        column.field = field.to_owned();
    }
    let mut opening = Opening::new("drop", files(), Limits::default());
    opening.choose_columns(columns.mapping());
    let opened = work(opening, 1 << 20).unwrap();
    assert_eq!(sizes(&opened), [(0, 2), (9, 1)]);
}
