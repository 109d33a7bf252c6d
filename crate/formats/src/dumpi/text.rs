//! The text that `dumpi2ascii` makes of a binary file.
//!
//! A call is a line `MPI_X entering at walltime ..`, a line `TYPE NAME=VALUE` for each argument, and
//! `MPI_X returning at ..`. Values are numbers, perhaps followed by their meaning in brackets; lists in
//! square brackets; or `<IGNORED>`.

use super::functions::{function, number_of, Function};
use super::record::{Arguments, Call, Status};
use crate::input::byte_map::ByteMap;
use crate::input::integer::leading_decimal;
use crate::input::time::{TimeFlaws, TimeUnit};

/// Whether a line begins a call.
pub(super) fn is_entering(line: &[u8]) -> bool {
    let name = line.strip_prefix(b"MPI");
    name.is_some() && memchr::memmem::find(line, b" entering at walltime ").is_some()
}

/// The result of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// No call is complete yet.
    Open,
    /// A call is complete; its arguments are known.
    Call(Call),
    /// The size of a type.
    Size(u32, u32),
    /// A call with an unknown name begins.
    Unknown,
}

/// Reads lines one after the other.
#[derive(Debug, Default)]
pub(super) struct Text {
    numbers: ByteMap<u16>,
    current: Option<u16>,
    /// When the call was entered, if its line says so.
    entered: Option<u64>,
    pub(super) arguments: Arguments,
    /// What is wrong with times.
    pub(super) flaws: TimeFlaws,
}

impl Text {
    /// Reads a line.
    pub(super) fn line(&mut self, line: &[u8]) -> Line {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(at) = memchr::memchr(b'=', line) {
            if self.current.is_some() {
                let (name, value) = (line.get(..at), line.get(at + 1..));
                self.argument(name.unwrap_or_default(), value.unwrap_or_default());
            }
            return Line::Open;
        }
        if !line.starts_with(b"MPI") {
            return size_of_type(line);
        }
        let end = memchr::memchr(b' ', line).unwrap_or(line.len());
        let (name, rest) = line.split_at(end);
        if rest.starts_with(b" entering ") {
            self.arguments.clear();
            self.entered = self.time(rest);
            self.current = self.number(name);
            return if self.current.is_some() { Line::Open } else { Line::Unknown };
        }
        if rest.starts_with(b" returning ") {
            let Some(function) = self.current.take() else { return Line::Open };
            let times = self.entered.zip(self.time(rest)).map(|(enter, leave)| [enter, leave]);
            return Line::Call(Call { function, thread: 0, times });
        }
        Line::Open
    }

    /// Whether a call has begun and not returned.
    pub(super) fn is_open(&self) -> bool {
        self.current.is_some()
    }

    /// The time in ` entering at walltime 1296777956.737669000, cputime ..`, in nanoseconds.
    fn time(&mut self, rest: &[u8]) -> Option<u64> {
        const WALL: &[u8] = b" at walltime ";
        let after = |verb: &[u8]| rest.strip_prefix(verb)?.strip_prefix(WALL);
        let word = after(b" entering").or_else(|| after(b" returning")).or_else(|| {
            let at = memchr::memmem::find(rest, WALL)?;
            rest.get(at + WALL.len()..)
        })?;
        let end = word.iter().position(|byte| matches!(byte, b',' | b' ')).unwrap_or(word.len());
        let word = word.get(..end)?;
        match TimeUnit::SECONDS.exact(word) {
            Some(time) => Some(time),
            None => self.flaws.unsigned(TimeUnit::SECONDS.time(word)?),
        }
    }

    fn number(&mut self, name: &[u8]) -> Option<u16> {
        if let Some(&number) = self.numbers.get(name) {
            return Some(number);
        }
        let number = number_of(name)?;
        self.numbers.insert(name, number);
        Some(number)
    }

