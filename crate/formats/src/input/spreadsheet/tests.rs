use super::*;

#[test]
fn every_text_comes_back() {
    let alphabet = ["'", "=", "+", "-", "@", "\t", "\r", "a", "1", " "];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        let longer = texts.iter().flat_map(|text| alphabet.map(|c| format!("{text}{c}")));
        texts.extend(longer.collect::<Vec<_>>());
    }
    for text in &texts {
        let cell = guarded(text);
        assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell:?}");
        assert_eq!(unguarded(cell.as_bytes()), text.as_bytes());
        assert_eq!(unguarded_text(&cell), text);
    }
}
