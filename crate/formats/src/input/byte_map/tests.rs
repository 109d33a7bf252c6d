use super::*;
use proptest::prelude::*;

/// A look-up of each text, which is kept where it is not found: what was found.
fn replayed(mut map: ByteMap<usize>, texts: &[Vec<u8>]) -> Vec<Option<usize>> {
    let look = |(at, text): (usize, &Vec<u8>)| {
        let found = map.get(text).copied();
        if found.is_none() {
            map.insert(text, at);
        }
        found
    };
    texts.iter().enumerate().map(look).collect()
}

/// The same with a list that is searched from its beginning.
fn naive(most: usize, texts: &[Vec<u8>]) -> Vec<Option<usize>> {
    let mut kept: Vec<(&Vec<u8>, usize)> = Vec::new();
    let look = |(at, text)| {
        let found = kept.iter().find(|(known, _)| *known == text).map(|(_, at)| *at);
        if found.is_none() && kept.len() < most {
            kept.push((text, at));
        }
        found
    };
    texts.iter().enumerate().map(look).collect()
}

/// Texts that repeat and differ in few bytes, of all short lengths.
fn texts() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let alike = (0usize..40, 0usize..40, 0u8..3).prop_map(|(length, at, byte)| {
        let mut text = vec![0; length];
        if let Some(place) = text.get_mut(at) {
            *place = byte;
        }
        text
    });
    let any = prop::collection::vec(any::<u8>(), 0..40);
    prop::collection::vec(prop_oneof![4 => alike, 1 => any], 0..300)
}

proptest! {
    #[test]
    fn finds_what_a_list_finds(texts in texts(), most in 0usize..200, places in 0u32..6) {
        let all = naive(usize::MAX, &texts);
        prop_assert_eq!(&replayed(ByteMap::default(), &texts), &all);
        // With a place or two nearly all texts collide.
        let small = ByteMap::small(most, 1 << places);
        prop_assert_eq!(replayed(small, &texts), naive(most, &texts));
    }

    /// Going on as long as the next text is the one that followed before finds what single texts find.
    #[test]
    fn going_on_finds_what_single_texts_find(texts in texts(), most in 0usize..200) {
        const END: u8 = 3;
        let texts: Vec<Vec<u8>> = texts.into_iter().map(|mut text| { text.retain(|&byte| byte != END); text }).collect();
        let mut joined = texts.join(&END);
        joined.push(END);
        let (mut one, mut other) = (ByteMap::small(most, 4), ByteMap::small(most, 4));
        let (mut rest, mut at, mut gone_on) = (joined.as_slice(), 0, 0);
        let text_of = |rest: &[u8]| rest.iter().position(|&byte| byte == END).unwrap_or(rest.len());
        while at < texts.len() {
            let (found, length) = match one.following(rest, |byte| byte == END) {
                Some((&value, length)) => { gone_on += 1; (Some(value), length) }
                None => {
                    let length = text_of(rest);
                    let found = one.get(&rest[..length]).copied();
                    if found.is_none() {
                        one.insert(&rest[..length], at);
                    }
                    (found, length)
                }
            };
            prop_assert_eq!(&rest[..length], &texts[at][..]);
            let expected = other.get(&texts[at]).copied();
            if expected.is_none() {
                other.insert(&texts[at], at);
            }
            prop_assert_eq!(found, expected);
            rest = &rest[length + 1..];
            at += 1;
        }
        prop_assert!(gone_on <= at);
    }

    #[test]
    fn a_changed_byte_makes_another_text(text in prop::collection::vec(any::<u8>(), 0..60), at in 0usize..60) {
        let mut map = ByteMap::default();
        map.insert(&text, ());
        prop_assert!(map.texts.is(0, &text));
        let mut changed = text.clone();
        if let Some(byte) = changed.get_mut(at) {
            *byte ^= 1;
            prop_assert!(!map.texts.is(0, &changed));
        }
        changed.push(0);
        prop_assert!(!map.texts.is(0, &changed));
    }
}

#[test]
fn long_texts_are_not_kept() {
    let mut map = ByteMap::default();
    map.insert(&[b'a'; 129], 1);
    assert_eq!(map.get(&[b'a'; 129]), None);
    assert_eq!(map.len(), 0);
    map.insert(&[b'a'; 128], 2);
    assert_eq!(map.get(&[b'a'; 128]), Some(&2));
    map.clear();
    assert_eq!(map.get(&[b'a'; 128]), None);
}