    fn argument(&mut self, name: &[u8], value: &[u8]) {
        // `int ranks[3]`: the type goes, and how long the list is.
        let name = name.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
        let name = name.split(|byte| *byte == b'[').next().unwrap_or_default();
        let (scatters, counts) = (self.is_scatter(), self.layout().contains(&b'n'));
        let to = &mut self.arguments;
        let first = || ints(value).next();
        let short = |number: i32| number as u16;
        match name {
            // In the binary form what is sent follows what is received, and only at the root.
            b"sendcount" | b"sendtype" | b"sendcounts" if scatters => {}
            // Not how many requests or ranks there are.
            b"count" if !counts => {}
            b"count" | b"sendcount" | b"recvcount" => to.counts.extend(first()),
            b"datatype" | b"sendtype" | b"recvtype" => to.types.extend(first().map(short)),
            b"dest" | b"source" => to.peers.extend(first()),
            b"tag" | b"sendtag" | b"recvtag" => to.tags.extend(first()),
            b"comm" | b"oldcomm" | b"newcomm" | b"localcomm" | b"remotecomm" => {
                to.comms.extend(first().map(short));
            }
            b"group" | b"newgroup" | b"group1" | b"group2" => to.groups.extend(first().map(short)),
            b"root" => to.root = first(),
            b"commrank" => to.own = first(),
            b"op" => to.op = first().map(|op| op as u8),
            b"flag" => to.flag = first(),
            b"index" => to.index = first(),
            b"request" | b"requests" => to.requests.extend(ints(value).map(|it| it as u32)),
            b"indices" => to.indices.extend(ints(value)),
            b"sendcounts" | b"recvcounts" => to.sums.push(ints(value).map(i64::from).sum()),
            b"ranks" | b"dims" | b"remain_dims" => to.lists.push(ints(value).collect()),
            b"ranges" => {
                let all: Vec<i32> = ints(value).collect();
                to.lists.extend(all.chunks_exact(3).map(<[i32]>::to_vec));
            }
            b"status" | b"statuses" => to.statuses.extend(statuses(value)),
            b"color" | b"key" | b"reorder" | b"size" | b"rank" | b"ndim" => {
                to.numbers.extend(first());
            }
            // Other: an argument without meaning here, such as the address of a buffer.
            _ => {}
        }
    }

    fn function(&self) -> Option<&'static Function> {
        function(self.current?)
    }

    fn layout(&self) -> &'static [u8] {
        self.function().map_or(&[], |function| function.layout)
    }

    fn is_scatter(&self) -> bool {
        self.function().is_some_and(|function| function.name.starts_with("MPI_Scatter"))
    }
}

/// `Datatype 9 (MPI_INT) has size 4`.
fn size_of_type(line: &[u8]) -> Line {
    let Some(rest) = line.strip_prefix(b"Datatype ") else { return Line::Open };
    let size = line.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
    let ((kind, some), (size, more)) = (leading_decimal(rest), leading_decimal(size));
    match (u32::try_from(kind), u32::try_from(size)) {
        (Ok(kind), Ok(size)) if some > 0 && more > 0 => Line::Size(kind, size),
        _ => Line::Open,
    }
}

/// The whole numbers in a value, in order; none in brackets of the other kind.
fn ints(value: &[u8]) -> impl Iterator<Item = i32> + '_ {
    let value = value.split(|byte| *byte == b'(').next().unwrap_or_default();
    let words = value.split(|byte| matches!(byte, b'[' | b']' | b',' | b' '));
    words.filter_map(|word| {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let (number, count) = leading_decimal(digits);
        let number = i32::try_from(number).ok().filter(|_| count > 0 && count == digits.len())?;
        Some(if digits.len() < word.len() { -number } else { number })
    })
}

/// `[{bytes=4, cancelled=0, source=3, tag=7, error=0}, ..]`.
fn statuses(value: &[u8]) -> impl Iterator<Item = Status> + '_ {
    let all = value.split(|byte| *byte == b'{').skip(1);
    all.map(|status| {
        let mut read = Status { bytes: -1, source: -1, tag: -1, cancelled: false };
        for field in status.split(|byte| matches!(byte, b',' | b'}')) {
            let Some(at) = field.iter().position(|&byte| byte == b'=') else { continue };
            let (name, number) = field.split_at(at);
            let Some(number) = number.get(1..).and_then(|number| ints(number).next()) else {
                continue;
            };
            match name.trim_ascii_start() {
                b"bytes" => read.bytes = number,
                b"source" => read.source = number,
                b"tag" => read.tag = number,
                b"cancelled" => read.cancelled = number > 0,
                // Other: fields without meaning here, such as the error.
                _ => {}
            }
        }
        read
    })
}

#[cfg(test)]
mod tests;
