use super::*;

#[test]
fn letters_or_words() {
    let letters = Symbols::parse(" abaab ").unwrap();
    assert_eq!(letters.string, [0, 1, 0, 0, 1].map(Symbol));
    let words = Symbols::parse("send recv send").unwrap();
    assert_eq!((words.string, words.names.len()), ([0, 1, 0].map(Symbol).to_vec(), 2));
    assert!(Symbols::parse("  ").is_err());
}

#[test]
fn what_is_beyond_the_bounds_is_refused_with_a_sentence() {
    let error = Symbols::parse(&"ab".repeat(200)).unwrap_err();
    assert_eq!(error.what, "this text has 400 letters; the lab steps through 200");
    let options = Options { k: Some(21), ..Options::default() };
    let error = Values::parse("1 2", &options).unwrap_err();
    assert_eq!((error.found.as_str(), error.expected.as_str()), ("21", "a number from 1 to 20"));
    let error = Values::parse("1, 2:x", &Options::default()).unwrap_err();
    assert_eq!(error.what, "value 2 is no number");
    let known = Values::parse("1:2, -3:4", &Options::default()).unwrap();
    assert_eq!(known.values, [[1, 2], [-3, 4]]);
    let many: String = (0..41).filter_map(|k| char::from_u32(0x4e00 + k)).collect();
    assert!(FlowInput::parse(&many, &Options::default()).is_err());
}
