use super::super::values;
use super::*;

fn f(pairs: &[(u64, i128)]) -> Function {
    Function::from_pairs(pairs.iter().copied())
}

fn nest(bounds: &[Function]) -> Term {
    let mut term = Term::value(0, []);
    for bound in bounds.iter().rev() {
        term = Term::for_loop(bound.clone(), vec![term, Term::value(1, [])]).unwrap();
    }
    term
}

#[test]
fn counting_is_running() {
    let bounds = [
        vec![f(&[(0, 4)])],
        vec![f(&[(0, 9)]), f(&[(0, 3), (1, 2)])],
        vec![f(&[(0, 6)]), f(&[(0, 3), (1, 2)]), f(&[(1, 1), (2, 3), (3, 1)])],
        vec![f(&[(0, 9)]), f(&[(1, 1)]), f(&[(2, 1)]), f(&[(4, 1)])],
        vec![f(&[(0, 9)]), f(&[(0, 8), (1, -1)]), f(&[(0, 1)]), f(&[(1, 1), (4, 1)])],
        vec![f(&[(0, 2)]), f(&[(1, 1)]), f(&[(3, 1)]), f(&[(7, 1), (0, 2)])],
        vec![f(&[(0, -1)]), f(&[(0, 5)])],
    ];
    for bounds in bounds {
        let terms = [Term::value(3, []), nest(&bounds)];
        assert_eq!(len(&terms), values(&terms).count() as u64, "{}", terms[1]);
    }
}

#[test]
fn too_many_to_count() {
    let bounds = vec![f(&[(0, u64::MAX as i128)]); 3];
    assert_eq!(len(&[nest(&bounds)]), u64::MAX);
    assert_eq!(len(&[]), 0);
}

#[test]
fn sizes() {
    let terms = [Term::value(3, [f(&[(0, 1)])]), nest(&[f(&[(0, 2)]), f(&[(0, 1), (1, 1)])])];
    let stats = Stats::new(&terms);
    assert_eq!((stats.length, stats.top_level, stats.total), (1 + 2 * 6 + 3 + 6, 2, 6));
    assert_eq!((stats.loops, stats.depth, stats.varying_bounds), (2, 2, 1));
    assert_eq!((stats.coefficients, stats.coverage), (4, 1.0 - 1.0 / stats.length as f64));
    assert_eq!(Stats::new(&[]).ratio(), 1.0);
}
