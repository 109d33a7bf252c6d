use loopscope_testing::Random;

use super::*;

fn all(moments: &Moments) -> Vec<u64> {
    let mut cursor = MomentCursor::default();
    let read = std::iter::from_fn(|| cursor.next(moments)).collect();
    assert_eq!(cursor.next(moments), None);
    read
}

#[test]
fn any_times_are_read_as_they_were_pushed() {
    let mut random = Random::new(17);
    for round in 0..400 {
        let bits = *random.one_of(&[0, 1, 16, 31, 32, 33, 40, 63, 64]);
        let count = if round % 50 == 0 { 60_000 } else { random.index(700) };
        let mut moments = Moments::default();
        let (mut plain, mut last) = (Vec::new(), 0u64);
        for _ in 0..count {
            let wide = if random.below(30) == 0 { 64 } else { bits };
            let step = random.bits().checked_shr(64 - wide).unwrap_or(0);
            let time = match random.below(40) {
                0 => last.wrapping_sub(step),
                1 => random.bits(),
                _ => last.saturating_add(step),
            };
            last = last.max(time);
            plain.push(last);
            moments.push(time);
        }
        assert_eq!(moments.last(), last);
        assert_eq!(all(&moments), plain);
        moments.finish();
        assert_eq!(all(&moments), plain);
        let mut bytes = Vec::new();
        moments.write(&mut bytes);
        let back = Moments::read(&mut Bytes::new(&bytes)).unwrap();
        assert_eq!(back, moments);
        assert_eq!(back.kept_bytes(), moments.kept_bytes());
    }
}

#[test]
fn any_bytes_are_read_without_a_panic() {
    let mut random = Random::new(5);
    for _ in 0..3_000 {
        let length = random.index(200);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(40) as u8).collect();
        if let Ok(moments) = Moments::read(&mut Bytes::new(&bytes)) {
            assert!(all(&moments).len() <= 4 * length);
        }
    }
}

#[test]
fn a_step_takes_four_bytes_and_a_wide_one_twelve() {
    let mut moments = Moments::default();
    (0..128_000u64).for_each(|at| moments.push(1_000 * at));
    assert_eq!(moments.kept_bytes(), 4 * 128_000);
    moments.push(moments.last() + (1 << 32));
    assert_eq!(moments.kept_bytes(), 4 * 128_000 + 12);
}
