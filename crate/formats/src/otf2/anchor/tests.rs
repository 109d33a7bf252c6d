use super::*;

/// An anchor as version 3.0 writes it.
fn bytes(substrate: u8, compression: u8, big: bool) -> Vec<u8> {
    let number = |value: u64| if big { value.to_be_bytes() } else { value.to_le_bytes() };
    let mut bytes = vec![3, if big { 0x23 } else { 0x42 }];
    bytes.extend(b"OTF2\0\x03\x02\x03\0\x02");
    bytes.extend(number(1 << 20));
    bytes.extend(number(1 << 18));
    bytes.extend([substrate, compression]);
    bytes.extend(number(4));
    bytes.extend(number(77));
    bytes.extend(b"machine\0Score-P 9.0\0\0");
    bytes
}

#[test]
fn both_byte_orders() {
    for big in [false, true] {
        let bytes = bytes(1, 1, big);
        assert!(Anchor::is_one(&bytes));
        let anchor = Anchor::read(&bytes).unwrap_or_else(|| unreachable!());
        assert_eq!(anchor.error_note("a.otf2"), None);
    }
}

#[test]
fn what_cannot_be_read_says_why_and_the_way_out() {
    let error_note = |substrate, compression| {
        let anchor = Anchor::read(&bytes(substrate, compression, false));
        anchor.and_then(|anchor| anchor.error_note("a.otf2")).map(|note| note.to_string())
    };
    let sion = error_note(2, 1).unwrap_or_default();
    assert!(sion.contains("SION") && sion.contains("SCOREP_TRACING_USE_SION"), "{sion}");
    let zlib = error_note(1, 2).unwrap_or_default();
    assert!(zlib.contains("zlib") && zlib.contains("SCOREP_TRACING_COMPRESS"), "{zlib}");
    assert!(error_note(7, 1).unwrap_or_default().contains("substrate 7"));
}

#[test]
fn a_cut_anchor_is_none() {
    let whole = bytes(1, 1, false);
    let least = whole.len() - 16 - b"machine\0Score-P 9.0\0\0".len();
    for end in 0..least {
        assert_eq!(Anchor::read(&whole[..end]), None, "cut at {end}");
    }
}
