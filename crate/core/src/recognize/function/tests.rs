use super::*;

#[test]
fn texts() {
    let check = |pairs: &[(u64, i128)], text: &str| {
        assert_eq!(Function::from_pairs(pairs.iter().copied()).to_string(), text);
    };
    check(&[], "0");
    check(&[(0, -4)], "-4");
    check(&[(1, 1)], "i0");
    check(&[(1, -1), (0, 7)], "7 - i0");
    check(&[(2, -8), (7, 3), (1, 0)], "-8*i1 + 3*i0*i1*i2");
    check(&[(1 << 63, 2), (0, i128::MIN)], &format!("{} + 2*i63", i128::MIN));
    assert_eq!(format!("{:#}", Function::from_pairs([(0, -16), (1, 16)])), "-16 + 16*i0");
}

#[test]
fn values() {
    let f = Function::from_pairs([(0, 3), (1, 2), (2, 7), (3, -1)]);
    assert_eq!(f.evaluate(&[4, 5]), Some(3 + 8 + 35 - 20));
    assert_eq!(f.evaluate(&[4]), Some(11));
    assert_eq!(f.bits(&[4, 50]), (3 + 8 + 350 - 200i64) as u64);
    assert_eq!(f.at_outermost(4).unwrap(), Function::from_pairs([(0, 11), (1, 3)]));
    assert_eq!(f.at_outermost(7).unwrap(), Function::constant(17));
    assert!(f.depends_on(1) && !f.depends_on(2) && !f.depends_on(64) && !f.is_constant());
    let large = Function::from_pairs([(0, i128::MAX), (1, 1)]);
    assert_eq!((large.evaluate(&[1]), large.at_outermost(1)), (None, None));
    assert_eq!(large.bits(&[2]), 1);
}

#[test]
fn what_is_left_inside_of_loops() {
    let f = Function::from_pairs([(0, 3), (1, 2), (2, 7), (3, -1), (4, 5), (6, -5), (7, 2)]);
    for (a, b) in [(0, 0), (0, 1), (2, 1), (3, 5), (7, 9)] {
        let one = f.at_outermost(a).unwrap();
        let two = one.at_outermost(b).unwrap();
        assert!(f.equals_inside(&[], &f) && f.equals_inside(&[a], &one), "{a}");
        assert!(f.equals_inside(&[a, b], &two) && one.equals_inside(&[b], &two), "{a} {b}");
        let three = two.at_outermost(4).unwrap();
        assert!(f.equals_inside(&[a, b, 4], &three));
        assert!(!f.equals_inside(&[a, b, 4], &Function::constant(three.offset() + 1)));
        assert_eq!(f.equals_inside(&[a, b], &three), two == three);
        assert!(!f.equals_inside(&[a], &f) && !f.equals_inside(&[a + 1], &one));
    }
    let large = Function::from_pairs([(1, i128::MAX)]);
    assert!(!large.equals_inside(&[2], &Function::constant(-2)));
}

#[test]
fn what_is_equal_is_written_alike() {
    let f = Function::from_pairs([(0, 0), (2, 5), (1, 9), (1, 0)]);
    assert_eq!(f, Function::from_pairs([(2, 5)]));
    assert_eq!(f.pairs().collect::<Vec<_>>(), [(2, 5)]);
    assert_eq!((f.offset(), f.slopes()), (0, &[(2, 5)][..]));
    assert_eq!(Function::from(4).pairs().collect::<Vec<_>>(), [(0, 4)]);
}
