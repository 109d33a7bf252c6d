//! The loops of real programs, as their sources and Ketterlin 2011 (figures 3 and 5) have them.

#![cfg(test)]

mod common;

use common::programs::{loops_of, program};
use common::*;
use loopscope_core::method::Method;
use loopscope_core::system::{ConstructId, Model};

const NLR: Method = Method::Nlr { k: Method::DEFAULT_K };

/// A sample, or a trace of the corpus.
fn trace(name: &str) -> Trace {
    let folder = match name.contains('.') {
        true => format!("tests/fixtures/corpus/{name}-native.tar.zst"),
        false => format!("web/public/samples/{name}.tar.zst"),
    };
    open_path(&repository().join(folder))
}

fn model_of(name: &str, method: Method) -> Program {
    let program = program(&trace(name), method);
    assert!(program.merged.problems.is_empty(), "{name}");
    program
}

fn main_body(model: &Model) -> &[ConstructId] {
    let main = model.as_loop(model.loop_named(1).unwrap().construct).unwrap();
    model.body(&main)
}

/// Loops of more than `least` iterations: count, processes, constructs in the body.
fn said(model: &Model, list: &[ConstructId], least: u64) -> String {
    let loops = loops_of(model, list).into_iter().filter(|(count, ..)| *count > least);
    loops.map(|(n, who, body)| format!("{n} {who}: {body}")).collect::<Vec<_>>().join("; ")
}

#[test]
fn models_are_the_programs() {
    let check = |name: &str, top: &str, inside: &str| {
        let program = model_of(name, Method::Optimal);
        let model = program.model();
        let found = (said(model, model.root(), 5), said(model, main_body(model), 5));
        assert_eq!(found, (top.to_owned(), inside.to_owned()), "{name}");
    };
    check("bt", "6 all: 1; 200 all: 768", "");
    check("lu", "10 all: 1; 62 all: 48; 62 all: 48; 249 all: 98; 62 all: 48; 62 all: 48", "62 all: 48; 62 all: 48");
    check("cg", "26 all: 168; 15 all: 65", "26 all: 168");
    check("sp", "400 all: 216", "");
    // The class A and B runs of one program; on half of the processes a loop begins later.
    check("mg.A.16", "7 all: 1; 40 all: 1; 6 all: 192; 15 all: 192; 40 all: 1", "6 all: 192; 15 all: 192");
    check("mg", "7 all: 1; 40 all: 1; 6 all: 192; 15 all: 192; 40 all: 1; 20 all: 35", "6 all: 192; 15 all: 192");
    check("lulesh", "99 all: 217", "");
    check("ft.A.16", "6 all: 2", "");
    check("is.A.16", "11 all: 3", "");
    check("miniFE-16.8", "32 all: 114", "");
}

/// Loop recognition closes three outer iterations of CG into one body: seven loops, four of them on groups of 4
/// processes, as the paper says of figure 5c.
#[test]
fn the_papers_picture_of_cg() {
    let program = model_of("cg", NLR);
    let model = program.model();
    assert_eq!(said(model, model.root(), 2), "26 all: 224; 5 all: 7");
    let loops = loops_of(model, main_body(model));
    let who: Vec<(u64, &str)> = loops.iter().map(|(n, who, _)| (*n, who.as_str())).collect();
    let expected = [
        (26, "all"),
        (26, "all"),
        (3, "[0, 1, 2, 3]"),
        (3, "[4, 5, 6, 7]"),
        (3, "[8, 9, 10, 11]"),
        (3, "[12, 13, 14, 15]"),
        (26, "all"),
    ];
    assert_eq!(who, expected);
    // The same processes by any other method: the source's loops.
    for method in [Method::Greedy, Method::Optimal, Method::Smallest] {
        let program = model_of("cg", method);
        let model = program.model();
        assert_eq!(said(model, model.root(), 2), "26 all: 168; 15 all: 65", "{method}");
    }
}

