//! Runs the case files of `tests/suite/system`: every file in the folder, every case in the file.

#![cfg(test)]

mod suite;

use loopscope_core::nest::text::parse;
use loopscope_core::nest::Nest;
use loopscope_core::symbols::SymbolTable;
use loopscope_core::system::{merge_as, text, Local, LoopForm, Merged, ProblemKind};
use loopscope_core::trace::ProcessId;
use suite::{run_all, without_comment};

/// The parts of a list such as `10( 0 send 1 1; 0 local a ); 0 local b`: events, `10(` and `)`.
fn parts(list: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    for letter in list.chars().chain([';']) {
        match letter {
            '(' => parts.push(format!("{}(", part.trim())),
            ';' | ')' => {
                parts.push(part.trim().to_owned());
                if letter == ')' {
                    parts.push(")".to_owned());
                }
            }
            _ => {
                part.push(letter);
                continue;
            }
        }
        part.clear();
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The list with these parts, to be copied into a case.
fn notation(parts: &[String]) -> String {
    let mut list = String::new();
    for part in parts {
        match part.as_str() {
            ")" => list = format!("{} ); ", list.trim_end_matches("; ")),
            start if start.ends_with('(') => list += &format!("{start} "),
            event => list += &format!("{event}; "),
        }
    }
    list.trim_end_matches("; ").to_owned()
}

/// A nest from its parts, by way of its long form.
fn read_nest(list: &str) -> Result<(Nest, SymbolTable), String> {
    let mut depth = 0;
    let mut long = String::new();
    for part in parts(list) {
        match part.strip_suffix('(') {
            Some(count) => {
                let count: u64 = count.parse().map_err(|_| format!("no count: {part}"))?;
                long += &format!("for i{depth} = 0 to {}\n", count - 1);
                depth += 1;
            }
            None if part == ")" => {
                depth -= 1;
                long += "done\n";
            }
            None => long += &format!("{part}\n"),
        }
    }
    parse(&long).map_err(|error| error.to_string())
}

/// The parts of a model.
fn parts_of(merged: &Merged) -> Vec<String> {
    let long = text::print(&merged.model);
    let part = |line: &str| {
        let line = line.split('#').next().unwrap().trim();
        match line.split_once("= 0 to ") {
            Some((_, last)) => format!("{}(", last.parse::<u64>().unwrap() + 1),
            None => line.replace("done", ")"),
        }
    };
    long.lines().skip(1).map(part).collect()
}

fn problems_of(merged: &Merged) -> Vec<String> {
    let name = |kind| match kind {
        ProblemKind::Conflict { .. } => "conflict",
        ProblemKind::Ahead { .. } => "ahead",
        ProblemKind::NamesDiffer { .. } => "names differ",
        ProblemKind::Unmatched { .. } => "unmatched",
        ProblemKind::Uneven { .. } => "uneven",
        ProblemKind::Missing { .. } => "missing",
    };
    let problems = merged.problems.iter();
    problems.map(|problem| format!("{} {}", problem.process, name(problem.kind))).collect()
}

/// A case while it is read: nests by process, and the problems expected.
#[derive(Default)]
struct Case {
    nests: Vec<(ProcessId, Nest, SymbolTable)>,
    problems: Vec<String>,
}

impl Case {
    /// What is wrong, if anything is.
    fn run(&self, form: LoopForm, expected: &str) -> Result<(), String> {
        let nests = self.nests.iter();
        let locals: Vec<Local<'_>> =
            nests.map(|(process, nest, symbols)| Local { process: *process, nest, symbols }).collect();
        let merged = merge_as(form, &locals).map_err(|error| error.to_string())?;
        let (found, expected) = (parts_of(&merged), parts(expected));
        if found != expected {
            return Err(format!("expected {}\nfound    {}", notation(&expected), notation(&found)));
        }
        let problems = problems_of(&merged);
        if problems != self.problems {
            return Err(format!("expected the problems {:?}, found {problems:?}", self.problems));
        }
        Ok(())
    }
}

/// Runs the content of a file and returns how many cases it has.
fn run_file(content: &str, fail: &mut dyn FnMut(usize, String)) -> usize {
    let (mut form, mut case, mut cases) = (LoopForm::Canonical, Case::default(), 0);
    for (number, line) in content.lines().enumerate() {
        let line = without_comment(line);
        let result = if let Some(expected) = line.strip_prefix("=> ") {
            cases += 1;
            std::mem::take(&mut case).run(form, expected)
        } else if let Some(problem) = line.strip_prefix("! ") {
            case.problems.push(problem.to_owned());
            Ok(())
        } else if let Some((process, list)) = line.split_once(" | ") {
            read_nest(list).map(|(nest, symbols)| {
                case.nests.push((ProcessId(process.parse().unwrap()), nest, symbols));
            })
        } else {
            match line {
                "" => Ok(()),
                "form canonical" => {
                    form = LoopForm::Canonical;
                    Ok(())
                }
                "form as-found" => {
                    form = LoopForm::AsFound;
                    Ok(())
                }
                _ => Err(format!("neither a nest nor an expectation: {line}")),
            }
        };
        if let Err(what) = result {
            fail(number + 1, what);
        }
    }
    cases
}

#[test]
fn what_is_printed_can_be_copied_into_a_case() {
    let list = "0 local a; 10( 0 send 1 1; 2( 0 local b ) ); 0 local c";
    assert_eq!(notation(&parts(list)), list);
}

#[test]
fn every_case_of_every_file() {
    run_all("system", run_file);
}
