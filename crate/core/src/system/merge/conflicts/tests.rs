use super::circles;

#[test]
fn sets_that_no_edge_leaves() {
    // 0 -> 1 <-> 2, 3 -> 3 -> 4, 5 alone.
    let edges = |at: u32| match at {
        0 => vec![1],
        1 => vec![2],
        2 => vec![1],
        3 => vec![3, 4],
        _ => vec![],
    };
    assert_eq!(circles(6, edges, &[0, 3, 5]), [vec![1, 2], vec![4], vec![5]]);
}