/// SP: 24 loops of 3 on rows, columns and diagonals of the grid of processes.
#[test]
fn loops_of_some_processes() {
    for method in [Method::Optimal, NLR] {
        let program = model_of("sp", method);
        let model = program.model();
        let body = main_body(model);
        let threes = body.iter().filter(|&&id| model.as_loop(id).is_some_and(|l| l.count == 3));
        let members: Vec<&[ProcessId]> = threes.map(|&id| model.members(id)).collect();
        let is_apart = |m: &&&[ProcessId]| m.windows(2).any(|pair| pair[1].0 != pair[0].0 + 1);
        assert_eq!((members.len(), members.iter().filter(is_apart).count()), (24, 16));
        assert!(members.iter().all(|m| m.len() == 4));
        for expected in [[0, 1, 2, 3], [0, 4, 8, 12], [0, 7, 10, 13]] {
            let is_it = |m: &&&[ProcessId]| m.iter().map(|p| p.0).eq(expected);
            assert!(members.iter().any(|m| is_it(&m)), "{expected:?}");
        }
    }
}

/// Constructs, and what is inside loops: of events, of events in loops of several processes, of messages in such.
#[test]
fn what_loops_hold() {
    let found = |name: &str, method: Method| {
        let program = model_of(name, method);
        let model = program.model();
        let shares = [model.coverage(), model.shared_coverage(), model.shared_messages()];
        let [all, shared, messages] = shares.map(|share| format!("{:.2}", 100.0 * share));
        format!("{name}: {}, {all} {shared} {messages}", model.len())
    };
    let optimal = [
        "bt: 1739, 99.32 99.32 99.38",
        "sp: 1019, 99.84 99.84 99.88",
        "lu: 753, 99.99 99.99 99.99",
        "cg: 534, 99.88 99.88 99.93",
        "mg: 1435, 99.88 99.88 99.96",
        "mg.A.16: 1435, 99.53 99.53 99.85",
        "lulesh: 548, 98.47 98.47 98.49",
        "miniMD-lj-8.8: 497, 99.90 99.90 100.00",
        "miniFE-16.8: 1155, 92.10 92.10 90.91",
        "ft.A.16: 10, 86.36 86.36 0.00",
        "is.A.16: 37, 87.13 87.13 0.00",
    ];
    // Not more than a prototype of the paper's method made of them, which merged nests by loop recognition.
    let nlr = [
        "bt: 1739, 99.30 99.30 99.38",
        "sp: 1019, 99.83 99.83 99.88",
        "lu: 956, 99.95 99.95 99.96",
        "cg: 1036, 99.88 99.88 99.93",
        "mg.A.16: 2427, 93.85 93.85 94.48",
        "lulesh: 548, 98.47 98.47 98.49",
        "miniMD-lj-8.8: 1547, 98.42 98.42 98.59",
        "miniFE-16.8: 1380, 90.12 90.12 89.09",
        "ft.A.16: 10, 77.27 77.27 0.00",
        "is.A.16: 37, 87.13 87.13 0.00",
    ];
    let of = |lines: &[&str], method| -> Vec<String> {
        lines.iter().map(|line| found(line.split(':').next().unwrap(), method)).collect()
    };
    assert_eq!(of(&optimal, Method::Optimal), optimal);
    assert_eq!(of(&nlr, NLR), nlr);
}

/// Profiles that have nothing to do with MPI: the steps of a training, the frames of a page.
#[test]
fn profiles_show_their_loops() {
    let main_loop = |file: &str| {
        let trace = open_path(&repository().join("tests/fixtures/chrome").join(file));
        let options = OptionChoices::default().resolve("trace", &trace).unwrap();
        let process = &trace.processes()[0];
        let nest = ProcessNest::build(process, trace.table(), &options).unwrap();
        let main = nest.stats.main_loop.unwrap();
        (main.count, main.period, nest.stats.coverage)
    };
    let (count, period, coverage) = main_loop("pytorch-1.13/good/training.json");
    assert_eq!((count, period), (6, 55));
    assert!(coverage > 0.7, "{coverage}");
    let (count, period, coverage) = main_loop("chromium-156/good/animation.json");
    assert_eq!((count, period), (18, 6));
    assert!(coverage > 0.7, "{coverage}");
}
