use super::*;
use loopscope_core::system::text;

fn grid(processes: u32, messages: &[(u32, u32)]) -> Option<i64> {
    let mut lines = format!("processes 0-{}\n", processes - 1);
    for (from, to) in messages {
        lines.push_str(&format!("{from} send {to} 1\n{from} recv {to} 1\n"));
    }
    Grid::of(&text::parse(&lines).expect("a model")).map(|grid| grid.width)
}

#[test]
fn grids_and_others() {
    assert_eq!(grid(12, &[(0, 1), (5, 4), (1, 5), (11, 7)]), Some(4));
    assert_eq!(grid(4, &[(0, 1), (1, 3)]), Some(2));
    // Over the end of a row, around the edge, over a corner, in one direction alone, and to itself.
    assert_eq!(grid(12, &[(0, 1), (3, 4), (1, 5)]), None);
    assert_eq!(grid(12, &[(0, 1), (0, 3), (1, 5)]), None);
    assert_eq!(grid(12, &[(0, 1), (0, 5), (1, 5)]), None);
    assert_eq!(grid(12, &[(0, 1), (1, 2)]), None);
    assert_eq!(grid(12, &[(0, 1), (1, 5), (2, 2)]), None);
}
