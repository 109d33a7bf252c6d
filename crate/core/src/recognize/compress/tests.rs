//! Terms that come back, and bytes that are none.

use proptest::prelude::*;

use super::super::{values, Function, Options, Recognizer, Term};
use super::*;

fn write(terms: &[Term], fields: usize) -> Vec<u8> {
    let (mut writer, mut bytes) = (TermWriter::new(fields), Vec::new());
    assert!(terms.iter().all(|term| writer.write(term, &mut bytes)));
    bytes
}

fn read(bytes: &[u8], fields: usize) -> Result<Vec<Term>, Malformed> {
    let (mut reader, mut rest) = (TermReader::new(fields), Bytes::new(bytes));
    let mut terms = Vec::new();
    while !rest.is_empty() {
        terms.push(reader.read(&mut rest)?);
    }
    Ok(terms)
}

/// What a player gives, at most so many values.
fn play(terms: &[Term], limit: usize) -> Result<Vec<(u32, Vec<u64>)>, Malformed> {
    let (mut player, mut out) = (Player::new(), Vec::new());
    for term in terms {
        player.load(term);
        while out.len() < limit && player.advance()? {
            out.push((player.label(), player.fields().to_vec()));
        }
    }
    Ok(out)
}

fn f(pairs: &[(u64, i128)]) -> Function {
    Function::from_pairs(pairs.iter().copied())
}

#[test]
fn the_bytes_are_these() {
    let inner = Term::for_loop(f(&[(0, 3), (1, 2)]), vec![Term::value(1, [f(&[(0, 300), (3, -8)])])]);
    let terms = [
        Term::value(0, [f(&[(0, 7)])]),
        Term::for_loop(f(&[(0, 5)]), vec![inner.unwrap(), Term::value(0, [f(&[(0, 299)])])]).unwrap(),
    ];
    let bytes = write(&terms, 1);
    let expected: &[&[u8]] = &[
        &[0, 14],                   // val 7
        &[3, 10],                   // for i0 = 0 to 5, two terms
        &[1, 1, 3, 1, 4],           // for i1 = 0 to 3 (5 - 2) + 2*i0, one term
        &[2, 1, 0xca, 0x04, 3, 15], // val 1: 300 (7 + 293) - 8*i0*i1
        &[0, 0, 1],                 // val 299
    ];
    assert_eq!(bytes, expected.concat());
    assert_eq!(read(&bytes, 1).unwrap(), terms);
}

#[test]
fn what_cannot_be_written_is_refused() {
    let mut writer = TermWriter::new(1);
    let mut out = vec![7];
    let empty = Term::for_loop(f(&[(0, 2)]), Vec::new()).unwrap();
    let outside = Term::value(0, [f(&[(1, 2)])]);
    let ragged = Term::for_loop(f(&[(0, 2)]), vec![Term::value(0, [f(&[]), f(&[])])]).unwrap();
    for term in [empty, outside, ragged, Term::value(0, [])] {
        assert!(!writer.write(&term, &mut out), "{term}");
        assert_eq!(out, [7]);
    }
    assert!(writer.write(&Term::value(u32::MAX, [f(&[(0, i128::MIN)])]), &mut out));
    assert!(writer.write(&Term::value(0, [f(&[(0, i128::MAX)])]), &mut out));
    let terms = read(&out[1..], 1).unwrap();
    assert_eq!(terms[0], Term::value(u32::MAX, [f(&[(0, i128::MIN)])]));
    assert_eq!(terms[1], Term::value(0, [f(&[(0, i128::MAX)])]));
}

#[test]
fn damaged_bytes_are_refused() {
    let refused = |bytes: &[u8], fields| {
        let error = read(bytes, fields).unwrap_err();
        (error.at, error.what)
    };
    assert_eq!(refused(&[0], 1), (1, "bytes are missing"));
    assert_eq!(refused(&[0x80], 0), (1, "bytes are missing"));
    assert_eq!(refused(&[0x80, 0x80, 0x80, 0x80, 0x80, 1], 0), (0, "a label is too large"));
    assert_eq!(refused(&[0xff; 30], 0), (0, "a number is too large"));
    assert_eq!(refused(&[0, 1, 0xff, 0xff, 3, 4], 1), (2, "a loop is longer than the bytes"));
    assert_eq!(refused(&[1, 4, 0, 1, 2, 4, 4], 1), (5, "an index that no loop around it has"));
    assert_eq!(refused(&[1, 4, 0, 1, 2, 0, 4], 1), (5, "an index that no loop around it has"));
    assert_eq!(refused(&[1, 4, 0, 1, 2, 1, 0], 1), (5, "a coefficient is zero"));
    assert_eq!(refused(&[1, 4, 0, 99, 2, 1, 2], 1), (3, "more is announced than there are bytes"));
    let mut deep = vec![1, 4];
    (0..64).for_each(|_| deep.extend([1, 0, 4]));
    assert_eq!(refused(&[&deep[..], &[0; 9]].concat(), 0).1, "loops are nested too deeply");
    assert_eq!(Malformed { at: 3, what: "no" }.to_string(), "byte 3: no");
}

