//! How long merging takes: generated programs of 64 to 1,024 processes, from events to nests, from nests to the
//! model, and what is asked of the model. The last line of each kind says by how much a construct costs more
//! in the largest program than in the smallest.
//!
//! `cargo bench -p loopscope-core --bench models`, with names of kinds behind `--` for those alone.

#![allow(clippy::unwrap_used, reason = "the programs are generated")]

use loopscope_core::method::{build, Method};
use loopscope_core::nest::Nest;
use loopscope_core::symbols::{Symbol, SymbolTable};
use loopscope_core::system::{merge, text, Local};
use loopscope_core::trace::ProcessId;

use loopscope_testing::programs::{self, Family};
use loopscope_testing::timing::shortest;

/// The shortest processor time, in nanoseconds.
fn nanoseconds<T>(call: impl FnMut() -> T) -> f64 {
    shortest(7, call).as_secs_f64() * 1e9
}

/// The nanoseconds of a construct, or of an event, by what is done.
type Figures = Vec<(&'static str, f64)>;

fn measure(family: Family, side: u32) -> Figures {
    let strings: Vec<(ProcessId, Vec<Symbol>, SymbolTable)> = family
        .program(side)
        .into_iter()
        .map(|(process, lines)| {
            let (string, symbols) = programs::symbols(&lines);
            let texts = symbols.into_iter().map(Box::from).collect();
            let string = string.into_iter().map(Symbol).collect();
            (ProcessId(process), string, SymbolTable::new(texts))
        })
        .collect();
    let events: usize = strings.iter().map(|(_, string, _)| string.len()).sum();
    let nests =
        || -> Vec<Nest> { strings.iter().map(|(_, string, _)| build(Method::Optimal, string).unwrap().nest).collect() };
    let built = nests();
    let locals: Vec<Local<'_>> = strings
        .iter()
        .zip(&built)
        .map(|((process, _, symbols), nest)| Local { process: *process, nest, symbols })
        .collect();
    let model = merge(&locals).unwrap().model;
    let printed = text::print(&model);
    let constructs = model.len() as f64;
    println!("{}, {} processes: {events} events, {constructs} constructs", family.name(), side * side);
    vec![
        ("nests (an event)", nanoseconds(nests) / events as f64),
        ("merge", nanoseconds(|| merge(&locals)) / constructs),
        ("matrix", nanoseconds(|| model.matrix()) / constructs),
        ("links", nanoseconds(|| model.links(None)) / constructs),
        ("replay of one", nanoseconds(|| model.replay(ProcessId(side)).count()) / constructs),
        ("print", nanoseconds(|| text::print(&model)) / constructs),
        ("parse", nanoseconds(|| text::parse(&printed)) / constructs),
    ]
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let wanted =
        |family: &Family| named.is_empty() || named.iter().any(|name| family.name().starts_with(name.as_str()));
    for family in Family::ALL.into_iter().filter(wanted) {
        let sizes: Vec<Figures> = [8, 16, 24, 32].map(|side| measure(family, side)).into();
        for (at, (what, least)) in sizes[0].iter().enumerate() {
            let each: Vec<String> = sizes.iter().map(|figures| format!("{:8.1}", figures[at].1)).collect();
            let most = sizes.last().map_or(0.0, |figures| figures[at].1);
            println!("  {what:18}{} ns, {:.2} times", each.join(""), most / least);
        }
    }
}
