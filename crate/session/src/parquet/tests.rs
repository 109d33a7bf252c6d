//! Files that come back, files that are cut or altered, and the delta coding beside a naive one.

use std::rc::Rc;

use loopscope_testing::Random;

use super::read::{Counts, File};
use super::write::Writer;
use super::{delta, PAGE};

/// Bits of a number, one by one, the lowest first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, width: usize) -> u64 {
        let mut number = 0;
        for bit in 0..width {
            let set = self.bytes[self.at / 8] >> (self.at % 8) & 1;
            number |= u64::from(set) << bit;
            self.at += 1;
        }
        number
    }

    /// Seven bits a byte, as `ULEB128`.
    fn varint(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let (bits, more) = (self.take(7), self.take(1) == 1);
            number |= bits << shift;
            shift += 7;
            if !more {
                return number;
            }
        }
    }

    fn zigzag(&mut self) -> i64 {
        let number = self.varint();
        (number >> 1) as i64 ^ -((number & 1) as i64)
    }
}

/// Reads a run of differences bit by bit, as `Encodings.md` describes it.
fn naive_decode(bytes: &[u8]) -> Vec<i64> {
    let mut bits = Bits { bytes, at: 0 };
    let (block, miniblocks, total) = (bits.varint() as usize, bits.varint() as usize, bits.varint() as usize);
    let mut value = bits.zigzag();
    let mut out = vec![value];
    while out.len() < total {
        let least = bits.zigzag();
        let widths: Vec<u64> = (0..miniblocks).map(|_| bits.take(8)).collect();
        for width in widths {
            if out.len() >= total {
                break;
            }
            for _ in 0..block / miniblocks {
                let step = bits.take(width as usize);
                value = value.wrapping_add(least).wrapping_add(step as i64);
                out.push(value);
            }
        }
    }
    out.truncate(total);
    assert_eq!(bits.at.div_ceil(8), bytes.len());
    out
}

fn values(random: &mut Random, count: usize) -> Vec<i64> {
    let width = random.below(65) as u32;
    let mut now = 0i64;
    (0..count)
        .map(|at| {
            let step = random.bits().checked_shr(64 - width).unwrap_or(0) as i64;
            now = match random.below(40) {
                0 => random.bits() as i64,
                1..8 if at % 7 == 0 => now.wrapping_sub(step),
                _ => now.wrapping_add(step),
            };
            now
        })
        .collect()
}

#[test]
fn differences_come_back_and_are_what_the_format_says() {
    let mut all = 0;
    for seed in 0..3_000 {
        let random = &mut Random::new(seed);
        let count = 1 + random.index(if seed % 20 == 0 { 3_000 } else { 300 });
        let values = values(random, count);
        let mut bytes = Vec::new();
        delta::encode(&values, &mut bytes);
        assert_eq!(naive_decode(&bytes), values, "{seed}");
        let mut back = Vec::new();
        delta::decode(&bytes, values.len(), &mut back).unwrap();
        assert_eq!(back, values, "{seed}");
        all += values.len();
    }
    assert!(all > 400_000, "{all}");
    for extreme in [vec![], vec![i64::MIN, i64::MAX, i64::MIN, 0], vec![7; 1_000], vec![-1]] {
        let (mut bytes, mut back) = (Vec::new(), Vec::new());
        delta::encode(&extreme, &mut bytes);
        delta::decode(&bytes, extreme.len(), &mut back).unwrap();
        assert_eq!(back, extreme);
    }
}

