//! What pipelines and shells rely on: the report in JSON, exit codes, completions, manual pages; and names that
//! would drive a terminal or a spreadsheet.

#![cfg(test)]

use std::fs;

mod program;
use program::*;

#[test]
fn a_report_for_pipelines() {
    let folder = Folder::new("report");
    folder.write("rank-0.trace", "0 send 1 2\n0 send 1\n0 send 1 2\n0 local call MPI_Send\n0 local return MPI_Send\n");
    folder.write("rank-1.trace", "0 recv 1 2\n");
    folder.write("README.md", "about the run\n");
    let folder_text = folder.0.display().to_string();
    let report = printed(&["info", "--format", "json", &folder_text], "");
    let name = folder.0.file_name().unwrap().to_str().unwrap();
    let report = report.replace(&folder_text, "FOLDER").replace(name, "FOLDER");
    let golden = repository().join("tests/golden/cli/info.json");
    let expected = fs::read_to_string(&golden).unwrap_or_default();
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(golden.parent().unwrap()).unwrap();
        return fs::write(&golden, &report).unwrap();
    }
    assert_eq!(report, expected, "UPDATE=1 writes it anew");
}

#[test]
fn a_report_of_what_cannot_be_read() {
    let (report, notes, code) = said("info --format json -", "");
    assert_eq!((code, notes.lines().count()), (1, 1));
    for part in [
        "\"format\": \"loopscope-info/1\"",
        "\"opened\": false",
        "\"severity\": \"error\"",
        "\"what\": \"the file is empty\"",
    ] {
        says(&report, part);
    }
    let report = printed("info --format json -", "-1\n9223372036854775807\n");
    says(&report, "\"largest\": \"9223372036854775807\"");
    says(&report, "\"smallest\": -1");
    let nests = printed(&["nest", "--format", "json", &sample("cg.tar.zst")], "");
    let report = printed("info --format json -", &nests);
    says(&report, "\"content\": \"nests\"");
    says(&report, "\"coverage\": 0.");
}

/// Names that write a title, clear the screen, reorder text and end the line.
const HOSTILE: &str = "x\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}y";

fn is_safe(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || loopscope_session::formats::is_printable(c))
}

