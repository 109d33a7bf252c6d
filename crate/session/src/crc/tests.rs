use super::*;

fn crc(parts: &[&[u8]]) -> u32 {
    let mut crc = Crc::new();
    parts.iter().for_each(|part| crc.update(part));
    crc.sum()
}

#[test]
fn the_check_value_of_the_catalogue() {
    assert_eq!(crc(&[b"123456789"]), 0xCBF4_3926);
    assert_eq!((crc(&[]), crc(&[b""])), (0, 0));
}

#[test]
fn as_the_library_computes_it_however_the_bytes_are_cut() {
    let mut state = 1u64;
    let bytes: Vec<u8> = (0..5_000)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as u8
        })
        .collect();
    for length in (0..64).chain([1_000, 4_999, 5_000]) {
        let whole = &bytes[..length];
        let mut theirs = flate2::Crc::new();
        theirs.update(whole);
        for cut in [0, length / 3, length] {
            let (first, last) = whole.split_at(cut);
            assert_eq!(crc(&[first, last]), theirs.sum(), "{length} bytes cut at {cut}");
        }
    }
}
