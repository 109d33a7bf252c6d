use loopscope_testing::Random;

use super::*;
use crate::whatif::tests::cases;
use crate::whatif::tests::literal::{predicted, Literal};
use crate::whatif::Order;

#[test]
fn programs_are_read_as_they_are_written() {
    let mut random = Random::new(34);
    for case in 0..cases() / 3 {
        let literal = Literal::random(&mut random);
        let program = literal.program();
        let read = Program::of_parts(&program.parts()).unwrap();
        assert_eq!(read.parts(), program.parts(), "{case}");
        let order = Order::new(&read).unwrap();
        assert_eq!(order, Order::new(&program).unwrap(), "{case}");
        let changes = literal.random_changes(&program, &mut random).1;
        let expected = predicted(&program, &order, &changes);
        assert_eq!(predicted(&read, &order, &changes), expected, "{case}");
    }
}

/// Lists in which a number is wrong are refused, here or where an order is sought, or are those of another program.
#[test]
fn broken_lists_are_refused_or_predicted() {
    let mut random = Random::new(35);
    let mut refused = 0;
    for _ in 0..cases() {
        let mut parts = Literal::random(&mut random).program().parts();
        for _ in 0..=random.below(3) {
            let odd = *random.one_of(&[-1, 0, 1, 7, 1 << 31, i64::MAX, i64::MIN]);
            let process = random.index(parts.processes.len());
            match random.below(6) {
                0 => parts.processes[process].start = odd,
                1 => parts.processes[process].last = odd,
                2 => parts.processes[process].calls.iter_mut().take(3).for_each(|it| it.1 = odd),
                3 => parts.hubs.iter_mut().take(2).for_each(|hub| hub[0] = odd as u32),
                4 => parts.inputs.iter_mut().take(3).for_each(|it| it.2 = odd as u32),
                _ => parts.inputs.iter_mut().take(3).for_each(|it| it.3 = odd),
            }
        }
        match Program::of_parts(&parts).map(|it| (Order::new(&it), it)) {
            Some((Ok(order), read)) => {
                let none = crate::whatif::Changes::none();
                assert_eq!(predicted(&read, &order, &none), read.length());
            }
            _ => refused += 1,
        }
    }
    assert!(refused > cases() / 3, "{refused}");
}
