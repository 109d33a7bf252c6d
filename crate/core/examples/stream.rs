//! Loop recognition in a pipe: a stream of any length in memory that does not grow.
//!
//!     cargo build --release -p loopscope-core --example stream
//!     stream generate 1000000000 | stream recognize
//!
//! `generate` writes that many addresses, 8 bytes each, lowest first: sweeps over one matrix after another, with a
//! stray address after every 1000. `recognize` reads such a stream from standard input (K = 1000, SMAX = 8000,
//! NFLUSH = 1000) and says how many terms stand for how many addresses. It runs the terms as they are flushed and
//! compares sums, so that a lost or altered address is noticed.

use std::error::Error;
use std::io::{self, BufWriter, Read, Write};

use loopscope_core::recognize::{values, Options, Recognizer, Term};

/// The address at a place of the stream.
fn address(at: u64) -> u64 {
    if at % 1000 == 999 {
        let mixed = at.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        return (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40;
    }
    let (matrix, row, column) = (at / 1_000_000, at / 1000 % 1000, at % 1000);
    0x1_0000 + matrix % 7 * 0x100_0000 + row * 8192 + column * 8
}

fn generate(count: u64) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    for at in 0..count {
        out.write_all(&address(at).to_le_bytes())?;
    }
    out.flush()
}

/// A sum that depends on the order.
#[derive(Default, PartialEq)]
struct Sum {
    count: u64,
    hash: u64,
}

impl Sum {
    fn add(&mut self, address: u64) {
        self.count += 1;
        self.hash = (self.hash.rotate_left(5) ^ address).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn add_all(&mut self, terms: &[Term]) {
        let mut values = values(terms);
        while let Some((_, fields)) = values.next_ref() {
            fields.iter().for_each(|&field| self.add(field));
        }
    }
}

fn recognize() -> Result<(), Box<dyn Error>> {
    let mut recognizer = Recognizer::new(Options::streaming());
    let (mut input, mut buffer) = (io::stdin().lock(), vec![0; 1 << 16]);
    let (mut came, mut ran, mut terms) = (Sum::default(), Sum::default(), 0);
    let mut filled = 0;
    loop {
        let read = input.read(&mut buffer[filled..])?;
        filled += read;
        let whole = filled / 8 * 8;
        for bytes in buffer[..whole].chunks_exact(8) {
            let address = u64::from_le_bytes(bytes.try_into()?);
            came.add(address);
            recognizer.push(0, &[address]);
        }
        buffer.copy_within(whole..filled, 0);
        filled -= whole;
        let flushed: Vec<Term> = recognizer.take_flushed().collect();
        ran.add_all(&flushed);
        terms += flushed.len();
        if read == 0 {
            break;
        }
    }
    let rest = recognizer.finish();
    ran.add_all(&rest);
    terms += rest.len();
    if came != ran {
        return Err("the terms do not give the stream".into());
    }
    println!("{} addresses, {terms} terms, which give them again", came.count);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["generate", count] => Ok(generate(count.parse()?)?),
        ["recognize"] => recognize(),
        _ => Err("usage: stream generate COUNT | stream recognize".into()),
    }
}
