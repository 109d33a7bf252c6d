//! Windows against the rule, applied to every prefix anew.

use super::{graph, random_strings, symbols};
use crate::event_flow::{flow_loops, loop_forest, FlowLoops, GrowingFlow, Notice, SharedHeaders, Window, WindowRule};

/// The position at which the graph last changed before or at `at`.
fn changed(letters: &[u32], at: usize) -> usize {
    let is_new = |at: &usize| {
        let seen = &letters[..*at];
        let edge = *at > 0 && !seen.windows(2).any(|pair| pair == &letters[*at - 1..=*at]);
        !seen.contains(&letters[*at]) || edge
    };
    (0..=at).rev().find(is_new).unwrap_or(0)
}

fn loops_of(letters: &[u32]) -> FlowLoops {
    let graph = graph(&symbols(letters));
    flow_loops(&graph, &loop_forest(graph.successors(), letters[0]), SharedHeaders::Split)
}

/// The window that begins at a position, by the rule: header and nodes.
fn due(letters: &[u32], at: usize, rule: WindowRule, known: &[Window]) -> Option<(u32, u32)> {
    let (node, since) = (letters[at], changed(letters, at));
    let came = letters[since..=at].iter().filter(|&&it| it == node).count() as u64;
    if came < rule.repeats || ((at - since) as u64) < rule.calls {
        return None;
    }
    let loops = loops_of(&letters[..=at]);
    let all = 0..loops.all().len() as u32;
    let of_header = all.filter(|&id| loops.get(id).unwrap().header == node);
    let id = of_header.min_by_key(|&id| loops.get(id).unwrap().depth)?;
    let largest = *letters[..=at].iter().max().unwrap();
    let nodes = (0..=largest).filter(|&it| loops.holds(id, it)).count() as u32;
    let own_depth = loops.get(id).unwrap().depth;
    let taken = known.iter().filter(|window| window.dropped_for.is_none()).any(|window| {
        let outer =
            loops.all().iter().enumerate().any(|(outer, it)| {
                it.header == window.header && it.depth < own_depth && loops.holds(outer as u32, node)
            });
        outer || (window.header, window.nodes) == (node, nodes)
    });
    (!taken).then_some((node, nodes))
}

#[test]
fn windows_begin_by_the_rule_on_every_prefix() {
    let (mut begun, mut dropped, mut whole) = (0, 0, 0);
    random_strings(|letters, seed| {
        if letters.len() > 160 {
            return;
        }
        let rule = WindowRule { calls: 1 + seed % 12, repeats: 1 + seed % 3, iterations: 1 + seed % 4 };
        let mut flow = GrowingFlow::new(rule);
        for (at, &letter) in letters.iter().enumerate() {
            let due = due(letters, at, rule, flow.windows());
            let mut notices = Vec::new();
            flow.push(letter, &mut notices);
            let begins = notices.iter().find_map(|notice| match notice {
                Notice::Begins(number) => Some(&flow.windows()[*number as usize]),
                _ => None,
            });
            assert_eq!(begins.map(|it| (it.header, it.nodes)), due, "{at} {rule:?} {letters:?}");
            begun += u32::from(begins.is_some());
            dropped += notices.iter().filter(|it| matches!(it, Notice::Dropped(_))).count();
        }
        for window in flow.windows() {
            assert!(window.iterations <= rule.iterations);
            let end = window.end.unwrap_or(letters.len() as u64);
            assert!(window.begin < end && letters[window.begin as usize] == window.header);
            whole += u32::from(window.iterations == rule.iterations && window.dropped_for.is_none());
        }
        assert_eq!((flow.position(), flow.size().0), (letters.len() as u64, graph(&symbols(letters)).nodes().len()));
    });
    assert!(begun > 1_000 && dropped > 50 && whole > 300, "{begun} {dropped} {whole}");
}

/// LU: sweeps of 62 in a time step. The first window is that of a sweep; the time step drops it.
#[test]
fn an_inner_loop_makes_way_for_the_one_around_it() {
    let mut letters: Vec<u32> = (0..5).collect();
    for _ in 0..100 {
        letters.extend([5, 6]);
        (0..62).for_each(|_| letters.extend([7, 8]));
        letters.extend([9]);
    }
    let mut flow = GrowingFlow::new(WindowRule { repeats: 2, ..WindowRule::default() });
    let mut notices = Vec::new();
    letters.iter().for_each(|&letter| flow.push(letter, &mut notices));
    let expected =
        [Notice::Stable, Notice::Begins(0), Notice::Ends(0), Notice::Dropped(0), Notice::Begins(1), Notice::Ends(1)];
    let said: Vec<&Notice> = notices.iter().filter(|it| **it != Notice::Grows).collect();
    let last = flow.windows().last().unwrap();
    assert_eq!((last.header, last.iterations, last.dropped_for), (5, 10, None), "{notices:?}");
    assert_eq!(said, expected.iter().collect::<Vec<_>>());
}

/// BT: one step as a warm-up, then 200. Both loops have the header 1; the window counts steps.
#[test]
fn loops_that_share_a_header_count_together() {
    let step = [1, 1, 2, 3];
    let mut letters = vec![0];
    letters.extend(step);
    letters.extend([4, 5]);
    (0..200).for_each(|_| letters.extend(step));
    letters.extend([4, 6]);
    let mut flow = GrowingFlow::new(WindowRule { calls: 20, ..WindowRule::default() });
    letters.iter().for_each(|&letter| flow.push(letter, &mut Vec::new()));
    let kept: Vec<&Window> = flow.windows().iter().filter(|it| it.dropped_for.is_none()).collect();
    let [window] = kept[..] else { panic!("{kept:?}") };
    assert_eq!((window.header, window.nodes, window.iterations), (1, 5, 10));
    let length = window.end.map(|end| end - window.begin);
    assert!(length.is_some_and(|length| (37..=40).contains(&length)), "{window:?}");
}
