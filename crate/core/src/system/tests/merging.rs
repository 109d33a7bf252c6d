use super::super::*;
use super::check::{check, merged, nests};
use super::programs::{phases, run, spoil};
use crate::building::Method;
use crate::trace::ProcessId;
use loopscope_testing::Random;

/// The model of nests in the text form, without its first line and the names of its loops.
fn model_of(nests: &[&str]) -> (String, Vec<Problem>) {
    let read: Vec<_> = nests.iter().map(|text| crate::nest::text::parse(text).unwrap()).collect();
    let locals: Vec<Local<'_>> =
        (0..).zip(&read).map(|(at, (nest, symbols))| Local { process: ProcessId(at), nest, symbols }).collect();
    let merged = merge(&locals).unwrap();
    let text = text::print(&merged.model);
    assert_eq!(text::parse(&text).unwrap(), merged.model);
    let lines = text.lines().skip(1).map(|line| {
        let (code, name) = line.split_once('#').unwrap_or((line, ""));
        let open = name.split_once(" open").map_or(String::new(), |(_, open)| format!(" open{open}"));
        format!("{}{open}\n", code.trim_end())
    });
    (lines.collect(), merged.problems)
}

#[test]
fn loops_out_of_phase_are_shifted_once() {
    // A B for 199 {C A B} C against for 200 {A B C}.
    let one = "0 send 1 1\n1 recv 0 2\nfor i0 = 0 to 198\n0 send 1 3\n0 send 1 1\n1 recv 0 2\ndone\n0 send 1 3";
    let other = "for i0 = 0 to 199\n0 recv 1 1\n1 send 0 2\n0 recv 1 3\ndone";
    let (text, problems) = model_of(&[one, other]);
    assert!(text.starts_with("for i0 = 0 to 199\n") && text.lines().count() == 8, "{text}");
    assert_eq!(problems, []);
    // What stands before the loop on one side only: the other loop gives just that.
    let one = "0 local x\n0 send 1 1\nfor i0 = 0 to 9\n0 send 1 2\n0 send 1 1\ndone";
    let other = "for i0 = 0 to 9\n0 recv 1 1\n0 recv 1 2\ndone\n0 recv 1 1";
    let (text, problems) = model_of(&[one, other]);
    assert!(text.contains("for i0 = 0 to 9") && problems.is_empty(), "{text}");
    assert!(text.lines().count() <= 12, "{text}");
}

#[test]
fn circles_are_left_as_they_are() {
    // The two examples of the paper.
    let both = |a: u32, b: u32| format!("for i0 = 0 to 9\n{a} send {b} 1\ndone\nfor i0 = 0 to 9\n{b} recv {a} 1\ndone");
    let (text, problems) = model_of(&[&both(0, 1), &both(1, 0)]);
    assert_eq!(text.matches("for").count(), 4, "{text}");
    assert!(problems.iter().all(|p| matches!(p.kind, ProblemKind::Conflict { .. })));
    let one = "for i0 = 0 to 9\n0 send 1 1\n0 send 1 2\ndone";
    let other = "for i0 = 0 to 9\n0 recv 1 1\ndone\nfor i0 = 0 to 9\n0 recv 1 2\ndone";
    let (text, problems) = model_of(&[one, other]);
    assert_eq!((text.matches("for").count(), problems.is_empty()), (3, false), "{text}");
}

#[test]
fn counts_of_any_size() {
    // Nothing is run out: 2^60 iterations, no common measure, and one message too many.
    let last = 1u64 << 59;
    let one = format!("for i0 = 0 to {last}\n0 send 1 1\ndone\n0 send 1 1");
    let other = format!("for i0 = 0 to {last}\n0 recv 1 1\n1 local a\ndone");
    let (text, problems) = model_of(&[&one, &other]);
    assert!(text.lines().count() < 20, "{text}");
    assert_eq!(problems.len(), 1);
    assert_eq!((problems[0].process, problems[0].position), (ProcessId(0), last + 1));
    let other = format!("for i0 = 0 to {}\n0 recv 1 1\n0 recv 1 1\n0 recv 1 1\ndone", last / 3 + 7);
    let (text, _) = model_of(&[&one, &other]);
    assert!(text.lines().count() < 60, "{text}");
}

