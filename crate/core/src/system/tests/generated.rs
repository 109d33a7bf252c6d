//! Programs of many processes.

use super::super::*;
use super::check::{check, merged, nests};
use super::programs::Lines;
use crate::nest::Method;

/// A halo exchange on a square grid of `side` x `side` processes, `inner` times per step, and a reduction.
fn stencil(side: u32, steps: u32, inner: u32) -> Lines {
    let processes = side * side;
    let all = super::super::line::write_set(0..processes);
    let mut lines = Lines::new();
    for p in 0..processes {
        let (x, y) = (p % side, p / side);
        let mut neighbours = Vec::new();
        if x > 0 {
            neighbours.push(p - 1);
        }
        if x + 1 < side {
            neighbours.push(p + 1);
        }
        if y > 0 {
            neighbours.push(p - side);
        }
        if y + 1 < side {
            neighbours.push(p + side);
        }
        let own = lines.entry(p).or_default();
        for _ in 0..steps {
            for _ in 0..inner {
                own.extend(neighbours.iter().map(|q| format!("{p} send {q} 1")));
                own.extend(neighbours.iter().map(|q| format!("{q} recv {p} 1")));
            }
            own.push(format!("{p} sync MPI_Allreduce {all}"));
        }
    }
    lines
}

/// A value goes down the line of processes in each step.
fn pipeline(processes: u32, steps: u32) -> Lines {
    let mut lines = Lines::new();
    for p in 0..processes {
        let own = lines.entry(p).or_default();
        for _ in 0..steps {
            if p > 0 {
                own.push(format!("{} recv {p} 1", p - 1));
            }
            if p + 1 < processes {
                own.push(format!("{p} send {} 1", p + 1));
            }
        }
    }
    lines
}

/// Process 0 gives every worker a piece in each step, and collects.
fn master(processes: u32, steps: u32) -> Lines {
    let mut lines = Lines::new();
    for _ in 0..steps {
        for p in 1..processes {
            lines.entry(0).or_default().push(format!("0 send {p} 1"));
            lines.entry(p).or_default().push(format!("0 recv {p} 1"));
            lines.entry(p).or_default().push(format!("{p} send 0 2"));
        }
        for p in 1..processes {
            lines.entry(0).or_default().push(format!("{p} recv 0 2"));
        }
    }
    lines
}

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
        for lines in [pipeline(processes, 5), master(processes, 4)] {
            let result = merged(&nests(&lines, Method::Greedy));
            check(&lines, &result);
            let [outer] = result.model.root() else { panic!("{}", result.model.root().len()) };
            assert_eq!(result.model.members(*outer).len() as u32, processes);
            assert!(result.problems.is_empty());
        }
    }
}

/// In the order of the list a message is received after it was sent, if processes wait in no circle.
#[test]
fn lists_are_in_topological_order() {
    for lines in [stencil(4, 5, 3), pipeline(20, 6), master(9, 4)] {
        let model = merged(&nests(&lines, Method::Optimal)).model;
        let mut bodies = vec![model.root().to_vec()];
        bodies.extend(
            model
                .loops()
                .iter()
                .filter_map(|l| model.as_loop(l.construct))
                .map(|l| model.body(&l).to_vec()),
        );
        let place: std::collections::BTreeMap<ConstructId, usize> = bodies
            .iter()
            .flat_map(|body| body.iter().enumerate())
            .map(|(at, &id)| (id, at))
            .collect();
        let loops = model.loops().iter().filter_map(|l| model.as_loop(l.construct));
        let mut links = model.links(None).links;
        loops.for_each(|l| links.extend(model.links(Some(&l)).links));
        assert!(!links.is_empty());
        assert!(links.iter().all(|link| place[&link.from] < place[&link.to]));
    }
}
