use super::*;
use crate::nest::text;

fn stats(inline: &str) -> Stats {
    Stats::new(&text::parse_inline(inline).unwrap().0)
}

#[test]
fn total_counts_equal_loops_once_and_each_place_as_an_item() {
    assert_eq!(stats("(a)^2(ab)^2a").total, 3 + 1 + 2);
    assert_eq!(stats("(a)^3(ba)^2").total, 2 + 1 + 2);
    assert_eq!(stats("(ab)^2c(ab)^2").total, 3 + 2);
    // Another count is another loop.
    assert_eq!(stats("(ab)^2c(ab)^3").total, 3 + 2 + 2);
}

#[test]
fn the_main_loop_has_the_most_events_and_is_the_earliest() {
    let main = stats("x(ab)^3(cd)^3(e)^2").main_loop.unwrap();
    assert_eq!((main.count, main.period, main.start, main.runs), (3, 2, 1, 1));
    assert!((main.share - 6.0 / 15.0).abs() < 1e-12);
}

#[test]
fn all_runs_of_the_main_loop_count_together() {
    // No run of (ab)^4 is as long as (c)^9, but there are two of them.
    let main = stats("(ab)^4(c)^9(ab)^4").main_loop.unwrap();
    assert_eq!((main.count, main.period, main.start, main.runs), (4, 2, 0, 2));
    assert!((main.share - 16.0 / 25.0).abs() < 1e-12);
}

#[test]
fn a_loop_that_only_repeats_another_is_not_the_main_one() {
    let main = stats("x(y(ab)^50z)^2(ab)^50").main_loop.unwrap();
    assert_eq!((main.count, main.runs, main.start), (50, 3, 2));
    assert!((main.share - 300.0 / 305.0).abs() < 1e-12);
    let main = stats("x(y(ab)^50z)^2").main_loop.unwrap();
    assert_eq!((main.count, main.runs), (50, 2));
    // Four iterations are a loop of their own; so are two of which the inner loop is the smaller part.
    assert_eq!(stats("x(y(ab)^50z)^4").main_loop.unwrap().count, 4);
    assert_eq!(stats("x(ycccccccccc(ab)^5z)^2").main_loop.unwrap().count, 2);
}

#[test]
fn without_loops_and_without_anything() {
    let plain = stats("abc");
    assert_eq!((plain.loops, plain.depth, plain.main_loop), (0, 0, None));
    assert_eq!((plain.coverage, plain.ratio(), plain.total_ratio()), (0.0, 1.0, 1.0));
    let empty = stats("");
    assert_eq!((empty.length, empty.total, empty.coverage), (0, 0, 0.0));
    assert_eq!((empty.ratio(), empty.total_ratio()), (1.0, 1.0));
}

#[test]
fn coverage_is_that_of_the_top_level() {
    let nested = stats("ab((c)^2d)^2");
    assert_eq!((nested.coverage, nested.depth, nested.loops), (0.75, 2, 2));
    assert_eq!((nested.ratio(), nested.total_ratio()), (8.0 / 3.0, 8.0 / 6.0));
}
