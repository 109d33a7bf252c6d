//! Local nests in other forms: the same events, other loops.

use super::super::*;
use super::check::{check, nests};
use super::programs::{phases, run};
use crate::building::Method;
use crate::nest::{Nest, NestBuilder, Node, NodeId};
use crate::symbols::{Symbol, SymbolTable};
use crate::trace::ProcessId;
use loopscope_testing::Random;
use loopscope_testing::{perturbed, Make, PlainNode};

fn merged_as(form: LoopForm, nests: &[(ProcessId, Nest, SymbolTable)]) -> Merged {
    let locals: Vec<Local<'_>> = nests
        .iter()
        .map(|(process, nest, symbols)| Local { process: *process, nest, symbols })
        .collect();
    merge_as(form, &locals).unwrap()
}

/// The same string with the loops of a nest begun elsewhere; `below` gives random numbers below a bound.
fn begun_elsewhere(nest: &Nest, below: impl FnMut(usize) -> usize) -> Nest {
    let places = |ids: &[NodeId]| ids.iter().map(|id| id.index()).collect();
    let nodes = nest.nodes().map(|node| match node {
        Node::Symbol(symbol) => PlainNode::Symbol(symbol.0),
        Node::Loop(node) => PlainNode::Loop(node.count, places(nest.body(&node))),
    });
    let root: Vec<usize> = places(nest.root());
    let mut builder = NestBuilder::new();
    let root = perturbed(nodes, &root, below, |node| match node {
        Make::Symbol(symbol) => builder.symbol(Symbol(symbol)),
        Make::Loop(count, body) => builder.repeat(count, body),
    });
    builder.finish(&root)
}

#[test]
fn nothing_is_lost_in_either_form() {
    let (mut same, mut shared, mut most) = (0, 0.0, 0.0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let processes = 2 + random.below(5) as u32;
        let lines = run(&phases(&mut random, processes, 2), processes);
        if lines.values().map(Vec::len).max().unwrap_or(0) > 1_500 {
            continue;
        }
        let whole = nests(&lines, Method::ALL[(seed % 3) as usize]);
        let other: Vec<_> = whole
            .iter()
            .map(|(process, nest, symbols)| {
                (
                    *process,
                    begun_elsewhere(nest, |bound| random.below(bound as u64) as usize),
                    symbols.clone(),
                )
            })
            .collect();
        for form in [LoopForm::Canonical, LoopForm::AsFound] {
            let (model, again) = (merged_as(form, &whole), merged_as(form, &other));
            check(&lines, &again);
            check(&lines, &model);
            if form == LoopForm::Canonical {
                same += u32::from(model.model == again.model);
                most += model.model.shared_coverage();
                shared += again.model.shared_coverage();
            }
        }
    }
    println!("{same} are the same; shared coverage {shared} of {most}");
    // The rest differ in what is cut at random, too: there may be nothing to tell phases by.
    assert!(same >= 200 && shared > 0.97 * most);
}
