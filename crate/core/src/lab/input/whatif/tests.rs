use super::*;

#[test]
fn messages_and_programs_are_read_and_what_cannot_be_is_named() {
    let options = |case: &str| Options { case: Some(case.to_owned()), ..Options::default() };
    let WhatIfInput::Message(read) = WhatIfInput::parse("10 4 8 1; 5,0; -3 0", &options("c")).unwrap() else {
        panic!("another case")
    };
    assert_eq!((read.synchronous, read.assumptions), (true, vec![(5, 0), (-3, 0)]));
    let refused = |text: &str, case: &str| WhatIfInput::parse(text, &options(case)).unwrap_err();
    assert!(refused("1 2 3", "a").found.contains("3 numbers"));
    assert_eq!(refused("1 2 3 4", "e").what, "there is no such case");
    assert!(refused("2: s1 | c3", "domino").what.contains("message 1 has no partner"));
    assert!(refused("2: x1 | c3", "domino").what.contains("x1 of process 0"));
    assert!(refused("2: s1 r1 | c3", "domino").what.contains("sent and received by process 0"));
    assert!(refused(&format!("2: {} | c3", "c1 ".repeat(41)), "domino").what.contains("41 events"));
    assert!(refused("2: é5 | c3", "domino").what.contains("cannot be read"));
}
