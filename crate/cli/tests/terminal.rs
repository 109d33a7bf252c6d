//! The program as a person types it: what it prints where, and how it ends.

#![cfg(test)]

mod program;
use program::*;

/// The text of nests without the sentence before each.
fn without_sentences(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with("# Process ")).collect()
}

#[test]
fn a_nest_of_standard_input() {
    let input = "0 send 1 2\n".repeat(3) + "0 sync MPI_Barrier 0,1\n";
    let nest = "for i0 = 0 to 2              # 1\n  0 send 1 2\ndone\n0 sync MPI_Barrier 0,1\n";
    let sentence = "# Process 0 spends 75.0 % of its 4 events in one loop that runs 3 times.\n";
    assert_eq!(said("nest -", &input), (sentence.to_owned() + nest, String::new(), 0));
}

#[test]
fn what_belongs_to_a_trace_is_found_beside_it() {
    let trace = fixture("paraver/by-hand/good/non-blocking/run.prv");
    let nest = printed(&["nest", "--rank", "1", &trace], "");
    says(&nest, "1 local enter exchange all faces");
    let names = fixture("paraver/by-hand/good/non-blocking/run.pcf");
    assert_eq!(printed(&["nest", "--rank", "1", &trace, &names], ""), nest);
    let anchor = fixture("otf2/score-p-7.1/good/ping-pong/traces.otf2");
    let info = printed(&["info", &anchor], "");
    says(&info, "OTF2, 2 processes");
}

#[test]
fn several_traces_are_named_and_one_is_opened_by_its_path() {
    let fixtures = fixture("otf2/score-p-7.1/good");
    let one = format!("{fixtures}/ping-pong-papi/traces.otf2");
    let notes = fails(&["info", &fixtures], "", 1, "there are 2 traces here");
    says(&notes, &one);
    assert_eq!(notes.lines().count(), 1, "{notes}");
    let info = printed(&["info", &one], "");
    says(&info, "OTF2, 2 processes");
    // A part of an archive is named like a folder.
    let archive = fixture("archives/good/lulesh.tar.zst");
    let all = printed(&["info", &archive], "");
    let file = all.lines().find_map(|line| line.split_whitespace().find(|it| it.contains(".tar.zst/"))).unwrap();
    let part = printed(&["info", file], "");
    says(&part, ", 1 process\n");
    fails(&["info", &format!("{archive}/nothing")], "", 1, "there is no file to open");
}

/// Nearly any text is words: what does not repeat must be said to be events.
#[test]
fn words_that_do_not_repeat_must_be_said_to_be_events() {
    let words = "alpha beta gamma\ndelta epsilon zeta\n";
    let notes = fails("info -", words, 1, "they do not repeat as events do");
    says(&notes, "--as symbols");
    says(&printed("info --as symbols -", words), "symbol list");
    let profile = "# callgrind format\nevents: Ir\nfn=main\n4 10\n";
    fails("info -", profile, 1, "a callgrind or cachegrind profile");
}

#[test]
fn expanding_nests_gives_the_trace_again() {
    let folder = Folder::new("terminal");
    for method in ["greedy", "optimal", "nlr"] {
        let nest = ["nest", "--method", method, "--format", "json"];
        let json = printed_silently(&[&nest[..], &[&sample("cg.tar.zst")]].concat(), "");
        let path = folder.write(&format!("{method}.json"), &json);
        let lines = printed(&["expand", &path], "");
        assert_eq!(lines.lines().count(), 94_256);
        // The lines are a trace again, and its nests are the same.
        assert_eq!(printed(&[&nest[..], &["-"]].concat(), &lines), json);
        let one = printed(&["expand", "--rank", "5", &path], "");
        assert!(one.lines().all(|line| line.contains('5')), "{one}");
        let listed = printed(&["info", &path], "");
        says(&listed, &format!("method    {method}"));
    }
}

