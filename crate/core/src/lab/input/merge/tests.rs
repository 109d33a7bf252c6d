use super::*;

#[test]
fn programs_are_read_and_what_cannot_be_is_named() {
    let input = MergeInput::parse("2(s1.0 x) y | r0.0 r0 ").unwrap();
    assert_eq!(&*input.texts(0).join(" / "), "for 2 { 0 send 1 0; 0 local x } / 0 local y");
    assert_eq!(&*input.texts(1).join(" / "), "0 recv 1 0 / 0 recv 1 0");
    let refused = |text: &str| MergeInput::parse(text).unwrap_err();
    assert_eq!(refused("s1.0").what, "the lab merges 2 to 4 processes");
    assert_eq!(refused("s4.0 | x").expected, "a process from 0 to 1");
    assert_eq!(refused("x | 1(y)").what, "process 1, construct 1 cannot be read");
    assert!(refused("2(x | y").expected.contains("closing bracket"));
    assert!(refused(&format!("{} | y", "x ".repeat(60))).what.contains("61 constructs"));
    assert!(refused("9999(9999(9999(x))) | y").expected.contains("events"));
}
