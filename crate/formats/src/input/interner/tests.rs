use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn ids_are_places_of_first_appearance(values in prop::collection::vec(0u8..12, 0..200)) {
        let (mut interner, mut naive) = (Interner::default(), Vec::new());
        for value in values {
            let place = naive.iter().position(|known| *known == value).unwrap_or(naive.len());
            if place == naive.len() {
                naive.push(value);
            }
            prop_assert_eq!(interner.id(value), place as u32);
        }
        prop_assert_eq!(interner.into_list(), naive);
    }
}
