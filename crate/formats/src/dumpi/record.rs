//! One record: a call and its arguments.

use super::functions::{function, ENTER, EXIT};

/// What every binary file begins with.
pub(super) const MAGIC: &[u8] = b"\xff\xaa\xddDUMPI";

/// Bytes that a record may have: some hundred thousand processes in an `MPI_Alltoallv`.
pub(super) const MAX_RECORD: usize = 8 << 20;

/// What was received, or sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Status {
    pub(super) bytes: i32,
    pub(super) source: i32,
    pub(super) tag: i32,
    pub(super) cancelled: bool,
}

/// The arguments of a call, each kind in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arguments {
    pub(super) counts: Vec<i32>,
    pub(super) types: Vec<u16>,
    pub(super) peers: Vec<i32>,
    pub(super) tags: Vec<i32>,
    pub(super) comms: Vec<u16>,
    pub(super) groups: Vec<u16>,
    pub(super) numbers: Vec<i32>,
    pub(super) requests: Vec<u32>,
    pub(super) indices: Vec<i32>,
    pub(super) statuses: Vec<Status>,
    /// Sums of numbers of elements for each process.
    pub(super) sums: Vec<i64>,
    pub(super) lists: Vec<Vec<i32>>,
    pub(super) root: Option<i32>,
    pub(super) own: Option<i32>,
    pub(super) op: Option<u8>,
    pub(super) flag: Option<i32>,
    pub(super) index: Option<i32>,
    pub(super) address: u64,
}

impl Arguments {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.counts.clear();
        self.types.clear();
        self.peers.clear();
        self.tags.clear();
        self.comms.clear();
        self.groups.clear();
        self.numbers.clear();
        self.requests.clear();
        self.indices.clear();
        self.statuses.clear();
        self.sums.clear();
        self.lists.clear();
        self.root = None;
        self.own = None;
        self.op = None;
        self.flag = None;
        self.index = None;
        self.address = 0;
    }
}

/// A call, without its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) function: u16,
    pub(super) thread: u16,
    /// Wall times at which it was entered and left, in nanoseconds, if the tracer recorded them.
    pub(super) times: Option<[u64; 2]>,
}

/// Why a record cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failed {
    /// It continues after the bytes at hand.
    Short,
    /// No function has that number.
    Function(u16),
    /// A list has that length.
    Length(u32),
}

/// Big-endian numbers.
pub(super) struct Bytes<'a> {
    data: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(data: &'a [u8], at: usize) -> Self {
        Bytes { data, at }
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Failed> {
        let bytes = self.data.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        self.at += N;
        bytes.copied().ok_or(Failed::Short)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Failed> {
        self.array::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub(super) fn short(&mut self) -> Result<u16, Failed> {
        self.array().map(u16::from_be_bytes)
    }

    #[inline]
    pub(super) fn number(&mut self) -> Result<u32, Failed> {
        self.array().map(u32::from_be_bytes)
    }

    /// Seconds and nanoseconds, in nanoseconds after that second.
    fn time(&mut self, second: u32) -> Result<u64, Failed> {
        let (seconds, nanoseconds) = (self.short()?, self.number()?);
        Ok((u64::from(second) + u64::from(seconds)) * 1_000_000_000 + u64::from(nanoseconds))
    }

    pub(super) fn long(&mut self) -> Result<u64, Failed> {
        self.array().map(u64::from_be_bytes)
    }

    #[inline]
    fn int(&mut self) -> Result<i32, Failed> {
        self.array().map(i32::from_be_bytes)
    }

    pub(super) fn skip(&mut self, count: usize) -> Result<&'a [u8], Failed> {
        let bytes = self.data.get(self.at..).and_then(|rest| rest.get(..count));
        self.at += count;
        bytes.ok_or(Failed::Short)
    }

    /// The members of a list, each of that many bytes.
    fn list(&mut self, size: usize) -> Result<&'a [u8], Failed> {
        let length = self.number()?;
        match (length as usize).checked_mul(size) {
            Some(bytes) if bytes <= MAX_RECORD && length <= i32::MAX as u32 => self.skip(bytes),
            _ => Err(Failed::Length(length)),
        }
    }

    fn ints(&mut self) -> Result<impl Iterator<Item = i32> + 'a, Failed> {
        let bytes = self.list(4)?;
        Ok(bytes.chunks_exact(4).filter_map(|it| it.first_chunk().copied().map(i32::from_be_bytes)))
    }

    /// The length of a list whose members have no fixed size.
    fn length(&mut self) -> Result<usize, Failed> {
        let length = self.number()?;
        if length as usize > MAX_RECORD / 4 {
            return Err(Failed::Length(length));
        }
        Ok(length as usize)
    }
}

