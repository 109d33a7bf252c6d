use super::*;

#[test]
fn a_loop_is_written_as_in_the_paper() {
    let f = |pairs: &[(u64, i128)]| Function::from_pairs(pairs.iter().copied());
    let inner = Term::for_loop(f(&[(0, 3), (1, 2)]), vec![Term::value(0, [f(&[(0, 1), (1, 5), (2, 3)])])]);
    let body = vec![inner.unwrap(), Term::value(2, [f(&[(0, 7), (1, 4)]), f(&[(0, 8)])])];
    let term = Term::for_loop(f(&[(0, 5)]), body).unwrap();
    assert_eq!(
        term.to_string(),
        "for i0 = 0 to 5\n  for i1 = 0 to 3 + 2*i0\n    val 1 + 5*i0 + 3*i1\n  done\n  \
             val 2: 7 + 4*i0, 8\ndone\n"
    );
    assert_eq!((term.depth(), Term::value(3, []).to_string().as_str()), (2, "val 3\n"));
}

#[test]
fn too_deep_is_refused() {
    let mut term = Term::value(0, []);
    for _ in 0..Term::MAX_DEPTH {
        term = Term::for_loop(Function::constant(2), vec![term]).unwrap();
    }
    assert_eq!(term.depth(), 64);
    assert_eq!(Term::for_loop(Function::constant(2), vec![term]), None);
}

#[test]
fn small_in_memory() {
    assert!(size_of::<Term>() <= 24);
}
