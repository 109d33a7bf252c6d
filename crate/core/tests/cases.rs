//! Runs the case files of `tests/suite/nest`: every file in the folder, every case in the file.

#![cfg(test)]

mod suite;

use loopscope_core::method::{build, Method};
use loopscope_core::nest::text;
use loopscope_core::symbols::{Symbol, SymbolTable};
use suite::{run_all, without_comment};

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

/// Runs the content of a file and returns how many expectations it has.
fn run_file(content: &str, fail: &mut dyn FnMut(usize, String)) -> usize {
    let (mut input, mut cases) = (String::new(), 0);
    for (number, line) in content.lines().enumerate() {
        let line = without_comment(line);
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
                fail(number + 1, what);
            }
        }
    }
    cases
}

#[test]
fn every_case_of_every_file() {
    run_all("nest", run_file);
}
