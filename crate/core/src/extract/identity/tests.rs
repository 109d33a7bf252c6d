use super::super::random_models::random_model;
use super::*;
use loopscope_testing::Random;

#[test]
fn a_model_has_the_identity_of_its_events() {
    let mut different = std::collections::BTreeSet::new();
    for seed in 0..2_000 {
        let model = random_model(&mut Random::new(seed));
        for &process in model.processes() {
            let mut run_out = Identity::default();
            for step in model.replay(process) {
                run_out.push(item_of_model(&model, step.construct, process));
            }
            assert_eq!(Identity::of_model(&model, process), run_out, "{seed} {process}");
            assert_eq!(Identity::of(run_out.events, run_out.hash), run_out);
            different.insert((run_out.events, run_out.hash));
        }
    }
    assert!(different.len() > 2_000, "{}", different.len());
}

#[test]
fn other_events_have_another_hash() {
    let hash = |items: &[u64]| {
        let mut all = Identity::default();
        items.iter().for_each(|&item| all.push(item));
        all.hash
    };
    let one = item(Kind::Send, (1, 2), "");
    let others = [
        item(Kind::Recv, (1, 2), ""),
        item(Kind::Send, (2, 2), ""),
        item(Kind::Send, (1, 3), ""),
        item(Kind::Sync, (0, 0), "0-3"),
        item(Kind::Local, (0, 0), "0-3"),
    ];
    for (at, other) in others.iter().enumerate() {
        assert!(!others[..at].contains(other) && *other != one);
        assert_ne!(hash(&[one, *other]), hash(&[*other, one]));
    }
}
