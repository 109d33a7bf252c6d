//! Containers: every fixture, every nesting, streams, sizes of steps.

use super::*;

/// What every good archive holds: its format, and processes with events in the first view.
const GOOD: &[(&str, &str, &[(u32, usize)])] = &[
    ("bt.S.4-local.tar.zst", "native text", &[(0, 6068), (1, 6068), (2, 6068), (3, 6068)]),
    ("cg.S.4-symbols.tar.gz", "symbol list", &[(0, 0), (1, 0), (2, 0), (3, 0)]),
    ("cg.S.4.zip", "native text", &[(0, 0)]),
    ("gnu-long-name.tar.gz", "native text", &[(0, 1490)]),
    ("long-line-rank-0.trace.gz", "native text", &[(0, 2)]),
    ("lulesh-gz.tar.zst", "native text", LULESH),
    ("lulesh.tar.zst", "native text", LULESH),
    ("pax-long-name.tar.gz", "native text", &[(0, 1490)]),
    ("stored.zip", "native text", &[(0, 100)]),
    ("two-frames-rank-0.trace.zst", "native text", &[(0, 1490)]),
    ("two-members-rank-0.trace.gz", "native text", &[(0, 1490)]),
    ("ustar-prefix.tar.gz", "native text", &[(0, 1490)]),
    ("v7.tar.gz", "native text", &[(0, 1490)]),
];

const LULESH: &[(u32, usize)] =
    &[(0, 2815), (1, 2815), (2, 2815), (3, 2815), (4, 2815), (5, 2815), (6, 2815), (7, 2815)];

#[test]
fn every_good_fixture_opens() {
    let found: Vec<String> = fixtures("archives/good").into_iter().map(|(name, _)| name).collect();
    let listed: Vec<&str> = GOOD.iter().map(|(name, ..)| *name).collect();
    assert_eq!(found, listed);
    for (name, format, expected) in GOOD {
        let bytes = fixture(&format!("archives/good/{name}"));
        for budget in [1, 1000, 1 << 20] {
            let opening = Opening::new(name, vec![file(name, bytes.clone())], Limits::default());
            let opened = work(opening, budget).unwrap();
            assert_eq!((opened.format, sizes(&opened).as_slice()), (*format, *expected), "{name}");
        }
    }
}
