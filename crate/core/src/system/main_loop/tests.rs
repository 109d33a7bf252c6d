use super::super::text;

/// Name, count, runs and events of the main loop.
fn main(text: &str) -> Option<(u32, u64, u64, u64)> {
    let model = text::parse(text).unwrap();
    let main = model.main_loop()?;
    Some((model.loop_id(main.construct), main.count.unwrap_or(0), main.runs, main.events))
}

#[test]
fn loops_that_are_alike_count_together() {
    let (a, b) = ("for i0 = 0 to 3\n0 local a\ndone\n", "for i0 = 0 to 5\n0 local b\ndone\n");
    assert_eq!(main(&format!("processes 0\n{a}{b}{a}")), Some((1, 4, 2, 8)));
    assert_eq!(main(&format!("processes 0\n{a}{b}0 local a\n")), Some((1, 6, 1, 6)));
    // The same words of another process are another loop; as often or not is the same.
    let other = a.replace("0 local", "1 local");
    let same = |rest: &str| {
        let model = text::parse(&format!("processes 0,1\n{b}{a}{rest}")).unwrap();
        let main = model.main_loop().unwrap();
        assert_eq!(main.loops[0].construct, main.construct);
        main.loops.iter().map(|named| named.id).collect::<Vec<_>>()
    };
    assert_eq!((same(&other), same(&b.replace("to 5", "to 2"))), (vec![1], vec![1, 3]));
    assert_eq!(main(&format!("processes 0,1\n{a}{b}{other}")), Some((1, 6, 1, 6)));
    assert_eq!(main("processes 0\n0 local a\n"), None);
}

#[test]
fn a_loop_that_only_repeats_another_is_not_the_main_one() {
    let inner = "for i1 = 0 to 49\n0 local a\ndone\n";
    let outer = |last: u64, rest: &str| format!("processes 0\nfor i0 = 0 to {last}\n{inner}{rest}done\n");
    assert_eq!(main(&outer(1, "")), Some((1, 50, 2, 100)));
    assert_eq!(main(&outer(2, inner)), Some((1, 50, 6, 300)));
    assert_eq!(main(&outer(3, "")), Some((1, 4, 1, 200)));
    // Through loops of few iterations; but not if none inside has more.
    let deep = |last: u64| {
        let body = inner.replace("i1", "i2").replace("to 49", &format!("to {last}"));
        let steps = format!("for i1 = 0 to 2\n{body}0 local b\ndone\n");
        format!("processes 0\nfor i0 = 0 to 1\n{steps}0 local c\ndone\n")
    };
    assert_eq!(main(&deep(49)), Some((1, 50, 6, 300)));
    assert_eq!(main(&deep(2)), Some((1, 2, 1, 26)));
    assert_eq!(main(&outer(1, &"0 local b\n".repeat(50))), Some((1, 2, 1, 200)));
}