#[test]
fn a_loop_that_does_not_run_is_refused() {
    let inner = Term::for_loop(f(&[(0, 1), (1, -1)]), vec![Term::value(0, [])]).unwrap();
    let term = Term::for_loop(f(&[(0, i128::from(u64::MAX))]), vec![inner]).unwrap();
    let error = play(&[term], usize::MAX).unwrap_err();
    assert_eq!(error.what, "a loop does not run");
    let term = Term::for_loop(f(&[(0, 1 << 64)]), vec![Term::value(0, [])]).unwrap();
    assert!(play(&[term], 1).is_err());
}

#[test]
fn a_player_gives_what_values_gives() {
    let inner = Term::for_loop(f(&[(0, 3), (1, 2)]), vec![Term::value(4, [f(&[(0, 1), (3, -5)])])]);
    let body = vec![inner.unwrap(), Term::value(2, [f(&[(0, 7), (1, 4)])])];
    let terms = [Term::value(0, [f(&[])]), Term::for_loop(f(&[(0, 5)]), body).unwrap()];
    assert_eq!(play(&terms, usize::MAX).unwrap(), values(&terms).collect::<Vec<_>>());
    let mut player = Player::new();
    assert_eq!(player.advance(), Ok(false));
    player.load(&terms[1]);
    assert_eq!(player.advance(), Ok(true));
    player.load(&terms[0]);
    assert_eq!((player.advance(), player.advance()), (Ok(true), Ok(false)));
}

/// Streams with loops in them, and numbers over all 64 bits.
fn streams() -> impl Strategy<Value = Vec<(u32, Vec<u64>)>> {
    let number = prop_oneof![any::<u64>(), 0u64..4, Just(u64::MAX), (0u64..9).prop_map(|k| 1000 + 8 * k)];
    let value = (0u32..3, proptest::collection::vec(number, 2));
    let part = (proptest::collection::vec(value, 1..6), 1usize..9, any::<bool>(), 0u64..99);
    proptest::collection::vec(part, 1..9).prop_map(|parts| {
        let mut stream = Vec::new();
        for (body, count, signed, step) in parts {
            let step = if signed { step.wrapping_neg() } else { step };
            for k in 0..count as u64 {
                stream.extend(body.iter().map(|(label, fields)| {
                    let moved = fields.iter().map(|field| field.wrapping_add(k.wrapping_mul(step)));
                    (*label, moved.collect())
                }));
            }
        }
        stream
    })
}

proptest! {
    #[test]
    fn streams_come_back(stream in streams(), k in 1usize..20) {
        let mut recognizer = Recognizer::new(Options { k, smax: Some(8 * k), nflush: k, ..Options::default() });
        let mut terms = Vec::new();
        for (label, fields) in &stream {
            recognizer.push(*label, fields);
            terms.extend(recognizer.take_flushed());
        }
        terms.extend(recognizer.finish());
        let bytes = write(&terms, 2);
        prop_assert_eq!(&read(&bytes, 2).unwrap(), &terms);
        prop_assert_eq!(play(&terms, usize::MAX).unwrap(), stream);
    }

    #[test]
    fn any_bytes_are_terms_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200), fields in 0usize..4) {
        if let Ok(terms) = read(&bytes, fields) {
            // Read again, they are the same; running them ends or is refused.
            prop_assert_eq!(&read(&write(&terms, fields), fields).unwrap(), &terms);
            prop_assert!(play(&terms, 1000).is_ok_and(|values| values.len() <= 1000) || !terms.is_empty());
        }
    }

    #[test]
    fn numbers_come_back(value in any::<i128>(), shift in 0u32..128) {
        let value = value >> shift;
        let mut bytes = Vec::new();
        put_signed(&mut bytes, value);
        put_unsigned(&mut bytes, value as u128);
        let mut rest = Bytes::new(&bytes);
        prop_assert_eq!((rest.signed(), rest.unsigned(), rest.left()), (Ok(value), Ok(value as u128), 0));
    }
}
