use super::*;

#[test]
fn the_six_most_frequent_tags_have_colours_in_ascending_order() {
    // Seven tags that no family joins: the rarest one, of equals the last, gets no colour.
    let slots = TagSlots::new((0..7).map(|k| (k * 100_000, 10)).chain([(0, 5)]));
    let given: Vec<u8> = (0..7).map(|k| slots.slot(k * 100_000)).collect();
    assert_eq!(given, [1, 2, 3, 4, 5, 6, 0]);
    assert_eq!(slots.legend().last(), Some(&("600000".to_owned(), 0)));
    let slots = TagSlots::new((0..8).map(|k| (k * 100_000, 10 + k as u64)));
    let given: Vec<u8> = (0..8).map(|k| slots.slot(k * 100_000)).collect();
    assert_eq!(given, [0, 0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(slots.legend().last(), Some(&("other".to_owned(), 0)));
}

#[test]
fn tags_that_are_all_neighbours_stand_for_themselves() {
    let slots = TagSlots::new((0..9).map(|tag| (tag, 9 - tag as u64)));
    assert_eq!((slots.slot(0), slots.slot(5), slots.slot(6)), (1, 6, 0));
}

#[test]
fn seven_families_are_better_than_many_tags() {
    // One of ten thousand would be all of them.
    let many = (0..96).map(|k| (2000 + 1000 * (k / 16) + k % 16, 1));
    let slots = TagSlots::new(many.chain([(0, 500)]));
    assert_eq!((slots.slot(0), slots.slot(2003), slots.slot(6015)), (1, 2, 6));
    assert_eq!(slots.slot(7001), 0);
    assert_eq!(slots.families().len(), 7);
}

#[test]
fn negative_and_missing_tags() {
    let slots = TagSlots::new([(-5, 1), (i64::MAX, 2), (i64::MIN, 3)]);
    assert_eq!((slots.slot(i64::MIN), slots.slot(-5), slots.slot(i64::MAX)), (1, 2, 3));
    assert_eq!(slots.slot(0), 0);
    assert!(TagSlots::new([]).is_empty());
    assert_eq!(TagSlots::default().slot(3), 0);
}
