//! The target for compressed traces.

use std::io::Read;
use std::rc::Rc;

use loopscope_session::lsz::{is_compressed, write_process, Compressed};

use crate::opening::{check_note, open_in_all_ways, trace};
use crate::{files, round_trips, Verdict};

/// Bytes of the magic and the version.
const START: usize = 9;
/// Bytes of a block before its payload: method, two lengths, checksum.
const BLOCK: usize = 13;
/// Bytes of the trailer: where the directory begins, checksum, end mark.
const TRAILER: usize = 16;

/// Opens a compressed trace, expands it as text, and takes what it holds through a round trip.
pub(crate) fn open(input: &[u8]) -> Verdict {
    if !is_compressed(input) {
        return Verdict::Reject;
    }
    let mut bytes = input.to_vec();
    repair_checksums(&mut bytes);
    expand(&bytes);
    let files = [(files::UNNAMED.to_owned(), bytes)];
    let outcome = open_in_all_ways(&files, true);
    if let Some(trace) = trace(&outcome) {
        round_trips::check(trace, &files, input);
    }
    Verdict::Keep
}

/// Text that is written of a file at most; a loop may stand for any number of lines.
const MOST_TEXT: usize = 1 << 20;

fn expand(bytes: &[u8]) {
    let file = match Compressed::open("t.lsz", Rc::new(bytes.to_vec())) {
        Ok(file) => Rc::new(file),
        Err(note) => return check_note(&note),
    };
    for block in 0..file.blocks() {
        if let Err(note) = file.check_block(block) {
            check_note(&note);
        }
    }
    let mut out = Full { left: MOST_TEXT };
    for process in 0..file.processes().len() {
        if out.left == 0 {
            break;
        }
        if let Err(loopscope_session::lsz::WriteFailed::Input(note, _)) =
            write_process(&file, process, &mut out, |_| ())
        {
            check_note(&note);
        }
    }
}

/// Takes some bytes and no more.
struct Full {
    left: usize,
}

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = bytes.len().min(self.left);
        self.left -= count;
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Puts the checksums of all blocks and of the trailer right, or every change would end at one. A file whose version has its
/// highest bit set keeps them.
fn repair_checksums(bytes: &mut [u8]) {
    let Some(end) = bytes.len().checked_sub(TRAILER).filter(|&end| end >= START) else { return };
    if bytes[START - 1] >= 0x80 {
        return;
    }
    let mut at = START;
    while at + BLOCK <= end {
        let length = u32::from_le_bytes(bytes[at + 5..at + 9].try_into().unwrap()) as usize;
        let Some(next) = (at + BLOCK).checked_add(length).filter(|&next| next <= end) else {
            break;
        };
        let sum = checksum(&[&bytes[at..at + 9], &bytes[at + BLOCK..next]]);
        bytes[at + 9..at + BLOCK].copy_from_slice(&sum);
        at = next;
    }
    let sum = checksum(&[&bytes[..START], &bytes[end..end + 8]]);
    bytes[end + 8..end + 12].copy_from_slice(&sum);
}

fn checksum(parts: &[&[u8]]) -> [u8; 4] {
    let mut crc = flate2::Crc::new();
    parts.iter().for_each(|part| crc.update(part));
    crc.sum().to_le_bytes()
}

/// The same file with its directory stored as it is instead of packed.
pub(crate) fn store_directory(packed: &[u8]) -> Vec<u8> {
    let end = packed.len() - TRAILER;
    let at = u64::from_le_bytes(packed[end..end + 8].try_into().unwrap()) as usize;
    let (method, payload) = (packed[at], &packed[at + BLOCK..end]);
    let raw = match method {
        0 => payload.to_vec(),
        1 => {
            let mut raw = Vec::new();
            flate2::read::DeflateDecoder::new(payload).read_to_end(&mut raw).unwrap();
            raw
        }
        _ => zstd::decode_all(payload).unwrap(),
    };
    let length = (raw.len() as u32).to_le_bytes();
    let block = [&[0], &length[..], &length, &[0; 4], &raw].concat();
    let mut bytes = [&packed[..at], &block, &packed[end..]].concat();
    repair_checksums(&mut bytes);
    bytes
}
