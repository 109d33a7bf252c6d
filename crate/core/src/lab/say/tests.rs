use super::*;

#[test]
fn letters_are_read_apart_and_powers_in_words() {
    let said = Said::marked(format!("Done, {}.", spell("ab(a)^2b(b(a)^2)^3")));
    assert_eq!(said.text, "Done, ab(a)^2b(b(a)^2)^3.");
    assert_eq!(said.words(), "Done, a b, a twice, b, the group b, a twice three times.");
    let said = Said::marked(format!("{} on {}.", spell("×12"), spell("0→1:3")));
    assert_eq!(said.words(), "12 iterations on channel 0 to 1, tag 3.");
    let said = Said::marked(spell_term("for i0 = 0 to 2 { for i1 = 0 to 3 { 3 + 8·i1 }; 7 }"));
    assert_eq!(said.words(), "for i0 = 0 to 2: for i1 = 0 to 3: 3 + 8 times i1, its end, then 7, its end");
    assert_eq!(Said::marked(spell_term("27")).words(), "27");
    let said = Said::marked("Level 1: no repeat.".to_owned());
    assert_eq!(said.words(), said.text);
}
