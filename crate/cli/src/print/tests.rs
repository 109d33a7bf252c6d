use super::*;

/// What is shown of bytes that come in pieces of that size.
fn shown(bytes: &[u8], piece: usize) -> String {
    let mut screen = Screen::new(Vec::new());
    bytes.chunks(piece).for_each(|piece| screen.write_all(piece).unwrap());
    screen.flush().unwrap();
    String::from_utf8(screen.out).unwrap()
}

#[test]
fn a_terminal_is_not_driven_wherever_the_pieces_end() {
    let hostile = "0 local \u{1b}[2J\u{9b}31m é日\u{202e}\n\tnext\r\n".as_bytes();
    let whole = r"0 local \u{1b}[2J\u{9b}31m é日\u{202e}".to_owned() + "\n\tnext\\r\n";
    for piece in 1..=hostile.len() {
        assert_eq!(shown(hostile, piece), whole, "{piece}");
        let broken = b"a\xff\xfeb\xe6z\xe6\x97";
        assert_eq!(shown(broken, piece), r"a\xff\xfeb\xe6z\xe6\x97", "{piece}");
    }
}
