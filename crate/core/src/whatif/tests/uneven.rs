//! What processes compute beyond the median one, against sums that are looked up for each process and kind anew.

use loopscope_testing::Random;

use super::random_program;
use crate::whatif::{uneven, Program, Uneven};

fn expected(program: &Program, kind: &dyn Fn(u32) -> u32, least: i64) -> Vec<Uneven> {
    let mut found = Vec::new();
    for wanted in 0..4 {
        let mut all = Vec::new();
        for process in program.processes() {
            let own: Vec<u32> = process.calls().filter(|&call| kind(call) == wanted).collect();
            if !own.is_empty() {
                let time = own.iter().map(|&call| program.computation(process, call)).sum();
                all.push((own[0], time));
            }
        }
        let mut times: Vec<i64> = all.iter().map(|it| it.1).collect();
        times.sort_unstable();
        let median = if times.len() < 3 { 0 } else { times[times.len() / 2] };
        for (call, time) in all {
            if time - median >= least && time > median {
                found.push((median - time, wanted, Uneven { call, time, median }));
            }
        }
    }
    found.sort_by_key(|&(least, kind, it)| (least, kind, it.call));
    found.into_iter().map(|it| it.2).collect()
}

#[test]
fn a_process_stands_out_where_it_computes_longer_than_the_median_one() {
    let mut random = Random::new(47);
    let (mut many, mut none) = (0, 0);
    for _ in 0..super::cases() {
        let (_, program, _) = random_program(&mut random);
        let of = |call: u32| call % 7 % 4;
        let least = random.below(3) as i64 * 50;
        let found = uneven(&program, &of, least);
        assert_eq!(found, expected(&program, &of, least));
        many += usize::from(found.len() > 2);
        none += usize::from(found.is_empty());
    }
    assert!(many > 20 && none > 20, "{many} {none}");
}