#[test]
fn what_cannot_be_merged() {
    let (nest, symbols) = crate::nest::text::parse("0 send 1 1\n").unwrap();
    let local = |process| Local { process: ProcessId(process), nest: &nest, symbols: &symbols };
    assert_eq!(merge(&[local(0), local(0)]), Err(MergeError::Twice(ProcessId(0))));
    let error = MergeError::NoEvent { process: ProcessId(1), text: "0 send 1 1".into() };
    assert_eq!(merge(&[local(1)]), Err(error));
    let none = merge(&[]).unwrap();
    assert!(none.model.is_empty() && none.problems.is_empty());
    // Loops in loops that hold each inner one twice: few nodes, very many constructs.
    let mut builder = crate::nest::NestBuilder::new();
    let mut node = builder.symbol(crate::symbols::Symbol(0));
    let other = builder.symbol(crate::symbols::Symbol(1));
    for _ in 0..28 {
        node = builder.repeat(2, &[node, other, node]);
    }
    let nest = builder.finish(&[node]);
    let symbols = crate::symbols::SymbolTable::new(vec!["0 local a".into(), "0 local b".into()]);
    let local = Local { process: ProcessId(0), nest: &nest, symbols: &symbols };
    assert!(matches!(merge(&[local]), Err(MergeError::TooLarge { .. })));
}

/// What was seen of random programs.
#[derive(Debug, Default)]
struct Seen {
    checked: u64,
    /// Longer than can be checked event by event in a test.
    too_long: u64,
    /// With loops that were left as they are.
    apart: u64,
    /// The mean coverage of the models, and that of the nests, which is the most there can be.
    coverage: f64,
    most: f64,
}

/// Events of a process above which a program is another one.
const LONGEST: usize = 3_000;

/// How many programs are checked; `LOOPSCOPE_PROGRAMS` says another number when the tests are compiled.
fn programs() -> u64 {
    let said = option_env!("LOOPSCOPE_PROGRAMS");
    said.and_then(|number| number.parse().ok()).unwrap_or(1_000)
}

/// Checks random programs, from a seed on, until there are so many.
fn random_programs(from: u64, count: u64, spoiled: bool) -> Seen {
    let mut seen = Seen::default();
    for seed in from.. {
        if seen.checked == count {
            break;
        }
        let mut random = Random::new(seed);
        let processes = 2 + random.below(5) as u32;
        let program = phases(&mut random, processes, 3);
        let mut lines = run(&program, processes);
        if lines.values().map(Vec::len).max().unwrap_or(0) > LONGEST {
            seen.too_long += 1;
            continue;
        }
        if spoiled {
            spoil(&mut random, &mut lines);
        }
        let method = Method::ALL[(seed % 4) as usize];
        let nests = nests(&lines, method);
        let result = merged(&nests);
        let checked = std::panic::catch_unwind(|| check(&lines, &result));
        if checked.is_err() {
            for (process, lines) in &lines {
                println!("{process}: {}", lines.join("; "));
            }
            println!("{program:?}\n{}", text::print(&result.model));
            panic!("seed {seed} by {method}");
        }
        seen.checked += 1;
        let is_apart = |p: &&Problem| matches!(p.kind, ProblemKind::Conflict { .. });
        seen.apart += u64::from(result.problems.iter().any(|p| is_apart(&p)));
        seen.coverage += result.model.coverage();
        let inside: f64 =
            nests.iter().map(|(_, nest, _)| crate::nest::Stats::new(nest).coverage * nest.len() as f64).sum();
        let events: u64 = nests.iter().map(|(_, nest, _)| nest.len()).sum();
        seen.most += if events > 0 { inside / events as f64 } else { 0.0 };
    }
    let checked = seen.checked.max(1) as f64;
    (seen.coverage, seen.most) = (seen.coverage / checked, seen.most / checked);
    println!("{seen:?}");
    seen
}

