use super::*;

#[test]
fn paths_follow_what_is_entered_and_left() {
    let mut trace = TraceBuilder::new(u64::MAX);
    let mut path = RegionPath::default();
    let [main, solve, other] = ["main", "solve", "other"].map(|name| trace.name(name).unwrap());
    let site = |path: &mut RegionPath, trace: &mut TraceBuilder| {
        let site = path.site(trace).unwrap();
        site.map_or(String::new(), |site| trace.table().name(site).to_owned())
    };
    assert_eq!(site(&mut path, &mut trace), "");
    path.enter(main);
    path.enter(solve);
    assert_eq!(site(&mut path, &mut trace), "main/solve");
    // What was not entered changes nothing; what is left takes along what is open inside it.
    path.leave(other);
    assert_eq!(site(&mut path, &mut trace), "main/solve");
    path.leave(main);
    assert_eq!(site(&mut path, &mut trace), "");
    // Recursion ends in one path.
    for _ in 0..2 * MOST_OPEN {
        path.enter(solve);
    }
    assert_eq!(site(&mut path, &mut trace), ["solve"; 8].join("/"));
    for _ in 0..2 * MOST_OPEN {
        path.leave(solve);
    }
    assert_eq!(site(&mut path, &mut trace), "");
}
