use crate::files::{model, nests};

const GOOD: &str = r#"{"format":"loopscope-nests/1","method":"greedy","parameters":{},"view":"calls","signature":[],"processes":[
{"process":0,"length":6,"symbols":["a","b"],"nodes":[{"symbol":0},{"loop":{"id":1,"count":5,"body":[0]}},{"symbol":1}],"root":[1,2],"stats":{"top_level":2,"total":3,"loops":1,"depth":1,"coverage":0.8,"main_loop":0.8}}
]}"#;

fn said(text: &str) -> String {
    nests::read("a.json", text).map_or_else(|note| note.to_string(), |_| String::new())
}

#[test]
fn what_is_wrong_is_said_in_words_of_the_file() {
    assert_eq!(said(GOOD), "");
    let cases = [
        ("\"count\":5", "\"count\":1.5", "line 2: this is not a complete nest document; found 1.5"),
        ("\"count\":5", "\"count\":\"x\"", "found \"x\" (column"),
        ("\"count\":5", "\"count\":[]", "found a list (column"),
        ("\"count\":5", "\"count\":-5", "expected a whole number from 0 to 2^64 - 1"),
        ("\"count\":5,", "", "found an object without it (column"),
        ("\"count\":5,", "", "expected the field \"count\"; write the file again"),
        ("{\"symbol\":1}", "{\"token\":1}", "found \"token\" (column"),
        ("{\"symbol\":1}", "3", "expected a value of another kind"),
        ("\"length\":6", "\"length\":6,\"length\":6", "found the field \"length\" twice (column"),
        ("\"process\":0", "\"process\":4294967296", "expected a whole number from 0 to 2^32 - 1"),
        ("\"root\":[1,2]", "\"root\":{}", "found an object (column"),
        ("\"root\":[1,2]", "\"root\":[1 2]", "found \"2],"),
        ("\"root\":[1,2]", "\"root\":[1 2]", "expected \",\" or \"]\""),
        ("\"signature\":[]", "\"signature\":\"name\"", "line 1: this"),
    ];
    for (from, to, expected) in cases {
        let message = said(&GOOD.replacen(from, to, 1));
        assert!(message.contains(expected), "{to}: {message}");
        for jargon in ["untagged", "variant", "struct", "u32", "u64", "enum", "`", "at line"] {
            assert!(!message.contains(jargon), "{to}: {message}");
        }
    }
    for cut in 1..GOOD.len() - 1 {
        let message = said(&GOOD[..cut]);
        assert!(message.contains("found the end of the file"), "{cut}: {message}");
    }
}

#[test]
fn no_byte_that_changes_gives_a_message_about_the_program() {
    for at in 0..GOOD.len() {
        for byte in [b'x', b'"', b'9', b'{', b']', b'-', b' '] {
            let mut bytes = GOOD.as_bytes().to_vec();
            bytes[at] = byte;
            let text = String::from_utf8(bytes).unwrap();
            let messages = [said(&text), model::read("a.json", &text).unwrap_err().to_string()];
            for jargon in ["untagged", "Written", "struct ", "u32", "u64", "invalid", " at line "] {
                assert!(messages.iter().all(|it| !it.contains(jargon)), "{at} {messages:?}");
            }
        }
    }
}

#[test]
fn two_loops_do_not_share_an_id() {
    let twice = GOOD.replacen("[1,2]", "[1,2,3]", 1).replacen("\"length\":6", "\"length\":8", 1).replacen(
        "{\"symbol\":1}",
        "{\"symbol\":1},{\"loop\":{\"id\":1,\"count\":2,\"body\":[2]}}",
        1,
    );
    let message = said(&twice);
    assert!(message.contains("process 0; found two loops with the id 1"), "{message}");
    let other = twice.replacen("\"id\":1,\"count\":2", "\"id\":2,\"count\":2", 1);
    assert_eq!(said(&other), "");
}
