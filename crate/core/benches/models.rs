//! How long merging takes: generated stencils of many processes, from events to nests and from nests to the
//! model, and the latter for each construct.
//!
//! `cargo bench -p loopscope-core --bench models`

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;

use loopscope_core::method::{build, Method};
use loopscope_core::nest::Nest;
use loopscope_core::symbols::{Symbol, SymbolTable};
use loopscope_core::system::{merge, Local};
use loopscope_core::trace::ProcessId;

/// The shortest processor time of five calls.
fn shortest<T>(mut call: impl FnMut() -> T) -> Duration {
    let timed = |call: &mut dyn FnMut() -> T| {
        let start = ProcessTime::now();
        black_box(call());
        start.elapsed()
    };
    (0..5).map(|_| timed(&mut call)).min().unwrap_or_default()
}

/// A halo exchange on a square grid, 5 times in each of 20 steps, and a reduction.
fn stencil(side: u32) -> Vec<(Vec<Symbol>, SymbolTable)> {
    let last = side * side - 1;
    let process = |p: u32| {
        let (x, y) = (p % side, p / side);
        let mut round = Vec::new();
        let neighbours = [
            (x > 0, p.wrapping_sub(1)),
            (x + 1 < side, p + 1),
            (y > 0, p.wrapping_sub(side)),
            (y + 1 < side, p + side),
        ];
        let neighbours: Vec<u32> =
            neighbours.iter().filter(|(is, _)| *is).map(|(_, q)| *q).collect();
        round.extend(neighbours.iter().map(|q| format!("{p} send {q} 1")));
        round.extend(neighbours.iter().map(|q| format!("{q} recv {p} 1")));
        let mut step: Vec<String> = (0..5).flat_map(|_| round.clone()).collect();
        step.push(format!("{p} sync MPI_Allreduce 0-{last}"));
        let mut texts: Vec<Box<str>> = Vec::new();
        let mut known: BTreeMap<String, u32> = BTreeMap::new();
        let string = (0..20).flat_map(|_| step.clone()).map(|line| {
            Symbol(*known.entry(line).or_insert_with_key(|line| {
                texts.push(line.as_str().into());
                texts.len() as u32 - 1
            }))
        });
        (string.collect(), SymbolTable::new(texts))
    };
    (0..side * side).map(process).collect()
}

fn main() {
    for side in [8, 16, 24, 32] {
        let strings = stencil(side);
        let events: usize = strings.iter().map(|(string, _)| string.len()).sum();
        let nests = || -> Vec<Nest> {
            let nest = |(string, _): &(Vec<Symbol>, SymbolTable)| {
                build(Method::Optimal, string).map(|built| built.nest).unwrap_or_default()
            };
            strings.iter().map(nest).collect()
        };
        let built = nests();
        let locals: Vec<Local<'_>> = built
            .iter()
            .zip(&strings)
            .enumerate()
            .map(|(at, (nest, (_, symbols)))| Local {
                process: ProcessId(at as u32),
                nest,
                symbols,
            })
            .collect();
        let model = merge(&locals).map(|merged| merged.model).unwrap_or_default();
        let (nest_time, merge_time) = (shortest(nests), shortest(|| merge(&locals)));
        println!(
            "stencil {side} x {side}: {events} events, {} constructs; nests {:.2} ms, merge {:.2} ms, {:.0} ns a construct",
            model.len(),
            nest_time.as_secs_f64() * 1e3,
            merge_time.as_secs_f64() * 1e3,
            merge_time.as_secs_f64() * 1e9 / model.len().max(1) as f64
        );
    }
}