#[test]
fn what_cannot_be_a_line_of_a_trace_is_not_expanded() {
    let nests = |text: &str| printed("nest --format json -", text);
    let words = nests("a b a b a b a b\n").replace("\"a\"", "\"a\\nc\"");
    let (lines, notes, code) = said("expand -", &words);
    assert_eq!((lines.as_str(), code), ("# process 0\n", 1));
    says(&notes, "a symbol cannot be written as a line; found \"a\\nc\"");
    // The third number is 3 * (2^63 - 1).
    let most = i64::MAX;
    let numbers = nests("0x10\n0x18\n0x20\n0x28\n")
        .replace("[1,8]", &format!("[1,{most}]"))
        .replace("[0,16]", &format!("[0,{most}]"));
    let (lines, notes, code) = said("expand -", &numbers);
    assert_eq!((lines.lines().count(), code), (3, 1), "{lines}");
    says(&notes, "tuple 3: a number does not fit 64 bits; found 27670116110564327421");
}

#[test]
fn processes_of_a_symbol_list_are_named() {
    let path = fixture("corpus/cg.A.16-symbols.tar.zst");
    let json = printed(&["nest", "--format", "json", "--rank", "3", &path], "");
    says(&json, "\"view\":\"calls\",\"signature\":[]");
    assert!(json.contains("\"process\":3") && !json.contains("\"process\":4"));
    let nests = printed(&["nest", &path], "");
    assert!(nests.starts_with("# process 0\n") && nests.contains("\n# process 15\n"));
}

#[test]
fn info_counts_what_the_trace_holds() {
    let info = printed_silently(&["info", &sample("cg.tar.zst")], "");
    for line in [
        "cg.tar.zst: native text, 16 processes",
        "events    94,256: 47,104 send, 47,104 recv, 48 sync",
        "views     communication",
        "channels  48 (source, destination, tag), 47,104 messages sent; sends and receives agree",
    ] {
        assert!(info.lines().any(|found| found == line), "{line:?} is not in\n{info}");
    }
}

/// Three times round a loop over the same two accesses, as Dinero reads them.
fn accesses() -> String {
    "0 4aa2e0 8\n1 4a62e0 4\n".repeat(3) + "4 0 0\n"
}

#[test]
fn tuples_there_and_back() {
    let folder = Folder::new("tuples");
    let nest = "for i0 = 0 to 2              # 1\n  val read: 0x4aa2e0, 8\n  val write: 0x4a62e0, 4\ndone\nval flush: 0x0, 0\n";
    let out = printed("nest --view values -", accesses());
    assert_eq!(without_sentences(&out), nest);
    let json = printed("nest --format json -", accesses());
    let head = r#""method":"nlr","parameters":{"k":1000},"view":"values","signature":[]"#;
    says(&json, head);
    let path = folder.write("nests.json", &json);
    let lines = printed(&["expand", "--rank", "0", &path], "");
    let round = "read: 4891360, 8\nwrite: 4874976, 4\n".repeat(3);
    assert_eq!(lines, round + "flush: 0, 0\n");
    let lines = printed(&["expand", &path], "");
    assert!(lines.starts_with("# process 0\nread: "), "{lines}");
    let numbers = "1 2\n".repeat(4);
    let out = printed("nest --method optimal -", &numbers);
    assert_eq!(without_sentences(&out), "for i0 = 0 to 3              # 1\n  1, 2\ndone\n");
}

#[test]
fn info_tells_labels_and_fields() {
    let expected = "\
-: Dinero trace, 1 process
views     values
tuples    7: 3 read, 3 write, 1 flush
kept      360 bytes

process  tuples  read  write  flush  file
      0       7     3      3      1  standard input

process  smallest   largest   numbers  field
      0       0x0  0x4aa2e0  unsigned  address
      0         0         8  unsigned  size
";
    assert_eq!(printed("info -", accesses()), expected);
    let info = printed("info -", "-1\n18446744073709551\n");
    says(&info, "tuples    2\n");
    says(&info, "      0        -1  18446744073709551   signed  value\n");
}

#[test]
fn times_go_to_standard_error_only() {
    let arguments = ["nest", "--time", "--rank", "0", "--method", "optimal", &sample("bt.tar.zst")];
    let (with, times) = worked(&arguments, "");
    let (without, nothing) = worked(&[&arguments[..1], &arguments[2..]].concat(), "");
    assert_eq!((with, nothing.as_str()), (without, ""));
    let words: Vec<&str> = times.split_whitespace().collect();
    assert_eq!(words[..4], ["time", "optimal", "0", "9674"]);
    assert!(words[4].parse::<f64>().is_ok_and(|seconds| seconds >= 0.0));
}

