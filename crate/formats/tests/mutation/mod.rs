//! Traces changed at random.

use loopscope_testing::Random;

use super::archive::File;

/// Bytes that mean something to the reader.
const WORDS: &[&[u8]] = &[
    &[0],
    &[1],
    &[2],
    &[5, 1, 2, 3, 4, 5, 6, 7, 8],
    &[0xff],
    &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    &[0xff, 0xff, 0xff, 0xff, 0x01, 0, 0, 0, 0],
    &[8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
    &[4, 0xff, 0xff, 0xff, 0x7f],
    &[3, 0x42, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    &[3, 0x23, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    &[12, 1, 1],
    &[13, 1, 1],
    &[12, 0xff],
    &[14, 8, 1, 1, 0, 1, 2, 2, 0xd8, 0x28],
    &[15, 10, 1, 1, 0, 1, 2, 2, 0xd8, 0x28, 1, 7],
    &[16, 1, 7],
    &[17, 1, 7],
    &[19, 10, 1, 1, 0, 1, 2, 2, 0xd8, 0x28, 1, 7],
    &[21, 1, 7],
    &[85, 2, 1, 9],
    &[22, 0],
    &[23, 8, 1, 0, 0xff, 1, 4, 1, 4, 0],
    &[86, 10, 1, 0, 0xff, 1, 4, 1, 4, 1, 9, 0],
    &[6, 0xff, 0, 0, 0, 0, 1, 0, 0, 0],
];

/// Pieces of text that mean something to a reader.
const TEXTS: &[&[u8]] = &[
    b"0",
    b"1",
    b"-1",
    b"18446744073709551615",
    b"18446744073709551616",
    b"16777216",
    b":",
    b"::",
    b" ",
    b"\n",
    b"\r\n",
    b"\"",
    b",",
    b"(",
    b"}",
    b"2:1:1:1:1:5:50000001:4\n",
    b"2:1:1:1:1:5:50000001:0:50000002:7:50100003:1:50100004:1\n",
    b"2:1:1:1:1:5:60000019:4\n",
    b"3:1:1:1:1:5:5:2:1:2:1:3:9:8:7\n",
    b"c:1:9:16777215:1\n",
    b"EVENT_TYPE\n0 60000019 x\nVALUES\n0 End\n",
    b"{\"ph\":\"X\",\"ts\":1,\"dur\":9,\"name\":\"MPI_Irecv\",\"args\":{\"src\":1,\"req\":[1,2]}},\n",
    b"{\"ph\":\"B\",\"ts\":1,\"name\":\"a\"},{\"ph\":\"E\",\"ts\":1},",
    b"],\"traceEvents\":[",
    b"[[[[[[[[{{{{{{{{",
    b"\\u12",
    b"\\",
    b";",
    b"\t",
    b"0-16777215",
    b"0-9,3-7,1",
    b"1:2:3;4:5:6",
    b"0 irecv 16777215 1 8\n",
    b"0 wait 1 0 1\n0 waitall\n",
    b"0 wait\n",
    b"%EventDef PajePushState 5\n% Container string\n% Value string\n%EndEventDef\n",
    b"5 p0 MPI_Send\n",
    b"MPI_Irecv",
    b"MPI_Wait",
];

/// Whether a file is text.
fn is_text(bytes: &[u8]) -> bool {
    !bytes.iter().take(1000).any(|&byte| byte == 0 || byte > 0x7e)
}

/// Bytes that mean something in such a file.
fn word(bytes: &[u8], random: &mut Random) -> &'static [u8] {
    let words = if is_text(bytes) { TEXTS } else { WORDS };
    words[random.index(words.len())]
}

/// One of the archives with one to six changes.
pub(crate) fn mutated(seeds: &[Vec<File>], random: &mut Random) -> Vec<File> {
    let mut files = seeds[random.index(seeds.len())].clone();
    let other = &seeds[random.index(seeds.len())];
    for _ in 0..=random.index(6) {
        if files.is_empty() {
            break;
        }
        let at = random.index(files.len());
        match random.index(24) {
            0 => {
                files.remove(at);
            }
            1 => {
                let with = random.index(files.len());
                files.swap(at, with);
                let name = files[at].0.clone();
                files[at].0 = std::mem::replace(&mut files[with].0, name);
            }
            2 => {
                let copy = files[at].1.clone();
                let to = random.index(files.len());
                files[to].1 = copy;
            }
            3 => {
                let file = other[random.index(other.len())].clone();
                files.push(file);
            }
            4 => files[at].0 = files[at].0.replace("0.", "1."),
            5..=14 => records(&mut files[at].1, other, random),
            _ => bytes(&mut files[at].1, other, random),
        }
    }
    files
}

fn place(bytes: &[u8], random: &mut Random) -> usize {
    random.index(bytes.len() + 1)
}

/// A piece of bytes that is not long.
fn piece(bytes: &[u8], random: &mut Random) -> std::ops::Range<usize> {
    let start = place(bytes, random);
    let length = [1, 2, 8, 9, 64, 1000][random.index(6)];
    start..(start + 1 + random.index(length)).min(bytes.len())
}

fn bytes(bytes: &mut Vec<u8>, other: &[File], random: &mut Random) {
    let at = place(bytes, random);
    match random.index(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(piece(bytes, random))),
        2 => {
            let copy = bytes[piece(bytes, random)].to_vec();
            drop(bytes.splice(at..at, copy));
        }
        3 => {
            let from = &other[random.index(other.len())].1;
            let copy = from[piece(from, random)].to_vec();
            drop(bytes.splice(at..at, copy));
        }
        4 => {
            let word = word(bytes, random);
            drop(bytes.splice(at..at, word.iter().copied()));
        }
        5 => {
            let word = word(bytes, random);
            for (to, &from) in bytes[at..].iter_mut().zip(word) {
                *to = from;
            }
        }
        6 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.index(8);
            }
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = random.bits() as u8;
            }
        }
    }
}

