use super::*;
use loopscope_testing::strings;

#[test]
fn what_comes_in_parts_gives_the_nest_of_the_whole() {
    for seed in 0..200 {
        let string = strings::phases(2000, seed);
        let string: Vec<Symbol> = string.into_iter().map(Symbol).collect();
        for method in Method::ALL {
            let mut parts = StreamBuilder::with(method, Folding::looking_from(64));
            string.chunks(1 + seed as usize).for_each(|part| parts.push(part));
            assert_eq!(parts.finish(), build(method, &string), "{method} {seed}");
        }
    }
}

#[test]
fn names() {
    for method in Method::ALL {
        assert_eq!(Method::from_name(method.name()), Some(method));
    }
    assert_eq!(Method::from_name("Greedy"), None);
    assert_eq!(Method::default(), Method::Optimal);
}

#[test]
fn only_recognition_has_a_k() {
    let nlr = Method::Nlr { k: Method::DEFAULT_K };
    assert_eq!(nlr.with_k(10), Some(Method::Nlr { k: 10 }));
    assert_eq!((nlr.with_k(0), nlr.with_k(Method::MAX_K + 1)), (None, None));
    assert_eq!((Method::Greedy.with_k(10), Method::Greedy.k()), (None, None));
    assert_eq!(nlr.k(), Some(1000));
}

#[test]
fn limits() {
    assert!(Method::ALL.iter().all(|method| method.limit() <= Method::Greedy.limit()));
}

#[test]
fn a_body_longer_than_k_stays_unrolled() {
    let string = [1, 2, 3].repeat(5).into_iter().map(Symbol).collect::<Vec<_>>();
    let roots = [2, 3].map(|k| build(Method::Nlr { k }, &string).unwrap().nest).map(|nest| nest.root().len());
    assert_eq!(roots, [15, 1]);
}
