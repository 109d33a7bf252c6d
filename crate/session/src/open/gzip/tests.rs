use std::io::{BufReader, Write};

use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};

use super::*;

/// A member with every part that a head can have, but for its own checksum.
fn member(text: &[u8]) -> Vec<u8> {
    let head = GzBuilder::new().filename("rank-0.trace").comment("a run").extra(vec![7; 300]);
    let mut out = head.write(Vec::new(), Compression::default());
    out.write_all(text).unwrap();
    out.finish().unwrap()
}

fn plain(text: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(text).unwrap();
    out.finish().unwrap()
}

fn read(bytes: &[u8], capacity: usize) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    Members::new(BufReader::with_capacity(capacity, bytes)).read_to_end(&mut out)?;
    Ok(out)
}

#[test]
fn members_follow_each_other() {
    let text: Vec<u8> = (0..20_000u32).flat_map(|n| n.to_le_bytes()).collect();
    let all = [member(&text), plain(b""), plain(b"end")].concat();
    for capacity in [1, 3, 1 << 12, 1 << 20] {
        assert_eq!(read(&all, capacity).unwrap(), [&text[..], b"end"].concat());
    }
}

#[test]
fn the_checksum_of_a_head_is_compared() {
    let mut bytes = plain(b"text");
    bytes[3] |= CHECKSUM;
    let mut crc = Crc::new();
    crc.update(&bytes[..10]);
    let sum = (crc.sum() as u16).to_le_bytes();
    bytes.splice(10..10, sum);
    assert_eq!(read(&bytes, 5).unwrap(), b"text");
    bytes[10] ^= 1;
    assert!(read(&bytes, 5).is_err());
}

#[test]
fn a_cut_or_changed_stream_is_an_error() {
    let bytes = plain(b"a text that is short, a text that is short");
    for cut in 0..bytes.len() {
        let error = read(&bytes[..cut], 16).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "cut at {cut}");
    }
    // What is read despite a change is the text all the same: the change met bits that mean nothing.
    let harmless = (0..bytes.len()).filter(|&at| {
        let mut bad = bytes.clone();
        bad[at] ^= 0x40;
        match read(&bad, 16) {
            Ok(text) => {
                assert_eq!(text, b"a text that is short, a text that is short", "byte {at}");
                true
            }
            Err(_) => false,
        }
    });
    // A reserved flag, time, level and system of the head, and perhaps what fills the last byte of the data.
    assert!(harmless.count() <= 8);
    let more = [plain(b"text"), b"rubbish at the end".to_vec()].concat();
    assert!(read(&more, 16).is_err());
}
