use super::*;

fn line(text: &str) -> String {
    let mut out = String::new();
    write_line(&mut out, text).unwrap();
    out
}

#[test]
fn only_what_could_be_mistaken_is_quoted() {
    for plain in ["a", "0 send 1 2", "Isend(4,640,c1)", "format", "forty two", "a\\b", "é:x"] {
        assert_eq!(line(plain), plain);
    }
    for (text, quoted) in [
        ("", r#""""#),
        ("for", r#""for""#),
        ("for i0 = 0 to 3", r#""for i0 = 0 to 3""#),
        ("done", r#""done""#),
        ("val: 3", r#""val: 3""#),
        ("# 3", r##""# 3""##),
        (" a", r#"" a""#),
        ("a\u{a0}", "\"a\u{a0}\""),
        ("a\"\\b", r#""a\"\\b""#),
        ("\r\n\t\0\u{7f}\u{85}", r#""\r\n\t\u0000\u007f\u0085""#),
    ] {
        assert_eq!(line(text), quoted);
        assert_eq!(read_quoted(quoted), Some((text.to_owned(), "")));
    }
}

#[test]
fn escapes_are_read() {
    let read = read_quoted(r#""\u0041\/\b\f\ud83d\ude00" # 1"#);
    assert_eq!(read, Some(("A/\u{8}\u{c}\u{1f600}".to_owned(), " # 1")));
    for broken in [
        "a",
        "\"",
        "\"a",
        r#""\"#,
        r#""\x""#,
        r#""\u12""#,
        r#""\ud83d""#,
        r#""\ud83d\u0041""#,
        "\"\n\"",
        r#""\udc00""#,
        "\"\\u00é\"",
    ] {
        assert_eq!(read_quoted(broken), None, "{broken}");
    }
}
