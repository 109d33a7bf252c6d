use super::RowOrder;

#[test]
fn rows_become_neighbours_as_the_loops_need() {
    let mut order = RowOrder::ascending(8);
    assert!(order.join(&[0, 1, 2]) && order.is_ascending());
    assert!(order.join(&[4, 6]) && order.join(&[4, 6]));
    assert_eq!(order.rows, [0, 1, 2, 3, 4, 6, 5, 7]);
    assert!(order.join(&[5, 7]));
    // 2 already is in a cluster with 0 and 1.
    assert!(!order.join(&[2, 4]));
    assert!(!order.join(&[2, 7]));
    assert_eq!(order.rows, [0, 1, 2, 3, 4, 6, 5, 7]);
    // All of them are neighbours, but they do not ascend.
    assert!(!order.join(&[0, 1, 2, 3, 4, 5, 6, 7]));
}

#[test]
fn columns_of_a_grid() {
    let mut order = RowOrder::ascending(6);
    for column in 0..3 {
        assert!(order.join(&[column, column + 3]));
    }
    assert_eq!(order.rows, [0, 3, 1, 4, 2, 5]);
    assert!(!order.is_ascending());
}