/// Reads the next record: the call, or `None` at the end of the records. Wall times count from that `second`. Its
/// arguments are put in place of what `arguments` held.
pub(super) fn read(
    bytes: &mut Bytes<'_>,
    (end, second): (u16, u32),
    arguments: &mut Arguments,
) -> Result<Option<Call>, Failed> {
    let number = bytes.short()?;
    if number == end {
        return Ok(None);
    }
    let layout: &[u8] = match number {
        ENTER | EXIT => b"a",
        _ => function(number).ok_or(Failed::Function(number))?.layout,
    };
    arguments.clear();
    let mask = bytes.byte()?;
    let thread = if mask & 64 != 0 { bytes.short()? } else { 0 };
    // Processor times.
    bytes.skip(12 * usize::from(mask & 4 != 0))?;
    let times = match mask & 8 != 0 {
        true => Some([bytes.time(second)?, bytes.time(second)?]),
        false => None,
    };
    if mask & 128 != 0 {
        let counters = usize::from(bytes.byte()?);
        bytes.skip(16 * counters)?;
    }
    let mut skipping = false;
    for &letter in layout {
        match letter {
            b'(' => skipping = arguments.own != arguments.root,
            b')' => skipping = false,
            _ if skipping => {}
            _ => argument(letter, mask, bytes, arguments)?,
        }
    }
    Ok(Some(Call { function: number, thread, times }))
}

#[inline]
fn argument(letter: u8, mask: u8, bytes: &mut Bytes<'_>, to: &mut Arguments) -> Result<(), Failed> {
    match letter {
        b'n' => to.counts.push(bytes.int()?),
        b'd' => to.types.push(bytes.short()?),
        b'p' => to.peers.push(bytes.int()?),
        b't' => to.tags.push(bytes.int()?),
        b'c' => to.comms.push(bytes.short()?),
        b'g' => to.groups.push(bytes.short()?),
        b'x' => to.root = Some(bytes.int()?),
        b'k' => to.own = Some(bytes.int()?),
        b'o' => to.op = Some(bytes.byte()?),
        b'f' => to.flag = Some(bytes.int()?),
        b'j' => to.index = Some(bytes.int()?),
        b'r' => to.requests.push(bytes.number()?),
        b'R' => to.requests.extend(bytes.ints()?.map(|request| request as u32)),
        b'J' => to.indices.extend(bytes.ints()?),
        b'N' => to.sums.push(bytes.ints()?.map(i64::from).sum()),
        b'i' => to.numbers.push(bytes.int()?),
        b'L' => to.lists.push(bytes.ints()?.collect()),
        b'M' => {
            for _ in 0..bytes.length()? {
                to.lists.push(bytes.ints()?.collect());
            }
        }
        b's' => {
            if mask & 3 != 0 {
                let members = bytes.list(14)?;
                let status = |member: &[u8]| {
                    let mut member = Bytes::new(member, 0);
                    let (bytes, source) = (member.int()?, member.int()?);
                    let (cancelled, _error) = (member.byte()? != 0, member.byte()?);
                    Ok(Status { bytes, source, tag: member.int()?, cancelled })
                };
                for member in members.chunks_exact(14) {
                    to.statuses.push(status(member)?);
                }
            }
        }
        b'b' => drop(bytes.byte()?),
        b'h' => drop(bytes.short()?),
        b'l' => drop(bytes.long()?),
        b'a' => to.address = bytes.long()?,
        b'w' | b'E' => drop(bytes.list(1)?),
        b'D' | b'H' => drop(bytes.list(2)?),
        b'A' => drop(bytes.list(4)?),
        b'W' => {
            for _ in 0..bytes.length()? {
                bytes.list(1)?;
            }
        }
        _ => {
            for _ in 0..bytes.length()? {
                for _ in 0..bytes.length()? {
                    bytes.list(1)?;
                }
            }
        }
    }
    Ok(())
}