#[test]
fn one_method_is_the_default_and_what_others_see_is_one_line() {
    let path = sample("mg.tar.zst");
    let (nest, notes) = worked(&["nest", "--rank", "0", &path], "");
    assert_eq!(nest, printed(&["nest", "--rank", "0", "--method", "optimal", &path], ""));
    let main = |text: &str, mark: &str| {
        let line = text.lines().find(|line| line.contains(mark)).unwrap();
        line.split('#').next().unwrap().trim().to_owned()
    };
    assert_eq!(main(&nest, "# 1"), "for i0 = 0 to 19");
    let model = printed(&["model", &path], "");
    assert_eq!(main(&model, "# 1 {0-15}"), main(&nest, "# 1"));
    let expected = "process 0: greedy and nlr see 19 iterations of the main loop, not 20; \
                    `loopscope nest --compare --rank 0` shows where\n";
    assert!(notes.ends_with(expected) && notes.lines().count() == 1, "{notes}");
    // Of all processes it is one line, too; where they agree, and in a document for programs, there is none.
    let (_, notes) = worked(&["nest", &path], "");
    says(&notes, "in all 16 processes other methods see another main loop");
    assert_eq!(notes.lines().count(), 1);
    printed_silently(&["nest", &sample("bt.tar.zst")], "");
    printed_silently(&["nest", "--format", "json", &path], "");
    says(&printed("nest --help", ""), "[default: nlr for values, else optimal]");
}

#[test]
fn methods_side_by_side() {
    let word = "a b a a b a b a a b a a b".replace(' ', "\n");
    let table = printed("nest --compare -", &word);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("process  method"), "{table}");
    let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(cells(lines[1])[..4], ["0", "greedy", "7", "1.9"]);
    // Equal nests are one line, and the best of a column is marked.
    assert_eq!(cells(lines[2])[..4], ["optimal,", "smallest", "3*", "4.3"]);
    says(&table, "\nThe nests differ in 1 place that holds 92.3 % of the events.\n");
    says(&table, "  greedy:\n    ab(a)^2ba(b(a)^2)^2\n");
    says(&table, "  optimal, smallest:\n    (ab(a)^2b)^2(a)^2\n");
}

#[test]
fn methods_side_by_side_on_many_processes() {
    let path = fixture("corpus/cg.A.16-symbols.tar.zst");
    let table = printed(&["nest", "--compare", &path], "");
    // Three lines a process: greedy, the two that agree, and nlr, which needs an iteration more.
    assert_eq!(table.lines().filter(|line| line.contains("15 x 552")).count(), 32);
    let summary = "processes 0 to 15: the nests differ in 2 places that hold 99.9 %";
    assert!(table.contains(summary) && table.ends_with("--rank R shows where\n"), "{table}");
    let arguments = ["nest", "--compare", "--time", "--format", "json", "--rank", "3", &path];
    let (json, times) = worked(&arguments, "");
    assert!(json.starts_with("{\"format\":\"loopscope-comparison/1\",\"view\":\"calls\""));
    assert_eq!(json.lines().count(), 3);
    for (line, method) in times.lines().zip(["greedy", "optimal", "smallest", "nlr"]) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!((words[..4].to_vec(), words.len()), (vec!["time", method, "3", "8839"], 5));
    }
    let (again, nothing) = worked(&[&arguments[..2], &arguments[3..]].concat(), "");
    assert_eq!((again, nothing.as_str()), (json, ""));
}

#[test]
fn a_bad_line_is_skipped_and_noted() {
    let (nest, notes) = worked("nest -", "0 send 1 2\n0 send 1\n0 send 1 2\n");
    assert_eq!(without_sentences(&nest).lines().count(), 3);
    assert_eq!(
        notes,
        "loopscope: standard input: line 2: a word is missing; found \"0 send 1\", expected \"src send dst tag\"; skipped\n"
    );
}

