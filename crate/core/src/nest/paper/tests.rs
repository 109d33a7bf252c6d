use super::*;
use crate::building::{build, Method};
use crate::nest::Stats;

#[test]
fn the_figures_of_the_paper() {
    for row in TABLE_3 {
        let s = row.string();
        assert_eq!(s.len(), row.length, "{}", row.name);
        let [greedy, optimal, smallest] = [Method::Greedy, Method::Optimal, Method::Smallest]
            .map(|method| Stats::new(&build(method, &s).unwrap().nest));
        assert_eq!(greedy.top_level, row.greedy_items, "{}", row.name);
        assert_eq!(optimal.top_level, row.optimal_items, "{}", row.name);
        for stats in [&greedy, &optimal] {
            let main = stats.main_loop.unwrap();
            assert_eq!((main.period, main.count), row.main_loop, "{}", row.name);
            assert!((main.share - row.coverage).abs() < 1e-4, "{}", row.name);
        }
        assert!(smallest.total <= greedy.total.min(optimal.total), "{}", row.name);
    }
}

#[test]
fn greedy_shifts_the_inner_loop_of_cg() {
    let s = TABLE_3[2].string();
    for (method, inner) in [(Method::Greedy, (21, 25)), (Method::Optimal, (21, 26))] {
        let nest = build(method, &s).unwrap().nest;
        let main = Stats::new(&nest).main_loop.unwrap();
        let body = nest.body(&nest.as_loop(main.node).unwrap()).to_vec();
        let loops: Vec<(u64, u64)> =
            body.iter().filter_map(|&id| nest.as_loop(id)).map(|node| (node.period, node.count)).collect();
        assert_eq!(loops, [inner], "{method}");
    }
}