#[test]
fn no_name_of_a_file_drives_the_terminal() {
    let folder = Folder::new("hostile");
    let symbols = folder.write("0.sym", format!("{HOSTILE} b {HOSTILE} b {HOSTILE} b c {HOSTILE}"));
    let table = folder
        .write("0.csv", format!("rank,function,dst,tag\n0,{HOSTILE},1,1\n0,MPI_Send,1,{HOSTILE}\n0,MPI_Send,1,2\n"));
    let chrome = folder.write(
        "t.json",
        format!(
            "[{{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"thread_name\",\"args\":{{\"name\":\"{0}\"}}}},
{{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"{0}\",\"ts\":1,\"dur\":1}},
{{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"{0}\",\"ts\":3,\"dur\":1}}]",
            HOSTILE.replace('\u{1b}', "\\u001b").replace('\u{7}', "\\u0007")
        ),
    );
    let labels = folder.write("l.csv", format!("kind,address\n{HOSTILE},1\n{HOSTILE},2\n"));
    let mut shown = String::new();
    for (number, path) in [&symbols, &table, &chrome, &labels].into_iter().enumerate() {
        for verb in [&["info"][..], &["nest", "--compare"], &["predict"], &["nest"], &["model"]] {
            let (out, notes, _) = said(&[verb, &[path]].concat(), "");
            assert!(is_safe(&notes), "{verb:?} {path}: {notes:?}");
            // What is data stays as it is; quoting keeps control characters out of it all the same.
            let data = matches!(verb, ["nest" | "model"]);
            assert!(is_safe(&out) || (data && !out.contains('\u{1b}')), "{verb:?} {path}: {out:?}");
            shown.push_str(&format!("== {number} {}\n{out}{notes}", verb.join(" ")));
        }
    }
    says(&shown, r"x\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}y");
    // Names of files come from archives, too.
    let path = folder.0.join(format!("{}.trace", HOSTILE.replace('/', "")));
    fs::write(&path, "0 send 1 2\n0 send 1\n").unwrap();
    let (out, notes) = worked(&["info", path.to_str().unwrap()], "");
    assert!(is_safe(&out) && is_safe(&notes), "{out:?} {notes:?}");
    assert_eq!(notes.lines().count(), 1, "{notes}");
}

#[test]
fn cells_that_a_spreadsheet_would_run_are_guarded_and_come_back() {
    let folder = Folder::new("formulas");
    let names = ["=1+2", "+a", "-b", "@c", "'=d", "''@e", "'tis", "plain"];
    let trace: String = names.iter().map(|name| format!("0 local {name}\n")).collect();
    let table = printed("convert --to csv - -o -", &trace);
    for (row, cell) in table.lines().skip(1).zip(["'=1+2", "'+a", "'-b", "'@c", "''=d", "'''@e", "'tis", "plain"]) {
        assert!(row.starts_with(&format!("0,local,{cell},")), "{row}");
    }
    let path = folder.write("events.csv", &table);
    let nest = |path: &str, input: &str| printed(&["nest", "--format", "json", path], input);
    assert_eq!(nest(&path, ""), nest("-", &trace));
    // Labels of numbers; the numbers themselves are never touched.
    let again = printed("convert --to csv - -o -", "'=f,-5\n''@g,-6\n'=f,7\n");
    assert_eq!(again, "label,value\n'=f,-5\n''@g,-6\n'=f,7\n");
    let packed = folder.path("t.lsz");
    printed(&["compress", &path, "-o", &packed], "");
    assert_eq!(nest(&packed, ""), nest("-", &trace));
}

const VERBS: [&str; 17] = [
    "info",
    "nest",
    "model",
    "flow",
    "matrix",
    "predict",
    "convert",
    "split",
    "skeleton",
    "compress",
    "decompress",
    "expand",
    "merge",
    "reduce",
    "watch",
    "completions",
    "man",
];

#[test]
fn every_help_begins_with_what_it_does_and_ends_with_examples() {
    let help = printed("--help", "");
    says(&help, "Exit status:");
    for verb in VERBS {
        let text = printed_silently(&[verb, "--help"], "");
        let first = text.lines().next().unwrap();
        says(&help, first);
        let examples = text.split_once("\nExamples:\n").unwrap().1;
        assert!(examples.lines().all(|line| line.contains("loopscope ")), "{examples}");
        says(&text, "-o, --output");
        assert!(!text.contains('\u{1b}'), "colours without a terminal");
    }
}

#[test]
fn completions_and_manual_pages_are_whole() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = printed_silently(&["completions", shell], "");
        assert!(VERBS.iter().all(|verb| script.contains(verb)), "{shell}");
        says(&script, "compare");
    }
    let folder = Folder::new("man");
    let pages = folder.path("man1");
    printed(&["man", "-o", &pages], "");
    for name in ["loopscope".to_owned()].into_iter().chain(VERBS.map(|it| format!("loopscope-{it}"))) {
        let page = fs::read_to_string(format!("{pages}/{name}.1")).unwrap();
        says(&page, ".SH NAME");
        says(&page, "Exit status");
        says(&page, &name.replace('-', "\\-"));
    }
    let page = printed("man --of nest", "");
    says(&page, "loopscope nest");
    fails("man --of nets", "", 2, "there is no such command");
}

#[test]
fn exit_codes_are_as_documented() {
    let code = |arguments: &[&str], input: &str| said(arguments, input).2;
    assert_eq!(code(&["nest", "-"], "0 send 1 2\n0 send 1\n"), 0);
    assert_eq!(code(&["nest", "-"], ""), 1);
    assert_eq!(code(&["nest", "--view", "values", "-"], "0 send 1 2\n"), 2);
    assert_eq!(code(&["nest", "--format", "csv", "-"], ""), 2);
    assert_eq!(code(&["nets"], ""), 2);
    assert_eq!(code(&["--version"], ""), 0);
    let two = "0 send 1 2\n1 send 0 2\n";
    fails("nest --format svg -", two, 2, "choose one with --rank");
}

#[test]
fn the_text_of_a_nest_begins_with_its_sentence_and_is_still_a_nest() {
    let (text, notes) = worked(&["nest", "--rank", "5", &sample("lu.tar.zst")], "");
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(first.starts_with("# Process 5 ") && first.ends_with('.'), "{first}");
    assert!(rest.lines().all(|line| !line.starts_with('#')) && notes.is_empty(), "{notes}");
    let events = |text: &str| loopscope_core::nest::text::parse(text).unwrap().0.len();
    assert_eq!((events(&text), events(rest)), (126_554, 126_554));
}

#[test]
fn a_number_in_a_word_is_no_process() {
    let folder = Folder::new("numbers");
    let number_of = |names: &[&str]| {
        let paths: Vec<String> = names.iter().map(|name| folder.write(name, "a b a b a b c")).collect();
        let arguments: Vec<&str> = ["info"].into_iter().chain(paths.iter().map(String::as_str)).collect();
        let info = printed(&arguments, "");
        paths.iter().for_each(|path| fs::remove_file(path).unwrap());
        let rows = info.lines().filter(|line| paths.iter().any(|path| line.ends_with(path)));
        let number = |row: &str| row.split_whitespace().next().unwrap().parse::<u32>().unwrap();
        rows.map(number).collect::<Vec<_>>()
    };
    for (names, numbers) in [
        (&["paper1.sym"][..], &[0][..]),
        (&["lu5.sym"], &[0]),
        (&["rank-5.sym"], &[5]),
        (&["lu.5"], &[5]),
        (&["rank7.sym"], &[7]),
        (&["p007.sym"], &[7]),
        (&["3.sym"], &[3]),
        (&["paper1.sym", "README.md"], &[0]),
        (&["paper1.sym", "paper4.sym"], &[1, 4]),
        (&["paper1", "paper4"], &[1, 4]),
    ] {
        assert_eq!(number_of(names), numbers, "{names:?}");
    }
}
