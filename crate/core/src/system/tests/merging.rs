use super::super::*;
use super::check::{check, merged, nests};
use super::programs::{phases, run, spoil};
use crate::building::Method;
use crate::testing::strings::Random;
use crate::trace::ProcessId;

/// The model of nests in the text form, without its first line and the names of its loops.
fn model_of(nests: &[&str]) -> (String, Vec<Problem>) {
    let read: Vec<_> = nests.iter().map(|text| crate::nest::text::parse(text).unwrap()).collect();
    let locals: Vec<Local<'_>> = (0..)
        .zip(&read)
        .map(|(at, (nest, symbols))| Local { process: ProcessId(at), nest, symbols })
        .collect();
    let merged = merge(&locals).unwrap();
    let text = text::print(&merged.model);
    assert_eq!(text::parse(&text).unwrap(), merged.model);
    let lines = text.lines().skip(1).map(|line| {
        let (code, name) = line.split_once('#').unwrap_or((line, ""));
        let open =
            name.split_once(" open").map_or(String::new(), |(_, open)| format!(" open{open}"));
        format!("{}{open}\n", code.trim_end())
    });
    (lines.collect(), merged.problems)
}

/// What the nests give, and how many problems are listed.
fn check_model(nests: &[&str], expected: &str, problems: usize) {
    let (text, found) = model_of(nests);
    assert_eq!(text, expected);
    assert_eq!(found.len(), problems, "{found:?}");
}

#[test]
fn counts_with_a_common_measure_are_blocked() {
    check_model(
        &[
            "for i0 = 0 to 9\n0 send 1 1\n0 local a\n0 send 1 1\ndone",
            "for i0 = 0 to 19\n0 recv 1 1\ndone",
        ],
        "\
for i0 = 0 to 9
  0 send 1 1
  0 local a
  0 send 1 1
  0 recv 1 1
  0 recv 1 1
done
",
        0,
    );
    // What nobody takes is over.
    check_model(
        &["for i0 = 0 to 19\n0 send 1 1\ndone", "for i0 = 0 to 9\n0 recv 1 1\ndone\n1 local a"],
        "\
for i0 = 0 to 9
  0 send 1 1
  0 recv 1 1
done
1 local a
for i0 = 0 to 9
  0 send 1 1
done
",
        1,
    );
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
    let both = |a: u32, b: u32| {
        format!("for i0 = 0 to 9\n{a} send {b} 1\ndone\nfor i0 = 0 to 9\n{b} recv {a} 1\ndone")
    };
    let (text, problems) = model_of(&[&both(0, 1), &both(1, 0)]);
    assert_eq!(text.matches("for").count(), 4, "{text}");
    assert!(problems.iter().all(|p| matches!(p.kind, ProblemKind::Apart { .. })));
    let one = "for i0 = 0 to 9\n0 send 1 1\n0 send 1 2\ndone";
    let other = "for i0 = 0 to 9\n0 recv 1 1\ndone\nfor i0 = 0 to 9\n0 recv 1 2\ndone";
    let (text, problems) = model_of(&[one, other]);
    assert_eq!((text.matches("for").count(), problems.is_empty()), (3, false), "{text}");
}

#[test]
fn a_collective_waits_for_those_who_are_there() {
    check_model(
        &["for i0 = 0 to 4\n0 sync B 0-2\ndone", "for i0 = 0 to 2\n1 sync B 0-2\ndone"],
        "\
for i0 = 0 to 2
  0,1 sync B 0-2
done
for i0 = 0 to 1
  0 sync B 0-2
done
",
        1,
    );
    // In different orders: each goes on, and that is listed.
    let (text, problems) =
        model_of(&["0 sync A 0-1\n0 sync B 0-2", "1 sync B 0-2\n1 sync A 0-1", "2 sync B 0-2"]);
    assert_eq!(text, "0 sync A 0,1\n0-2 sync B 0-2\n1 sync A 0,1\n");
    assert!(problems.iter().any(|p| matches!(p.kind, ProblemKind::Ahead { .. })));
    let (text, problems) = model_of(&["0 sync A 0-1", "1 sync B 0-1"]);
    assert_eq!(text, "0 sync A 0,1\n1 sync B 0,1\n");
    assert_eq!(problems.len(), 2);
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

/// Random programs, `count` of them from a seed on: how many loops are left as they are, the mean coverage,
/// and that of the nests, which is the most there can be.
fn random_programs(from: u64, count: u64, spoiled: bool) -> (usize, f64, f64) {
    let (mut apart, mut coverage, mut most) = (0, 0.0, 0.0);
    for seed in from..from + count {
        let mut random = Random::new(seed);
        let processes = 2 + random.below(5) as u32;
        let program = phases(&mut random, processes, 3);
        let mut lines = run(&program, processes);
        if lines.values().map(Vec::len).max().unwrap_or(0) > 3_000 {
            continue;
        }
        if spoiled {
            spoil(&mut random, &mut lines);
        }
        let method = Method::ALL[(seed % 3) as usize];
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
        let is_apart = |p: &&Problem| matches!(p.kind, ProblemKind::Apart { .. });
        apart += usize::from(result.problems.iter().any(|p| is_apart(&p)));
        coverage += result.model.coverage();
        let inside: f64 = nests
            .iter()
            .map(|(_, nest, _)| crate::nest::Stats::new(nest).coverage * nest.len() as f64)
            .sum();
        let events: u64 = nests.iter().map(|(_, nest, _)| nest.len()).sum();
        most += if events > 0 { inside / events as f64 } else { 0.0 };
    }
    (apart, coverage / count as f64, most / count as f64)
}

#[test]
fn sound_programs() {
    let (apart, coverage, most) = random_programs(0, 500, false);
    println!("{apart} with loops apart; coverage {coverage:.3} of {most:.3}");
    // Half of them have a phase that is a conflict by itself.
    assert!(apart < 350 && coverage > most - 0.05);
}

#[test]
fn spoiled_programs() {
    let (apart, coverage, most) = random_programs(10_000, 500, true);
    println!("{apart} with loops apart; coverage {coverage:.3} of {most:.3}");
    assert!(coverage > most - 0.2);
}
