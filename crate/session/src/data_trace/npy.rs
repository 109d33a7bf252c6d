//! A column of numbers of 64 bits as a file of NumPy: `numpy.load(file, mmap_mode="r")`.
//!
//! Source: the NPY format, version 1.0 (`numpy/lib/format.py`).

use std::io::{self, Write};

/// Bytes of everything before the numbers: a multiple of 64, so that they can be mapped.
const HEAD: usize = 128;

/// Writes what precedes so many numbers.
///
/// # Errors
/// The output fails; the same holds for [`numbers`].
pub fn begin(count: u64, out: &mut dyn Write) -> io::Result<()> {
    let about = format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({count},), }}");
    let length = HEAD - 10;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(length as u16).to_le_bytes())?;
    writeln!(out, "{about:<width$}", width = length - 1)
}

/// Writes numbers.
pub fn numbers(numbers: &[i64], out: &mut dyn Write) -> io::Result<()> {
    numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
}