/// Where records of events begin, as far as they follow each other; definitions are like them. In a
/// text, where lines begin.
fn boundaries(bytes: &[u8]) -> Vec<usize> {
    if is_text(bytes) {
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        return std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
    }
    let mut found = vec![bytes.len().min(18)];
    while let Some(&at) = found.last() {
        let size = |ahead: usize| bytes.get(at + ahead).map(|&size| usize::from(size));
        let length = match bytes.get(at) {
            Some(5) if bytes.len() > at + 9 => 9,
            Some(12 | 13 | 16 | 17 | 20 | 21 | 24 | 28..=30) => match size(1) {
                Some(size @ 0..=8) => 2 + size,
                _ => break,
            },
            Some(10.. | 6) => match size(1) {
                Some(size) if size < 255 => 2 + size,
                _ => break,
            },
            _ => break,
        };
        if at + length > bytes.len() {
            break;
        }
        found.push(at + length);
    }
    found
}

/// Changes whole records, or values within one.
fn records(bytes: &mut Vec<u8>, other: &[File], random: &mut Random) {
    let ends = boundaries(bytes);
    if ends.len() < 3 {
        return self::bytes(bytes, other, random);
    }
    let from = random.index(ends.len() - 1);
    let to = (from + 1 + random.index(4)).min(ends.len() - 1);
    let (start, end) = (ends[from], ends[to]);
    let at = ends[random.index(ends.len())];
    match random.index(6) {
        0 => drop(bytes.drain(start..end)),
        1 => {
            let copy = bytes[start..end].repeat(1 + random.index(50));
            drop(bytes.splice(at..at, copy));
        }
        2 => {
            let word = word(bytes, random);
            drop(bytes.splice(at..at, word.iter().copied()));
        }
        3 if is_text(bytes) => {
            // Another number.
            let numbers = |at: &usize| bytes[*at].is_ascii_digit();
            let places: Vec<usize> = (start..end).filter(numbers).collect();
            if let Some(&place) = places.get(random.index(places.len())) {
                let with = word(bytes, random).to_vec();
                drop(bytes.splice(place..=place, with));
            }
        }
        3 => {
            // Another kind, the rest as it is.
            bytes[start] = [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 85, 86][random.index(14)];
        }
        4 => {
            // Another value, the length as it is.
            let place = start + 2 + random.index((end - start).saturating_sub(2));
            if let Some(byte) = bytes.get_mut(place) {
                *byte = [0, 1, 2, 4, 8, 0xff, random.bits() as u8][random.index(7)];
            }
        }
        _ => {
            let from = &other[random.index(other.len())].1;
            let theirs = boundaries(from);
            let first = random.index(theirs.len());
            let last = (first + 1 + random.index(20)).min(theirs.len() - 1);
            let copy = from[theirs[first.min(last)]..theirs[last]].to_vec();
            drop(bytes.splice(at..at, copy));
        }
    }
}