#[test]
fn what_gives_nothing_is_an_error_in_one_line() {
    let check = |arguments: &[&str], input: &str, code: i32, expected: &str| {
        let notes = fails(arguments, input, code, expected);
        assert_eq!(notes.lines().count(), 1, "{notes}");
    };
    check(&["nest", "-"], "", 1, "standard input: the file is empty; found 0 bytes");
    check(&["nest", "-"], "0 send\n0 recv\n", 1, "standard input");
    check(&["nest", "-"], "\u{7f}ELF\0\0\0", 1, "binary");
    check(&["info", "/no/such/file"], "", 1, "/no/such/file: cannot be read");
    check(&["expand", &sample("cg.tar.zst")], "", 1, "only nests can be expanded");
    check(&["nest", "--view", "calls", &sample("cg.tar.zst")], "", 2, "found communication");
    check(&["nest", "--view", "values", &sample("cg.tar.zst")], "", 2, "found communication");
    let din = fixture("din/matmul32/good/start-0.din");
    check(&["nest", "--view", "calls", &din], "", 2, "found values");
    check(&["nest", "-"], "-1\n18446744073709551615\n", 1, "line 2: no 64-bit type fits all numbers of a field");
    check(&["nest", "--signature", "bytes", &sample("cg.tar.zst")], "", 2, "name, peer, peer:rel, tag, comm");
    check(&["nest", "--compare", "--rank", "16", &sample("cg.tar.zst")], "", 2, "no such process");
    check(&["nest", "--compare", "--method", "optimal", "-"], "", 2, "leave --method out");
    let nests = printed("nest --format json -", "a a a a a\n");
    check(&["nest", "--compare", "-"], &nests, 2, "the methods cannot be compared");
    check(&["nest", "--rank", "16", &sample("cg.tar.zst")], "", 2, "there is no such process");
}