/// A file, its columns, and where its groups may end.
fn made(random: &mut Random, rows: usize, group: usize) -> (Vec<u8>, Vec<Vec<i64>>) {
    let columns: Vec<Vec<i64>> = (0..=random.index(4)).map(|_| values(random, rows)).collect();
    let names: Vec<String> = (0..columns.len()).map(|at| format!("c{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut writer = Writer::new(Vec::new(), &names, group).unwrap();
    let mut done = 0;
    while done < rows {
        let more = (1 + random.index(2 * group)).min(rows - done);
        let part: Vec<&[i64]> = columns.iter().map(|column| &column[done..done + more]).collect();
        writer.write(&part).unwrap();
        done += more;
        if random.below(5) == 0 {
            writer.end_group().unwrap();
        }
    }
    let bytes = writer.finish(&[("format", "test"), ("names", "[\"a\",\"ß\"]")]).unwrap();
    (bytes, columns)
}

#[test]
fn files_come_back() {
    for seed in 0..400 {
        let random = &mut Random::new(seed);
        let rows = random.index(if seed % 40 == 0 { 30_000 } else { 500 });
        let group = 1 + random.index(if seed % 40 == 0 { 20_000 } else { 200 });
        let (bytes, columns) = made(random, rows, group);
        let mut file = File::open("made.parquet", Rc::new(bytes)).unwrap();
        assert_eq!((file.rows(), file.columns().len()), (rows as u64, columns.len()));
        assert_eq!(file.metadata("names"), Some("[\"a\",\"ß\"]"));
        assert_eq!(file.metadata("other"), None);
        let mut first = 0;
        for (at, rows) in file.groups().collect::<Vec<_>>().into_iter().enumerate() {
            assert!(rows as usize <= group);
            for (place, column) in columns.iter().enumerate() {
                let part = &column[first..first + rows as usize];
                let range = file.range(at, place).unwrap();
                assert_eq!(Some(&range.least), part.iter().min());
                assert_eq!(Some(&range.most), part.iter().max());
            }
            first += rows as usize;
        }
        for (at, column) in columns.iter().enumerate() {
            let mut all = Vec::new();
            let everywhere: Vec<u64> = (0..rows as u64).collect();
            file.read(at, &everywhere, &mut all).unwrap();
            assert_eq!(&all, column, "{seed}");
            for _ in 0..4 {
                let mut some: Vec<u64> = everywhere.clone();
                some.retain(|_| random.below(9) == 0);
                let mut out = Vec::new();
                file.read(at, &some, &mut out).unwrap();
                let expected: Vec<i64> = some.iter().map(|&row| column[row as usize]).collect();
                assert_eq!(out, expected, "{seed}");
            }
        }
        assert!(file.read(columns.len(), &[], &mut Vec::new()).is_err());
        assert!(file.read(0, &[rows as u64], &mut Vec::new()).is_err());
    }
}

/// Opens a file and reads all of it; says what it counted.
fn read_all(bytes: &[u8]) -> Result<Counts, String> {
    let mut file = File::open("x.parquet", Rc::new(bytes.to_vec())).map_err(|note| note.to_string())?;
    for column in 0..file.columns().len() {
        let rows: Vec<u64> = (0..file.rows().min(5_000)).collect();
        file.read(column, &rows, &mut Vec::new()).map_err(|note| note.to_string())?;
    }
    Ok(file.counts())
}

#[test]
fn a_file_cut_anywhere_is_an_error() {
    let (bytes, _) = made(&mut Random::new(5), 700, 256);
    assert!(read_all(&bytes).is_ok());
    for end in 0..bytes.len() {
        let error = read_all(&bytes[..end]).unwrap_err();
        assert!(error.contains("x.parquet"), "{end}: {error}");
    }
}

#[test]
fn altered_files_never_panic() {
    let (bytes, _) = made(&mut Random::new(8), 300, 128);
    let mut errors = 0;
    for at in 0..bytes.len() {
        for to in [0, 1, 0x7f, 0x80, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x40] {
            let mut altered = bytes.clone();
            altered[at] = to;
            errors += usize::from(read_all(&altered).is_err());
        }
    }
    assert!(errors > bytes.len(), "{errors}");
}

#[test]
fn reads_are_bounded_by_what_is_asked_for() {
    let rows = 40 * PAGE;
    let times: Vec<i64> = (0..rows as i64).map(|at| 1_000 * at + at % 977).collect();
    for group in [PAGE, 8 * PAGE] {
        let mut writer = Writer::new(Vec::new(), &["start"], group).unwrap();
        writer.write(&[&times]).unwrap();
        let bytes = writer.finish(&[]).unwrap();
        let mut file = File::open("t.parquet", Rc::new(bytes)).unwrap();
        assert_eq!(file.counts().pages, 0);
        let opened = file.counts().bytes;
        let mut out = Vec::new();
        let asked = [3, 4, 200_000, 200_001];
        file.read(0, &asked, &mut out).unwrap();
        assert!(out.iter().zip(asked).all(|(value, at)| *value == times[at as usize]));
        assert_eq!(file.counts().pages, 2);
        assert!(file.counts().bytes - opened < 2 * (64 << 10), "{:?}", file.counts());
    }
}

#[test]
fn other_forms_are_refused_by_name() {
    let (bytes, _) = made(&mut Random::new(1), 40, 40);
    // The encodings of the first column in the footer: field 2, a list of one number of 32 bits, 5 as 10.
    let at = (0..bytes.len() - 3).rev().find(|&at| bytes[at..at + 3] == [0x19, 0x15, 10]).unwrap();
    let with = |place: usize, to: u8| {
        let mut other = bytes.clone();
        other[place] = to;
        read_all(&other).unwrap_err()
    };
    assert!(with(at + 2, 0).contains("column c"), "{}", with(at + 2, 0));
    assert!(with(at + 2, 0).contains("encoding PLAIN"), "{}", with(at + 2, 0));
    assert!(with(at + 2, 16).contains("encoding RLE_DICTIONARY"));
    assert!(with(0, b'X').contains("no Parquet file"));
}
