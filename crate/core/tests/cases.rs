//! Runs the case files of `tests/suite/nest`: every file in the folder, every case in the file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use loopscope_core::nest::{build, text, Method};
use loopscope_core::symbols::{Symbol, SymbolTable};

/// A line that could not be run, or whose result was another.
struct Failure {
    place: String,
    what: String,
}

/// The string of a case: letters if it is one word, else words.
fn read_string(input: &str) -> (Vec<Symbol>, SymbolTable) {
    let texts: Vec<String> = if input.contains(' ') {
        input.split_whitespace().map(str::to_owned).collect()
    } else {
        input.chars().map(String::from).collect()
    };
    let mut table: Vec<Box<str>> = Vec::new();
    let mut string = Vec::new();
    for word in texts {
        let known = table.iter().position(|text| **text == *word);
        let index = known.unwrap_or_else(|| {
            table.push(word.into());
            table.len() - 1
        });
        string.push(Symbol(index as u32));
    }
    (string, SymbolTable::new(table))
}

/// Runs `METHOD NEST` on a string; `Err` says what is wrong.
fn run_case(input: &str, expectation: &str) -> Result<(), String> {
    let (method, expected) = expectation.split_once(' ').ok_or("no nest behind the method")?;
    let methods = match Method::from_name(method) {
        Some(method) => vec![method],
        None if method == "both" => vec![Method::Greedy, Method::Optimal],
        None => return Err(format!("unknown method {method:?}")),
    };
    let (string, table) = read_string(input);
    for method in methods {
        let nest = build(method, &string).map_err(|error| error.to_string())?.nest;
        let found = text::inline(&nest, &table);
        if found != expected.trim() {
            return Err(format!("{method} of {input}: expected {expected}, found {found}"));
        }
        let (read, read_table) = text::parse_inline(expected).map_err(|error| error.to_string())?;
        let expand = |nest: &loopscope_core::nest::Nest, table: &SymbolTable| {
            nest.symbols().map(|symbol| table.text(symbol).to_owned()).collect::<Vec<_>>()
        };
        if expand(&read, &read_table) != expand(&nest, &table) {
            return Err(format!("{expected} does not expand to {input}"));
        }
    }
    Ok(())
}

/// Runs a file and returns how many expectations it has.
fn run_file(path: &Path, failures: &mut Vec<Failure>) -> std::io::Result<usize> {
    let content = std::fs::read_to_string(path)?;
    let (mut input, mut cases) = (String::new(), 0);
    for (number, line) in content.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim_end();
        let (before, expectation) = match line.split_once("=>") {
            Some((before, expectation)) => (before.trim(), Some(expectation.trim())),
            None => (line.trim(), None),
        };
        if !before.is_empty() {
            input = before.to_owned();
        }
        if let Some(expectation) = expectation {
            cases += 1;
            if let Err(what) = run_case(&input, expectation) {
                let place = format!("{}:{}", path.display(), number + 1);
                failures.push(Failure { place, what });
            }
        }
    }
    Ok(cases)
}

#[test]
fn every_case_of_every_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite/nest");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no files in {}", folder.display());
    let mut failures = Vec::new();
    for path in files {
        assert_eq!(path.extension().and_then(|e| e.to_str()), Some("case"), "{}", path.display());
        assert!(run_file(&path, &mut failures).unwrap() > 0, "no cases in {}", path.display());
    }
    let mut report = String::new();
    for Failure { place, what } in &failures {
        let _ = writeln!(report, "{place}: {what}");
    }
    assert!(failures.is_empty(), "\n{report}");
}
