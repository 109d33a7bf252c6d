//! The waits of all calls, found once and kept packed, so that walking along the calls again need not follow any message.

use rustc_hash::FxHashMap;

use super::{Carried, Cause, LongCall, TimedCall, WaitWalk, Waits};
use crate::matching::nanoseconds;
use crate::trace::{PackedList, Process, RecordId, Trace, View, TIMES_BLOCK};

/// What many calls of a process have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CallKind {
    /// What is called.
    pub record: Option<RecordId>,
    /// For whom it waits, if it does.
    pub cause: Option<Cause>,
    /// Its events of communication.
    pub events: u64,
    /// Bytes that it gives others.
    pub carried: Carried,
}

/// The calls of a process: how long each waits, and its kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundLine {
    /// How long each call waits.
    pub(crate) waits: PackedList,
    /// The place in `kinds` of each call.
    kind_of_call: PackedList,
    kinds: Vec<CallKind>,
    /// Whether it has events that are in no call. These are not kept here.
    is_loose: bool,
}

impl FoundLine {
    /// The place in [`kind`](Self::kind) of each call of a block, instead of what `numbers` held.
    pub(crate) fn kinds_of_block(&self, block: usize, numbers: &mut Vec<u64>) {
        self.kind_of_call.block(block, numbers);
    }

    /// A kind of calls.
    #[inline]
    pub(crate) fn kind(&self, number: u64) -> CallKind {
        self.kinds.get(number as usize).copied().unwrap_or_default()
    }

    /// All kinds.
    pub(crate) fn kinds(&self) -> &[CallKind] {
        &self.kinds
    }

    fn kept_bytes(&self) -> u64 {
        let kinds = size_of::<CallKind>() * self.kinds.len();
        self.waits.kept_bytes() + self.kind_of_call.kept_bytes() + kinds as u64
    }
}

/// The waits of all calls, by process. See the [module](self).
#[derive(Clone, Debug, Default)]
pub struct FoundWaits {
    lines: Vec<FoundLine>,
    /// Calls that last long for another reason than their waits, at most [`MOST_LONG`].
    long: Vec<LongCall>,
    kept: u64,
}

impl FoundWaits {
    /// Those of the process at that place.
    pub(crate) fn line(&self, place: usize) -> Option<&FoundLine> {
        self.lines.get(place)
    }

    /// Whether all calls and events can be walked without following messages.
    pub(crate) fn are_complete(&self) -> bool {
        !self.lines.iter().any(|line| line.is_loose)
    }

    /// Calls that last long for another reason than their waits, by place.
    pub(crate) fn long(&self) -> &[LongCall] {
        &self.long
    }

    /// Bytes that they take.
    pub fn kept_bytes(&self) -> u64 {
        self.kept
    }
}

/// So many long calls are kept: 32 bytes each.
const MOST_LONG: usize = 1 << 20;

/// Takes in the calls of one process after the other.
#[derive(Debug, Default)]
pub(crate) struct Finding {
    found: FoundWaits,
    line: FoundLine,
    /// The last kind of each record and partner, plus one for none.
    latest: FxHashMap<(u32, u32), u32>,
    /// Of each kind of this process, the one of the same record and partner before it, and what came after it the last time.
    links: Vec<(u32, u32)>,
    /// The kind of the last call.
    last: u32,
}

/// Kinds that are compared with a call: more of one record and partner may be equal, which costs room alone.
const MOST_COMPARED: usize = 16;

impl Finding {
    /// What the next call is in, if it lasts long.
    pub(crate) fn take_long(&mut self, long: &[LongCall]) {
        let room = MOST_LONG.saturating_sub(self.found.long.len());
        self.found.long.extend_from_slice(long.get(..room).unwrap_or(long));
    }

    /// The next call, or event in no call.
    pub(crate) fn take(&mut self, call: &TimedCall) {
        if call.call.is_none() {
            self.line.is_loose = true;
            return;
        }
        self.line.waits.push(call.wait.max(0).unsigned_abs());
        let TimedCall { record, cause, events, carried, .. } = *call;
        let kind = CallKind { record, cause, events, carried };
        // Most calls come after the same one as the last time.
        let expected = self.links.get(self.last as usize).map_or(0, |&(_, next)| next);
        let number = match self.line.kinds.get(expected as usize) {
            Some(known) if *known == kind => expected,
            _ => self.look_up(kind),
        };
        self.last = number;
        self.line.kind_of_call.push(number.into());
    }

    #[inline(never)]
    fn look_up(&mut self, kind: CallKind) -> u32 {
        let number_of = |id: Option<RecordId>| id.map_or(u32::MAX, |id| id.index() as u32);
        let key = (number_of(kind.record), kind.cause.map_or(u32::MAX, |cause| cause.partner));
        let new = self.line.kinds.len() as u32;
        let latest = self.latest.entry(key).or_insert(new);
        let mut number = *latest;
        for _ in 0..MOST_COMPARED {
            match (self.line.kinds.get(number as usize), self.links.get(number as usize)) {
                (Some(known), Some(&(before, _))) if *known != kind => number = before,
                _ => break,
            }
        }
        if self.line.kinds.get(number as usize) != Some(&kind) {
            self.links.push((if *latest == new { u32::MAX } else { *latest }, 0));
            self.line.kinds.push(kind);
            (number, *latest) = (new, new);
        }
        if let Some((_, next)) = self.links.get_mut(self.last as usize) {
            *next = number;
        }
        number
    }