#[test]
fn loop_recognition_and_its_k() {
    let input = "a b c ".repeat(4) + "d";
    let nest = "for i0 = 0 to 3              # 1\n  a\n  b\n  c\ndone\nd\n";
    let whole = printed("nest --method nlr -", &input);
    assert_eq!(without_sentences(&whole), nest);
    let json = printed("nest --method nlr --format json -", &input);
    says(&json, r#""method":"nlr","parameters":{"k":1000}"#);
    // Bodies of three items are not looked for.
    let short = ["nest", "--method", "nlr", "--k", "2", "--format", "json", "-"];
    let json = printed(&short, &input);
    says(&json, r#""parameters":{"k":2}"#);
    assert!(!json.contains(r#"{"loop":"#), "{json}");
    for arguments in [
        &["nest", "--k", "10", "-"][..],
        &["nest", "--method", "optimal", "--k", "10", "-"],
        &["nest", "--method", "nlr", "--k", "0", "-"],
    ] {
        fails(arguments, &input, 2, " K");
    }
}

#[test]
fn bad_usage_ends_with_two() {
    let bad = [&["nest"][..], &["nest", "--method", "best", "-"], &["nest", "--k", "ten", "-"], &["fly"], &[]];
    for arguments in bad {
        assert_eq!(said(arguments, "").2, 2, "{arguments:?}");
    }
    let version = concat!("loopscope ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(printed("--version", ""), version);
}

#[test]
fn a_prediction_of_one_process() {
    // a a b, 200 times: the first loop stands after two rounds and a bit.
    let word = "a\na\nb\n".repeat(200);
    let table = "process 0, 600 events
K 1,000, model constant, depth 20

distance  correct  wrong   none
       1   98.7 %    0 %  1.3 %
       4   98.7 %    0 %  1.3 %
";
    assert_eq!(printed("predict --distances 4,1 -", &word), table);
}

#[test]
fn a_prediction_of_numbers() {
    let rows = (0..40).flat_map(|j| (0..5 + j).map(move |i| format!("{}\n", 1000 * j + 8 * i)));
    let numbers: String = rows.collect();
    let arguments = ["predict", "--distances", "1,8", "--format", "json", "-"];
    let json = printed(&arguments, &numbers);
    let counts =
        r#"[{"distance":1,"correct":971,"wrong":2,"none":6},{"distance":8,"correct":955,"wrong":11,"none":6}]"#;
    assert_eq!(
        json,
        format!(
            "{{\"format\":\"loopscope-prediction/1\",\"view\":\"values\",\"signature\":[],\"k\":1000,\
             \"model\":\"polynomial\",\"depth\":20,\"total\":{counts},\
             \"processes\":[{{\"process\":0,\"length\":980,\"distances\":{counts}}}]}}\n"
        )
    );
    // Where no number may move, rows of different numbers are no loop.
    let constant = printed("predict --model constant -", &numbers);
    says(&constant, "       1      0 %    0 %  100 %\n");
}

#[test]
fn a_prediction_of_many_processes() {
    let arguments = ["predict", "--time", &sample("cg.tar.zst")];
    let (table, notes) = worked(&arguments, "");
    assert!(notes.starts_with("time predict 94256 "), "{notes}");
    assert!(table.starts_with("16 processes, 94,256 events\n"), "{table}");
    let rows = table.split_once("correct at distance\n").map(|(_, rows)| rows.lines().count());
    assert_eq!(rows, Some(17), "{table}");
    let one = printed(&["predict", "--rank", "3", &sample("cg.tar.zst")], "");
    assert!(one.starts_with("process 3, ") && !one.contains("correct at"), "{one}");
}

#[test]
fn predictions_that_make_no_sense() {
    let json = printed("nest --format json -", "a a a a a\n");
    fails("predict -", &json, 2, "nothing can be predicted");
    for (option, value, what) in [
        ("--model", "linear", "leave --model out"),
        ("--rank", "7", "no such process"),
        ("--distances", "0,1", "1..=1024"),
        ("--k", "0", "1..=100000"),
    ] {
        fails(&["predict", option, value, "-"], "a a a a a\n", 2, what);
    }
}

#[test]
fn a_model_of_standard_input() {
    let input = "0 send 1 2\n".repeat(3) + &"0 recv 1 2\n".repeat(3) + "0 send 1 9\n";
    let model = "\
processes 0,1
for i0 = 0 to 2              # 1 {0,1}
  0 send 1 2
  0 recv 1 2
done
0 send 1 9
";
    let (out, notes) = worked("model -", &input);
    let held = "# loops by optimal: 4 constructs; 85.7 % of 7 events in loops, 85.7 % in loops of several processes, and 75.0 % of 4 messages\n";
    assert_eq!(out, model.to_owned() + held);
    says(&notes, "process 0, event 3: messages from 0 to 1 with tag 9");
    let arguments = |options: &[&'static str]| [&["matrix"], options, &["-"]].concat();
    let matrix = |options| printed(&arguments(options), &input);
    let head = "source,destination,messages,bytes\n";
    for (options, expected) in [
        (&[][..], "0,1,4,\n"),
        (&["--loop", "1"], "0,1,3,\n"),
        (&["--loop", "1", "--iteration"], "0,1,1,\n"),
        // A send stands on its line, a loop on its first and on its last one.
        (&["--lines", "3"], "0,1,3,\n"),
        (&["--lines", "2,3-5,6"], "0,1,4,\n"),
        (&["--processes", "0-1"], "0,1,4,\n"),
        (&["--processes", "1"], ""),
    ] {
        assert_eq!(matrix(options), head.to_owned() + expected, "{options:?}");
    }
    for (options, expected) in [
        (&["--loop", "2"][..], "no such loop; found 2, expected 1 to 1"),
        (&["--lines", "7"], "no such line; found 7, expected 1 to 6"),
        (&["--processes", "0-9"], "no such process; found 9, expected 0 to 1"),
        (&["--lines", "3-2"], ""),
    ] {
        fails(&arguments(options), &input, 2, expected);
    }
    says(&matrix(&["--format", "json"]), "\"messages\":4,\"bytes\":null,\"cells\":[\n[0,1,4,null]\n]");
    let text = matrix(&["--format", "text"]);
    assert!(text.ends_with("all                         4                   -\n"), "{text}");
    for svg in [matrix(&["--format", "svg"]), printed("model --format svg -", &input)] {
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    }
    fails("model -", accesses(), 2, "communication");
}

#[test]
fn loops_that_cannot_be_merged_do_not_sound_like_a_deadlock() {
    // Each process sends all its messages before it receives: both loops of each need the other's first.
    let own = |own: u32, other: u32| {
        format!("{own} send {other} 1\n").repeat(10) + &format!("{other} recv {own} 1\n").repeat(10)
    };
    let (text, notes) = worked("model -", &(own(0, 1) + &own(1, 0)));
    assert!(text.matches("for i0").count() == 4, "{text}");
    says(&notes, "exchanges messages with loops in another order");
    for word in ["wait", "circle", "deadlock"] {
        assert!(!notes.contains(word), "{word}: {notes}");
    }
}

#[test]
fn models_of_parts_merge_into_the_whole() {
    let folder = Folder::new("models");
    let whole = printed_silently(&["model", "--format", "json", &sample("cg.tar.zst")], "");
    let whole_path = folder.write("whole.json", &whole);
    let lines = printed(&["expand", &whole_path], "");
    assert_eq!(lines.lines().count(), 94_256);
    let mut parts = Vec::new();
    for part in 0..3u32 {
        // The trace of some processes, read and modelled on its own.
        let own = |line: &&str| {
            let words: Vec<&str> = line.split(' ').collect();
            let own = if words[1] == "recv" { words[2] } else { words[0] };
            own.parse::<u32>().unwrap() % 3 == part
        };
        let text: String = lines.lines().filter(own).map(|line| format!("{line}\n")).collect();
        let (model, notes) = worked("model --format json -", &text);
        assert!(notes.contains("not in this part") && notes.lines().count() == 1, "{notes}");
        parts.push(folder.write(&format!("{part}.json"), &model));
    }
    assert!(printed_silently(&["merge", &parts[2], &parts[0], &parts[1]], "") == whole);
    let text = printed(&["merge", "--format", "text", &whole_path], "");
    let again = printed(&["model", &whole_path], "");
    assert!(text == again && text.starts_with("processes 0-15\n"));
    fails(&["merge", &parts[0], &parts[0]], "", 1, "given twice");
    // Loops that were found in different ways are not of one model.
    let by_nlr = ["model", "--method", "nlr", "--k", "50", "--format", "json", "-"];
    let other = folder.write("nlr.json", printed(&by_nlr, "0 send 1 2\n"));
    fails(&["merge", &other, &parts[1]], "", 1, "nlr, k = 50 and optimal");
    fails("model --k 50 -", "0 send 1 2\n", 2, "has no K");
    // It is a file of nests, too.
    says(&printed(&["nest", "--rank", "0", &whole_path], ""), "0 send");
    let broken = folder.write("broken.json", whole.replace("\"root\":[0,", "\"root\":[1,"));
    fails(&["model", &broken], "", 1, "not a complete model");
}

#[test]
fn columns_of_a_table_are_said_by_their_titles() {
    let folder = Folder::new("columns");
    let rows = "MPI_Send,1,7,0,red\nMPI_Send,2,7,0,red\n".repeat(3);
    let path = folder.write("odd.csv", format!("Was,Wohin,Marke,Wer,Farbe\n{rows}"));
    // Without a word about its columns it is nothing, and says what could be said.
    let columns = "the columns \"Was\", \"Wohin\", \"Marke\", \"Wer\", \"Farbe\"";
    says(&fails(&["nest", &path], "", 1, columns), "--columns name=TITLE");
    let chosen = "name=was,dst=Wohin,tag=Marke,process=Wer";
    let nest = "for i0 = 0 to 2              # 1\n  0 send 1 7\n  0 send 2 7\ndone\n";
    let found = printed_silently(&["nest", "--columns", chosen, &path], "");
    assert_eq!(without_sentences(&found), nest);
    for (columns, why) in [
        ("name=Was,process=Rang", "there is no column \"Rang\"; found the columns \"Was\""),
        ("farbe=Was", "there is no field farbe; the fields are process, thread"),
    ] {
        fails(&["nest", "--columns", columns, &path], "", 2, why);
    }
    let help = printed("nest --help", "");
    says(&help, "--columns <FIELD=TITLE,..>");
    says(&help, "commsize");
    let (_, doubt) = worked("nest -", "call,tag,place\nsolve,1,3\n");
    says(&doubt, "no column gives the process");
}
