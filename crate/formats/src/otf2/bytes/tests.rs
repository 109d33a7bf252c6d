use super::*;

#[test]
fn numbers_in_both_orders() {
    for (order, bytes) in [
        (Order::Little, [0, 2, 0x34, 0x12, 0xff, 4, 4, 3, 2, 1]),
        (Order::Big, [0, 2, 0x12, 0x34, 0xff, 4, 1, 2, 3, 4]),
    ] {
        let mut values = Values::new(&bytes, order);
        assert_eq!(values.number(), Some(0));
        assert_eq!(values.id(), Some(0x1234));
        assert_eq!(values.id(), Some(u32::MAX));
        assert_eq!(values.number(), Some(0x0102_0304));
        assert!(values.is_empty());
        assert_eq!(values.number(), None);
    }
}

#[test]
fn a_negative_number_has_all_its_bytes() {
    let bytes = [8, 0xe2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0xc8];
    let mut values = Values::new(&bytes, Order::Little);
    assert_eq!(values.signed(), Some(-30));
    assert_eq!(values.signed(), Some(200));
}

#[test]
fn what_cannot_be_right_is_nothing() {
    let of = |bytes: &'static [u8]| Values::new(bytes, Order::Little);
    assert_eq!(of(&[9, 1, 2, 3, 4, 5, 6, 7, 8, 9]).number(), None);
    assert_eq!(of(&[5, 1, 2, 3, 4, 5]).id(), None);
    assert_eq!(of(&[2, 1]).id(), None);
    assert_eq!(of(&[1, 2, 3]).raw(), None);
    assert_eq!(of(b"no end").text(), None);
    assert_eq!(of(b"end\0more").text(), Some(&b"end"[..]));
}