#[test]
fn sound_programs() {
    let seen = random_programs(0, programs(), false);
    assert_eq!(seen.checked, programs());
    // Half of them have a phase that is a conflict by itself.
    assert!(10 * seen.apart < 7 * seen.checked && seen.coverage > seen.most - 0.05);
}

#[test]
fn spoiled_programs() {
    let seen = random_programs(1_000_000, programs(), true);
    assert_eq!(seen.checked, programs());
    assert!(seen.coverage > seen.most - 0.2);
}

/// Bad traces: what is there is modelled, the rest listed with process and position.
#[test]
fn what_does_not_fit_is_listed() {
    let found = |lines: &[(u32, &str)]| -> Vec<(u32, u64, ProblemKind)> {
        let lines: super::programs::Lines =
            lines.iter().map(|(process, text)| (*process, text.split("; ").map(str::to_owned).collect())).collect();
        let result = merged(&nests(&lines, Method::Optimal));
        check(&lines, &result);
        let said = result.problems.iter();
        said.map(|problem| (problem.process.0, problem.position, problem.kind)).collect()
    };
    let missing = |process| ProblemKind::Missing { process: ProcessId(process) };
    let unmatched = |src, dst, tag, sent, received| {
        let channel = Channel { src: ProcessId(src), dst: ProcessId(dst), tag };
        ProblemKind::Unmatched { channel, sent, received }
    };
    // A process that is not there: once for each, where it is met first.
    let lines = [(0, "0 local a; 0 send 2 1; 0 send 2 1; 0 sync B 0-2"), (1, "1 sync B 0-2")];
    assert_eq!(found(&lines), [(0, 1, missing(2))]);
    // Messages without a partner: the first of them, where more were sent, and where more were received.
    let lines = [(0, "0 send 1 1; 0 send 1 1; 0 send 1 1"), (1, "0 recv 1 1; 1 local a")];
    assert_eq!(found(&lines), [(0, 1, unmatched(0, 1, 1, 3, 1))]);
    let lines = [(0, "0 send 1 1"), (1, "1 local a; 0 recv 1 1; 0 recv 1 1; 0 recv 1 2")];
    assert_eq!(found(&lines), [(1, 2, unmatched(0, 1, 1, 1, 2)), (1, 3, unmatched(0, 1, 2, 0, 1))]);
    // A group that names a process that nobody has seen.
    let lines = [(0, "0 sync B 0,1,77"), (1, "1 local a; 1 sync B 0,1,77")];
    assert_eq!(found(&lines), [(0, 0, missing(77))]);
    // Collectives in different orders, with two communicators and with one.
    let lines = [(0, "0 sync A 0,1; 0 sync B 0-2"), (1, "1 sync B 0-2; 1 sync A 0,1"), (2, "2 sync B 0-2")];
    let ahead = |problem: &(u32, u64, ProblemKind)| matches!(problem.2, ProblemKind::Ahead { .. });
    let problems = found(&lines);
    assert!(problems.len() == 1 && problems.iter().all(ahead), "{problems:?}");
    let lines = [(0, "0 sync A 0,1; 0 sync B 0,1"), (1, "1 sync B 0,1; 1 sync A 0,1")];
    let problems = found(&lines);
    let names = |p: &(u32, u64, ProblemKind)| matches!(p.2, ProblemKind::NamesDiffer { .. });
    assert!(problems.len() == 4 && problems.iter().all(names), "{problems:?}");
    // Fewer collectives in one process: the others wait for nobody.
    let lines = [(0, "0 sync A 0,1; 0 sync A 0,1; 0 sync A 0,1"), (1, "1 sync A 0,1")];
    let uneven = ProblemKind::Uneven { construct: ConstructId(0), own: 3, other: ProcessId(1), others: 1 };
    assert_eq!(found(&lines).last(), Some(&(0, 1, uneven)));
    // Two that wait for each other first.
    let problems = found(&[(0, "1 recv 0 1; 0 send 1 1"), (1, "0 recv 1 1; 1 send 0 1")]);
    assert!(problems.len() == 1 && problems.iter().all(ahead), "{problems:?}");
}
