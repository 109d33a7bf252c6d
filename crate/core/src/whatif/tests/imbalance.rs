//! Load imbalance against sums that are looked up for each computation anew, and what always holds of it.

use std::collections::BTreeMap;

use loopscope_testing::Random;

use super::literal::predicted;
use super::random_program;
use crate::whatif::{imbalance, Changes, Factor, LoopIterations, Part, Program};

/// A computation: its iteration and how deep it is in the loop, its process, the call behind it.
pub(super) type Computed = ((u32, usize), u32, u32);

/// Compares what is found of a loop with all its `computations`, in any order. How many are beyond an even share, or below it.
pub(super) fn check(
    program: &Program,
    (row, iterations): (u32, &LoopIterations),
    computations: &[Computed],
    case: usize,
) -> usize {
    let time = |&(_, process, call): &Computed| program.computation(&program.processes()[process as usize], call);
    let sum =
        |chosen: &dyn Fn(&Computed) -> bool| -> i64 { computations.iter().filter(|it| chosen(it)).map(time).sum() };
    let found: BTreeMap<u32, i64> = imbalance(program, row, iterations).into_iter().collect();
    let mut expected = BTreeMap::new();
    for computation in computations.iter().filter(|it| time(it) > 0) {
        let &(phase, process, call) = computation;
        let mut processes: Vec<u32> =
            computations.iter().filter(|it| it.0 == phase && time(it) > 0).map(|it| it.1).collect();
        processes.sort_unstable();
        processes.dedup();
        let all = sum(&|it| it.0 == phase);
        let own = sum(&|it| it.0 == phase && it.1 == process);
        let even = all as f64 / processes.len() as f64;
        let beyond = time(computation) as f64 * (1.0 - even / own as f64);
        let rounded = found.get(&call).copied().unwrap_or(0);
        assert!((rounded as f64 - beyond).abs() < 0.51, "{case}: {rounded} {beyond}");
        // Then all compute as long, and together as long as before.
        let left = |it: &Computed| time(it) - found.get(&it.2).copied().unwrap_or(0);
        let of_phase = computations.iter().filter(|it| it.0 == phase);
        let count = of_phase.clone().count() as i64;
        assert!((all - of_phase.clone().map(left).sum::<i64>()).abs() <= count, "{case}");
        let mine: i64 = of_phase.filter(|it| it.1 == process).map(left).sum();
        assert!((mine as f64 - even).abs() <= count as f64, "{case}: {mine} {even}");
        if rounded != 0 {
            expected.insert(call, rounded);
        }
    }
    assert_eq!(found, expected, "{case}: nothing else");
    found.len()
}

#[test]
fn a_whole_run_without_imbalance_computes_evenly() {
    let mut random = Random::new(31);
    let mut uneven = 0;
    for case in 0..super::cases() {
        let (_, program, order) = random_program(&mut random);
        let none = LoopIterations::default();
        let mut computations = Vec::new();
        for (place, process) in (0..).zip(program.processes()) {
            computations.extend(process.calls().map(|call| ((0, 0), place, call)));
        }
        uneven += check(&program, (0, &none), &computations, case);
        let mut changes = Changes::none();
        assert!(changes.begin(Part::Imbalance, Factor::ZERO, &program));
        let found = imbalance(&program, 0, &none);
        found.iter().for_each(|&(call, beyond)| changes.add_imbalance(call, beyond));
        // As much is computed, and no process computes longer than the run lasts.
        let before = Changes::none().computing(&program);
        let rounding = program.calls().len() as i64;
        assert!((changes.computing(&program) - before).abs() <= rounding, "{case}");
        assert!(predicted(&program, &order, &changes) >= 0, "{case}");
        changes.set_factor(0, Factor::SAME);
        assert_eq!(predicted(&program, &order, &changes), program.length(), "{case}");
    }
    assert!(uneven > super::cases(), "{uneven}");
}
