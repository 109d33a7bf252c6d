use super::*;
use crate::event_flow::WindowRule;

type Stretches = Vec<(u64, u64)>;

fn kept(text: &str) -> (Stretches, Stretches) {
    let mut flow = GrowingFlow::new(WindowRule { calls: 10, repeats: 3, iterations: 4 });
    let (mut ring, mut notices) = (IterationRing::default(), Vec::new());
    for byte in text.bytes() {
        flow.push(u32::from(byte), &mut notices);
        ring.push(u32::from(byte), &flow);
    }
    let windows = flow.windows().iter().filter(|window| window.dropped_for.is_none());
    let windows = windows.map(|window| (window.begin, window.end.unwrap_or(u64::MAX)));
    (windows.collect(), ring.kept().to_vec())
}

#[test]
fn an_iteration_with_another_transition_is_kept_once() {
    let usual = "abc".repeat(20);
    let text = format!("{usual}abbc{usual}abbc{usual}");
    let (windows, kept) = kept(&text);
    assert_eq!(windows.len(), 1, "{windows:?}");
    assert_eq!(kept, [(60, 64)]);
    assert_eq!(&text[60..64], "abbc");
    assert!(super::tests::kept(&usual).1.is_empty());
}

#[test]
fn what_is_much_longer_than_an_iteration_is_not_kept() {
    let usual = "abc".repeat(20);
    let (_, kept) = kept(&format!("{usual}ab{}c{usual}", "b".repeat(30)));
    assert_eq!(kept, []);
}
