use super::numbers;

#[test]
fn numbers_of_a_term_have_their_roles() {
    let term = "for i0 = 0 to 2 { for i1 = 0 to 3 + 2·i0 { -1 + 5·i0 }; 7 }";
    let known = numbers(term);
    let known: Vec<(&str, i128)> = known.iter().map(|(role, number)| (role.as_str(), *number)).collect();
    let expected = [
        ("i0 from", 0),
        ("i0 to", 2),
        ("i1 from", 0),
        ("i1 to", 3),
        ("step of i0", 2),
        ("start", -1),
        ("step of i0", 5),
        ("start", 7),
    ];
    assert_eq!(known, expected);
    assert_eq!(numbers("-42"), [("value".to_owned(), -42)]);
}
