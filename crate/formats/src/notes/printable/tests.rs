use super::*;

#[test]
fn nothing_that_drives_a_terminal_stays() {
    let hostile = "a\u{1b}]0;title\u{7}\u{9b}31m\r\u{8}\u{7f}\u{202e}b\u{2028}c\td\ne";
    assert_eq!(printable(hostile), r"a\u{1b}]0;title\u{7}\u{9b}31m\r\u{8}\u{7f}\u{202e}b\u{2028}c\td\ne");
    assert!(printable_lines(hostile).ends_with("c\td\ne"));
    for plain in ["", "0 send 1 2", "größer als 日本語", "a\u{a0}b"] {
        assert!(matches!(printable(plain), Cow::Borrowed(same) if same == plain));
    }
    for number in 0..=0x2100u32 {
        let Some(c) = char::from_u32(number) else { continue };
        let text = printable(c.encode_utf8(&mut [0; 4])).into_owned();
        assert!(text.chars().all(is_printable), "{number:x}");
    }
}
