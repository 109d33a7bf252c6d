//! Which of the files count, how processes are numbered, what is noted.

use super::words::Words;
use super::*;

#[test]
fn companions_are_ignored_beside_traces() {
    let opened = open([
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
    assert_notes(&opened, &["drop: 6 files are ignored; found 1 text, in no format that Loopscope reads: run/META.json; 1 binary, in no format that Loopscope reads: run/lu.x; 4 named like those kept beside traces: run/README.md, run/lu.out, run/sizes.dat and 1 further file"]);
    assert!(opened.notes.iter().all(|note| note.severity == Severity::Info));
}

#[test]
fn companions_alone_are_read() {
    let opened = open([file("rank0.txt", "a b a b"), file("rank1.txt", "a b"), file("x.json", "{}")]).unwrap();
    assert_eq!(sizes(&opened), [(0, 4), (1, 2)]);
    assert_notes(
        &opened,
        &[
            "drop: 2 files are read as words: no known format; found rank0.txt, rank1.txt",
            "x.json: ignored: the file is text, in no format that Loopscope reads",
        ],
    );
    let inside = tarred(&[("rank0.txt", b"a b a b"), ("rank1.txt", b"a b")]);
    assert_eq!(sizes(&open([file("x.tar", inside.clone())]).unwrap()), [(0, 4), (1, 2)]);

    // A pipe cannot be read twice: it says so.
    let problems = refused([streamed("-", io::Cursor::new(inside))]);
    assert_eq!(
        problems[0],
        "-/rank0.txt: the file is named like those kept beside traces; found a file that may be a trace (symbol list), expected another ending, like .sym, or the archive as a file"
    );
    let alone = open([streamed("x.txt", &b"a b a b"[..])]).unwrap();
    assert_eq!(sizes(&alone), [(0, 4)]);
}

/// Words in a file of no known ending may be symbols. Where anything better is there, they are not.
#[test]
fn a_list_that_is_called_like_nothing_known_is_read_only_where_nothing_else_is() {
    let odd = || file("run/hostfile", "node1 node2 node1 node2\n");
    let opened = open([odd(), file("run/rank-0.trace", "0 send 1 2\n")]).unwrap();
    assert_eq!(sizes(&opened), [(0, 1)]);
    assert_notes(
        &opened,
        &["run/hostfile: ignored: the file may be a list of words or numbers, but its name does not say so"],
    );
    let opened = open([odd(), file("run/README.md", "words of people")]).unwrap();
    assert_eq!(sizes(&opened), [(0, 4)]);
    let opened = open([odd(), file("run/rank-7.sym", "a b")]).unwrap();
    assert_eq!(sizes(&opened), [(7, 2)]);
}

/// `.json` and `.csv` are endings of many things: such a file is meant only if it is called like one that is used.
#[test]
fn another_file_of_a_common_ending_may_be_anything() {
    let slice = r#"[{"ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"name":"a"}]"#;
    let opened = open([file("run/trace-1.json", slice), file("run/package.json", "{\"a\": 1}")]).unwrap();
    assert_eq!(sizes(&opened), [(1, 1)]);
    let said = refused([file("run/trace-1.json", slice), file("run/trace-2.json", "{\"a\": 1}")]);
    assert_begins(&said, "run/trace-2.json: line 1: the file is text");
}

#[test]
fn tables_of_numbers_alone_are_read() {
    let opened =
        open([file("run/times.csv", "process,ms\n0,15\n1,17\n"), file("run/trace-7.dat", "12 12\n12 13\n14 14\n")])
            .unwrap();
    assert_eq!(trace(&opened).views(), [View::Values]);
    let lengths = trace(&opened).processes().iter().map(|process| process.len(View::Values));
    assert_eq!(lengths.collect::<Vec<_>>(), [Some(2), Some(3)]);
    assert_eq!((opened.format, opened.kinds.len()), ("plain numbers", 0));
}

#[test]
fn a_native_trace_is_read_whatever_it_is_called() {
    let opened = open([file("README.md", "0 send 1 2\n"), file("b.json", "1 recv 0 2\n0 recv 1 2\n1 sync B 0-1")]);
    let problems = messages(&opened.expect_err("process 0 is in both"));
    assert_begins(&problems, "b.json: two files contain the same process; found process 0 in README.md and in b.json");
}

#[test]
fn a_file_that_is_meant_to_be_read_is_not_ignored() {
    let problems = refused([file("rank-0.xyz", "0 send 1 2\n"), file("rank-1.xyz", "")]);
    assert_begins(&problems, "rank-1.xyz: the file is empty");
    let problems = refused([file("rank-0", "0 send 1 2\n"), file("rank-1.trace.gz", gzip(b"\0\0"))]);
    assert_begins(&problems, "rank-1.trace.gz: byte 0: the file is binary");
}

#[test]
fn processes_are_numbered_by_name_or_by_order() {
    let opened = open([file("run-b.sym", "b b b"), file("run-a.sym", "a"), file("x/p1.sym", "c c")]).unwrap();
    assert_eq!(sizes(&opened), [(0, 1), (1, 2), (2, 3)]);
    assert_notes(
        &opened,
        &["drop: 2 files without a process number are numbered in order; found 0 is run-a.sym, 2 is run-b.sym"],
    );
}

#[test]
fn files_in_another_form_are_noted() {
    let opened = open([
        file("rank-0.trace", "0 send 1 2\n"),
        file("rank-1.trace", "0 recv 1 2\n"),
        file("rank-2.sym", "a b a b"),
    ])
    .unwrap();
    assert_eq!(opened.format, "native text");
    assert_eq!(opened.kinds, [(Kind::Send, 1), (Kind::Recv, 1), (Kind::Call, 4)]);
    assert_notes(
        &opened,
        &["rank-2.sym: the file is in another form than most; found symbol list, expected native text"],
    );
}

#[test]
fn nests_are_handed_on() {
    let text = "{\n  \"format\": \"loopscope-nests/1\",\n  \"processes\": []}";
    for bytes in [text.as_bytes().to_vec(), gzip(text.as_bytes()), tarred(&[("n.json", text.as_bytes())])] {
        let opened = open([file("n.json", bytes)]).unwrap();
        match opened.content {
            OpenedContent::NestsJson(got) => assert_eq!(got, text),
            OpenedContent::Trace(_) => panic!("no trace"),
        }
    }
    let both = refused([file("n.json", text), file("rank-0.trace", "0 send 1 2\n")]);
    assert_eq!(both, ["drop: there are 2 traces here; found n.json (nests, 1 file), rank-0.trace (native text, 1 file), expected one trace at a time; open only one of them"]);
    let limits = Limits { nests: 10, ..Limits::default() };
    let large = open_with([file("n.json", text)], limits).expect_err("too large");
    assert_eq!(messages(&large), ["n.json: the document of nests is too large; found more, expected at most 10 bytes"]);
}

#[test]
fn one_hidden_file_that_was_asked_for_is_read() {
    assert_eq!(sizes(&open([file(".trace", "0 send 1 2\n")]).unwrap()), [(0, 1)]);
}

/// A table that nothing recognises is read as its user says, and not as a companion.
#[test]
fn a_user_says_what_the_columns_are() {
    let text = "Was,Wohin,Wer\nMPI_Send,1,0\nMPI_Send,2,0\n";
    let files = || vec![file("table.csv", text), file("rank-9.trace", "9 send 1 2\n")];
    let opened = open(files()).unwrap();
    assert_eq!(sizes(&opened), [(9, 1)]);
    let mut columns = crate::wire::TableColumns::of("table.csv", text.as_bytes()).unwrap();
    assert!(!columns.problem.is_empty());
    for (column, field) in columns.columns.iter_mut().zip(["call", "dst", "rank"]) {
        column.field = field.to_owned();
    }
    let mut opening = Opening::new("drop", files(), Limits::default());
    opening.choose_columns(columns.mapping());
    let opened = work(opening, 1 << 20).unwrap();
    assert_eq!(sizes(&opened), [(0, 2), (9, 1)]);
}

/// The last process of a run may send nothing in the rows that tell what a table is: others of its family tell it.
#[test]
fn a_folder_of_files_that_are_called_alike_is_read_whole() {
    let sends = "call,peer,tag,bytes\nMPI_Send,1,0,8\nMPI_Recv,1,0,8\n";
    let silent = "call,peer,tag,bytes\nMPI_Bcast,,,8\nMPI_Allreduce,,,8\n";
    let repeating = "a b a b a b a b ";
    for count in [2, 3, 16] {
        for odd in [0, 1, count - 1] {
            let folder = |alike: &str, unlike: &str, name: &dyn Fn(usize) -> String| {
                let text = |at: usize| if at == odd { unlike } else { alike }.to_owned();
                (0..count).map(|at| (name(at), text(at))).collect::<Vec<(String, String)>>()
            };
            let cases = [
                folder(sends, silent, &|at| format!("run/rank-{at}.csv")),
                folder(sends, silent, &|at| format!("run/rank-{at}")),
                folder(repeating, "x y z", &|at| format!("run/rank-{at}.txt")),
                folder(repeating, "x y z", &|at| format!("run/{at}.events")),
                folder("1 2\n1 2\n", "7 8\n9 9\n", &|at| format!("run/rank-{at}.dat")),
                folder("0 send 1 2\n", "0 sync MPI_B 0-1\n", &|at| format!("run/rank-{at}.log"))
                    .into_iter()
                    .enumerate()
                    .map(|(at, (path, text))| (path, format!("{at}{}", &text[1..])))
                    .collect(),
            ];
            for files in cases {
                let said = format!("{count} files, {odd} odd: {}", files[0].0);
                let plain = files.iter().map(|(path, text)| file(path, text.as_str()));
                let opened = open(plain).unwrap_or_else(|notes| panic!("{said}: {notes:?}"));
                assert_eq!(trace(&opened).processes().len(), count, "{said}");
                let packed: Vec<(&str, &[u8])> =
                    files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
                let opened = open([file("run.tar", tarred(&packed))]).unwrap();
                assert_eq!(trace(&opened).processes().len(), count, "{said}, in an archive");
            }
        }
    }
}

#[test]
fn a_table_of_another_name_beside_a_run_stays_out() {
    let sends = "call,peer,tag,bytes\nMPI_Send,1,0,8\nMPI_Recv,1,0,8\n";
    let opened = open([
        file("run/rank-0.csv", sends),
        file("run/rank-1.csv", sends),
        file("run/summary.csv", "call,time\nMPI_Send,3\nMPI_Recv,4\n"),
    ]);
    assert_eq!(trace(&opened.unwrap()).processes().len(), 2);
}

/// Prose and source code are words, and no list of symbols.
#[test]
fn words_that_hardly_repeat_are_a_question() {
    let words = "alpha beta gamma delta\nepsilon zeta eta theta\n";
    let files = || vec![file("run/words", words), file("run/more", "one two three four")];
    let mut opening = Opening::new("drop", files(), Limits::default());
    let said = loop {
        match opening.step(1 << 20) {
            Ok(Status::Working) => {}
            Ok(Status::Done(_)) => panic!("this cannot be opened"),
            Err(notes) => break messages(&notes),
        }
    };
    assert_begins(&said, "run/more: the file is words in no known format, and they do not repeat as events do; found \"one two three four\"");
    let question = opening.words().unwrap();
    assert_eq!((&*question.file, question.files), ("run/more", 2));
    assert_eq!(question.excerpt, "one two three four");
    for words in [Words::Unsure, Words::All] {
        let mut opening = Opening::new("drop", files(), Limits::default());
        opening.read_as_words(words);
        assert_eq!(sizes(&work(opening, 1 << 20).unwrap()), [(0, 4), (1, 8)]);
    }
    // Beside a trace they are left out, and one that is called like a list is one.
    let mut beside = files();
    beside.push(file("run/rank-0.trace", "0 send 1 2\n"));
    let opened = open(beside).unwrap();
    assert_notes(
        &opened,
        &["drop: 2 files are ignored; found 2 words in no known format that hardly repeat: run/more, run/words"],
    );
    assert_eq!(sizes(&open([file("a.sym", words)]).unwrap()), [(0, 8)]);
}

#[test]
fn what_is_read_as_words_by_rule_is_said() {
    let opened = open([file("events.txt", "a b a b")]).unwrap();
    assert!(messages(&opened.notes).contains(&"events.txt: read as words: no known format".to_owned()));
    assert!(open([file("events.sym", "a b a b")]).unwrap().notes.iter().all(|it| !it.what.contains("words")));
    // Whoever says so may read anything that is text.
    let mut opening = Opening::new("drop", vec![file("x-3", "0 send 1 2\n")], Limits::default());
    opening.read_as_words(Words::All);
    assert_eq!(sizes(&work(opening, 1 << 20).unwrap()), [(3, 4)]);
    let mut opening = Opening::new("drop", vec![file("x-3", b"\0\x01".as_slice())], Limits::default());
    opening.read_as_words(Words::All);
    assert!(work(opening, 1 << 20).is_err());
}

/// The configuration beside a trace that cannot be read is not the trace.
#[test]
fn a_text_beside_binaries_is_not_preferred() {
    let config = || file("run/config", "x 4 y 2 x 4 y 2 x 4 y 2\n");
    let binary = |at: usize| file(&format!("run/bgTrace{at}"), b"\0\x01\x02".as_slice());
    assert_eq!(sizes(&open([config(), binary(0)]).unwrap()), [(0, 12)]);
    let said = refused((0..17).map(binary).chain([config()]));
    assert!(said[0].contains("bgTrace0: byte 0: the file is binary, in no format that Loopscope reads"), "{said:?}");
    let log = gzip(b"PROJECTIONS-RECORD 0\n6 0\n2 0 1 120 5 0 100 0 0 0\n7 500\n");
    let said = refused([config(), file("run/solve.0.log.gz", log)]);
    assert_begins(&said, "run/solve.0.log.gz: the file is a Charm++ Projections log, which cannot be read");
    let opened = open([file("rank-0.trace", "0 send 1 2\n"), file("callgrind.out.1", "# callgrind format\n")]);
    assert_eq!(sizes(&opened.unwrap()), [(0, 1)]);
}

/// A file without one usable event is an error that says why.
#[test]
fn nothing_found_is_an_error() {
    let prv = "#Paraver (01/01/2026 at 12:00):100_ns:1(1):1:1(1:1)\n2:1:1:1:1:10:42009999:7\n";
    let named = "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
        %EventDef PajeCreateContainer 1\n% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n%EndEventDef\n\
        %EventDef PajePopState 2\n% Time date\n% Type string\n% Container string\n%EndEventDef\n\
        0 P 0 Process\n1 0 p0 P 0 rank-0\n2 1 S p0\n";
    for (name, text) in [
        ("run.prv", prv),
        ("run.paje", named),
        ("run.json", "[]"),
        ("run.json", "{\"traceEvents\":[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1}]}"),
        ("rank-0.csv", "call,peer,tag\n"),
        ("rank-0.trace", "# nothing\n"),
        ("rank-0.lackey", "==1== Lackey, an example Valgrind tool\n"),
    ] {
        let said = refused([file(name, text)]);
        assert!(said[0].contains(name) && said[0].len() > 40, "{said:?}");
    }
}
