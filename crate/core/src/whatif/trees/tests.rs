use super::*;

/// Round by round, whoever has it passes it on, to who is farthest first: the twin knows neither bits nor parents.
fn spread(count: usize) -> Vec<Option<usize>> {
    let mut from = vec![None; count];
    let mut have = vec![0];
    let mut far = count.next_power_of_two() / 2;
    while far > 0 {
        for &who in &have.clone() {
            if who + far < count {
                from[who + far] = Some(who);
                have.push(who + far);
            }
        }
        far /= 2;
    }
    from
}

#[test]
fn trees_are_those_of_spreading_in_rounds() {
    for count in 1..70 {
        let from = spread(count);
        let is_below =
            |number: usize, top: usize| std::iter::successors(Some(number), |&it| from[it]).any(|it| it == top);
        for (number, &from_whom) in from.iter().enumerate() {
            assert_eq!(parent(number), from_whom, "{number} of {count}");
            let below = number..end_of_subtree(number, count);
            for other in 0..count {
                assert_eq!(below.contains(&other), is_below(other, number), "{number} {other}");
            }
        }
    }
}
