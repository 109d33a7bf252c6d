use super::*;

type List = Vec<(u32, usize)>;

#[test]
fn the_order_is_that_of_the_standard_library() {
    let mut random = 7u32;
    for length in 0..200 {
        let list: List = (0..length)
            .map(|at| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (random >> 28, at)
            })
            .collect();
        let sorted = |by: fn(&mut List)| {
            let mut list = list.clone();
            by(&mut list);
            list
        };
        assert_eq!(sorted(|list| list.sort_small()), sorted(|list| list.sort()));
        let by_key = sorted(|list| list.sort_small_by_key(|item| item.0));
        assert_eq!(by_key, sorted(|list| list.sort_by_key(|item| item.0)));
        let down = sorted(|list| list.sort_small_by(|a, b| (b.0 % 3, a.1).cmp(&(a.0 % 3, b.1))));
        assert_eq!(down, sorted(|list| list.sort_by(|a, b| (b.0 % 3, a.1).cmp(&(a.0 % 3, b.1)))));
    }
}
