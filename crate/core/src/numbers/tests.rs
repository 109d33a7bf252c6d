use super::*;

#[test]
fn durations_are_written_as_on_the_page() {
    let cases = include_str!("../../../../tests/suite/durations.txt");
    for line in cases.lines().filter(|line| !line.starts_with('#')) {
        let (nanoseconds, text) = line.split_once(" => ").unwrap();
        assert_eq!(duration(nanoseconds.parse().unwrap()), text);
    }
}

#[test]
fn plurals() {
    let known = [
        ("process", "processes"),
        ("box", "boxes"),
        ("branch", "branches"),
        ("entry", "entries"),
        ("array", "arrays"),
        ("time", "times"),
        ("further process", "further processes"),
        ("message of a process", "messages of a process"),
        ("receive without a source", "receives without a source"),
    ];
    for (one, many) in known {
        assert_eq!(plural(1, one), one);
        for number in [0, 2, 1_000] {
            assert_eq!(plural(number, one), many);
        }
    }
}

#[test]
fn what_goes_with_a_count() {
    assert_eq!((times(0), times(1), times(2)), ("0 times".into(), "once".into(), "twice".into()));
    assert_eq!((verb(0, "has", "have"), verb(1, "has", "have")), ("have", "has"));
    assert_eq!(listed::<&str>(&[]), "");
    assert_eq!((listed(&["a"]), listed(&["a", "b"])), ("a".into(), "a and b".into()));
}
