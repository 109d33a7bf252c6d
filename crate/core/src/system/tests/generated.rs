//! Programs of many processes.

use super::super::*;
use super::check::{check, merged, nests};
use crate::building::Method;
use loopscope_testing::programs::{any_order, master, nested, pipeline, stencil, Family};

#[test]
fn stencils() {
    for (side, steps) in [(8, 6), (16, 4), (32, 3)] {
        let lines = stencil(side, steps, 3);
        let result = merged(&nests(&lines, Method::Greedy));
        check(&lines, &result);
        let model = &result.model;
        assert!(result.problems.is_empty());
        let [outer] = model.root() else { panic!("{}", model.root().len()) };
        let outer = model.as_loop(*outer).unwrap();
        assert_eq!((outer.count, model.coverage()), (u64::from(steps), 1.0));
        let body = model.body(&outer);
        assert_eq!((body.len(), model.as_loop(body[0]).unwrap().count), (2, 3));
        // Four messages a process, less at the edges, each sent and received; two loops and a reduction.
        assert_eq!(model.len() as u32, 8 * side * (side - 1) + 3);
    }
}

#[test]
fn pipelines_and_masters() {
    for processes in [64, 256, 1024] {
        let side = u32::isqrt(processes);
        for lines in [pipeline(processes, 5), master(processes, 4), nested(side, 3)] {
            let result = merged(&nests(&lines, Method::Greedy));
            check(&lines, &result);
            let [outer] = result.model.root() else { panic!("{}", result.model.root().len()) };
            assert_eq!(result.model.members(*outer).len() as u32, processes);
            assert!(result.problems.is_empty());
        }
    }
}

#[test]
fn every_kind() {
    for family in Family::ALL {
        let lines = family.program(8);
        for method in Method::ALL {
            let result = merged(&nests(&lines, method));
            check(&lines, &result);
            assert!(result.problems.is_empty(), "{} by {method}", family.name());
        }
    }
}

/// Who takes results as they come repeats nothing: the work of all others is told event by event.
#[test]
fn results_in_any_order() {
    for processes in [64, 256, 1024] {
        let lines = any_order(processes, 3);
        let result = merged(&nests(&lines, Method::Greedy));
        check(&lines, &result);
        assert!(result.problems.is_empty() && result.model.coverage() < 0.1);
    }
}

/// In the order of the list a message is received after it was sent, if processes wait in no circle.
#[test]
fn lists_are_in_topological_order() {
    for lines in [stencil(4, 5, 3), pipeline(20, 6), master(9, 4), any_order(9, 4), nested(3, 4)] {
        let model = merged(&nests(&lines, Method::Optimal)).model;
        let mut bodies = vec![model.root().to_vec()];
        bodies.extend(model.loops().iter().filter_map(|l| model.as_loop(l.construct)).map(|l| model.body(&l).to_vec()));
        let place: std::collections::BTreeMap<ConstructId, usize> =
            bodies.iter().flat_map(|body| body.iter().enumerate()).map(|(at, &id)| (id, at)).collect();
        let loops = model.loops().iter().filter_map(|l| model.as_loop(l.construct));
        let mut links = model.links(None).links;
        loops.for_each(|l| links.extend(model.links(Some(&l)).links));
        assert!(!links.is_empty());
        assert!(links.iter().all(|link| place[&link.from] < place[&link.to]));
    }
}