    /// The process is at its end.
    pub(crate) fn end_process(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        line.waits.finish();
        line.kind_of_call.finish();
        line.kinds.shrink_to_fit();
        self.found.kept += line.kept_bytes();
        self.found.lines.push(line);
        // Emptying a map costs its room, which another process may have needed.
        self.latest = FxHashMap::default();
        self.links.clear();
        self.last = 0;
    }

    /// All that was taken in.
    pub(crate) fn finish(mut self) -> FoundWaits {
        self.found.long.shrink_to_fit();
        self.found.kept += (size_of::<LongCall>() * self.found.long.len()) as u64;
        self.found
    }
}

/// When a call begins, how long it waits, and when it ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    pub(crate) enter: i64,
    pub(crate) wait: i64,
    pub(crate) leave: i64,
}

/// The next calls of a block: what the first of them is, and the times and the kind of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead<'a> {
    pub(crate) number: u64,
    pub(crate) position: u64,
    pub(crate) moments: &'a [Moments],
    /// Places in [`FoundLine::kind`].
    pub(crate) kinds: &'a [u64],
}

/// A walk along the calls of one process after the other whose waits were found: the same calls as those of [`WaitWalk`].
#[derive(Debug, Default)]
pub struct FoundWalk {
    times: Vec<[u64; 2]>,
    waits: Vec<u64>,
    kinds: Vec<u64>,
    moments: Vec<Moments>,
    /// The next call in the block, its number, and the position of its first event.
    at: usize,
    number: u64,
    position: u64,
    /// When the last call of the block ends, on the clock of the process.
    last: u64,
    /// Once there are events in no call: then it is this that walks.
    other: Option<WaitWalk>,
}

impl FoundWalk {
    /// A walk that has not begun.
    #[inline(never)] // One copy for all who walk.
    pub fn new(found: &FoundWaits) -> Self {
        let other = (!found.are_complete()).then(WaitWalk::new);
        Self { other, ..Self::default() }
    }

    /// Begins the next process. Processes must come in the order of the trace, all of them and each to its end.
    pub fn begin(&mut self) {
        if let Some(walk) = &mut self.other {
            return walk.begin();
        }
        self.moments.clear();
        (self.at, self.number, self.position) = (0, 0, 0);
        self.last = 0;
    }

    /// The next call of a process, which stands at that place; `None` at its end. O(1) amortised.
    #[inline]
    pub fn next(
        &mut self,
        (trace, waits, found): (&Trace, &Waits, &FoundWaits),
        (place, process): (u32, &Process),
    ) -> Option<TimedCall> {
        if let Some(walk) = &mut self.other {
            return walk.next((trace, waits), (place, process));
        }
        let line = found.line(place as usize)?;
        if self.at >= self.moments.len() {
            self.read(line, process, waits.clocks().of_process(place as usize));
        }
        let &Moments { enter, wait, leave } = self.moments.get(self.at)?;
        let kind = line.kind(*self.kinds.get(self.at)?);
        let CallKind { record, cause, events, carried } = kind;
        let (call, position) = (Some(self.number), self.position);
        self.at += 1;
        self.number += 1;
        self.position += events;
        Some(TimedCall { call, record, position, events, enter, leave, wait, cause, carried })
    }

    /// What is left of the block of the last call, at most so many; nothing where calls are not walked by blocks.
    pub(crate) fn ahead(&self, most: usize) -> Ahead<'_> {
        let end = self.moments.len().min(self.at.saturating_add(most));
        let moments = self.moments.get(self.at..end).unwrap_or_default();
        let kinds = self.kinds.get(self.at..).unwrap_or_default();
        Ahead { number: self.number, position: self.position, moments, kinds }
    }

    /// Leaves out so many calls of that block, which have so many events.
    pub(crate) fn skip(&mut self, (calls, events): (usize, u64)) {
        self.at += calls;
        self.number += calls as u64;
        self.position += events;
    }

    /// Unpacks the next block.
    #[inline(never)]
    fn read(&mut self, line: &FoundLine, process: &Process, corrected: impl Fn(u64) -> i64) {
        self.at = 0;
        self.moments.clear();
        let Some(times) = process.times(View::Calls) else { return };
        // Beyond a block that is not full there is none.
        let block = (self.number as usize).div_ceil(TIMES_BLOCK);
        times.own().map(|own| own.block(block, &mut self.times)).unwrap_or_default();
        line.waits.block(block, &mut self.waits);
        line.kinds_of_block(block, &mut self.kinds);
        let tick = times.tick();
        let mut last = self.last;
        let rows = self.times.iter().zip(&self.waits);
        self.moments.extend(rows.map(|(&[enter, leave], &wait)| {
            let enter = nanoseconds(tick, enter).max(last);
            last = nanoseconds(tick, leave).max(enter);
            let (enter, leave) = (corrected(enter), corrected(last));
            Moments { enter, wait: wait as i64, leave: leave.max(enter) }
        }));
        self.last = last;
    }
}
