//! The times of all views of a process; `timed.rs` has how a builder takes them.
//!
//! Times belong to calls. An event of [`View::Communication`] belongs to the call in which it happens: a column of small
//! steps leads from each event to its call, and costs a fraction of a byte an event. Local events, which happen between calls, have
//! [`Moments`] of their own.
//!
//! Times never make a trace fail. If memory gets short, they are kept in units of 16, 64 and at last 256 nanoseconds, and
//! then not at all ([`Precision`]); only a trace whose events alone are too large is refused.

use super::{Ascending, MomentCursor, Moments, Repairs, Rows, Span, Spans, Tick, Times, View};
use crate::bytes::{Bytes, Malformed};

/// How exactly a trace keeps its times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// In ticks of the trace's own clock.
    #[default]
    Exact,
    /// In units of 2 to this power nanoseconds, or the ticks of a clock that is coarser: memory was short.
    Coarse(u8),
    /// Not at all: memory was too short.
    Dropped,
}

impl Precision {
    /// The next that takes less memory; 256 ns is the last that shows how long a small message takes.
    pub(super) fn coarser(self) -> Self {
        match self {
            Self::Exact => Self::Coarse(4),
            Self::Coarse(..6) => Self::Coarse(6),
            Self::Coarse(..8) => Self::Coarse(8),
            Self::Coarse(_) | Self::Dropped => Self::Dropped,
        }
    }

    /// The power of 2 by which times of that clock are divided.
    fn shift(self, tick: Tick) -> u8 {
        let Self::Coarse(nanoseconds) = self else { return 0 };
        let longer = |shift: &u8| {
            let unit = Tick { shift: *shift + 1, ..tick };
            unit.nanoseconds(1) <= 1 << nanoseconds
        };
        (0..24).take_while(longer).count() as u8
    }
}

/// The times of a process, or a part of them: see [`DrainedColumns::times`](super::DrainedColumns::times).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    calls: Times,
    /// The number of the call that each event of communication belongs to.
    call_of_event: Ascending<1>,
    /// When events of communication happen that are in no call, if there are any.
    moments: Option<Moments>,
    /// Calls and events that were taken out of the builder.
    taken: DrainedCounts,
}

/// How many items were taken out of a builder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct DrainedCounts {
    calls: usize,
    events: usize,
}

impl Timing {
    pub(super) fn new(tick: Tick) -> Self {
        Self {
            calls: Times::new(tick),
            call_of_event: Ascending::default(),
            moments: None,
            taken: DrainedCounts::default(),
        }
    }

    /// The times of the calls.
    pub fn calls(&self) -> &Times {
        &self.calls
    }

    /// The call of each event of communication, counted from the first of the process.
    pub fn call_of_event(&self) -> &Ascending<1> {
        &self.call_of_event
    }

    /// When events happen that are in no call, if there are any.
    pub fn moments(&self) -> Option<&Moments> {
        self.moments.as_ref()
    }

    /// Whether there are as many times as these calls and events, as far as there are times of them.
    pub fn fits(&self, calls: usize, events: usize) -> bool {
        let of_calls = self.calls.is_empty() || calls == 0 || self.calls.len() == calls;
        let of_events = self.call_of_event.is_empty() || self.call_of_event.len() == events;
        of_calls && of_events && self.moments.as_ref().is_none_or(|it| it.fits(events))
    }

    /// Appends it as bytes: for another worker, whose memory is its own.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.calls.write(out);
        self.call_of_event.write(out);
        out.push(u8::from(self.moments.is_some()));
        self.moments.iter().for_each(|moments| moments.write(out));
    }

    /// Reads what [`write`](Self::write) wrote.
    ///
    /// # Errors
    /// It did not write that.
    pub fn read(bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let calls = Times::read(bytes)?;
        let call_of_event = Ascending::read(bytes)?;
        let moments = match bytes.number::<u8>()? {
            0 => None,
            _ => Some(Moments::read(bytes)?),
        };
        Ok(Self { calls, call_of_event, moments, taken: DrainedCounts::default() })
    }

    /// What was not [taken](Self::take), of a process that is complete.
    pub(super) fn into_rest(mut self) -> Self {
        if self.taken == DrainedCounts::default() {
            return self;
        }
        self.take(0, 0)
    }

    /// Takes out what can no longer be changed, as so many calls and events are taken out of the builder.
    pub(super) fn take(&mut self, calls: usize, events: usize) -> Self {
        self.taken.calls += calls;
        self.taken.events += events;
        Self {
            calls: self.calls.take_packed(),
            call_of_event: self.call_of_event.take_packed(),
            moments: self.moments.as_mut().map(Moments::take_packed),
            ..Self::new(self.calls.tick())
        }
    }

    /// The times of a view.
    pub(super) fn of(&self, view: View) -> Option<ViewTimes<'_>> {
        let (calls, call_of_event) = (&self.calls, &self.call_of_event);
        match view {
            View::Calls if !calls.is_empty() => Some(ViewTimes { own: Some(calls), of_calls: None, moments: None }),
            View::Communication if !call_of_event.is_empty() => {
                let moments = self.moments.as_ref();
                let known = moments.is_some() || !calls.is_empty();
                known.then_some(ViewTimes { own: None, of_calls: Some((calls, call_of_event)), moments })
            }
            _ => None,
        }
    }

    pub(super) fn repairs(&self) -> Repairs {
        let mut repairs = self.calls.repairs();
        if let Some((backward, missing)) = self.moments.as_ref().map(Moments::repairs) {
            repairs.add(Repairs { backward, missing, ..Repairs::default() });
        }
        repairs
    }

    pub(super) fn kept_bytes(&self) -> u64 {
        self.calls.kept_bytes() + self.call_of_event.kept_bytes() + self.moments.as_ref().map_or(0, Moments::kept_bytes)
    }

    /// An event that is in no call happens at that time, in ticks; it follows so many events. Says by how many bytes the times grew.
    pub(super) fn push_moment(&mut self, count: usize, time: u64) -> i64 {
        let time = time >> self.calls.tick().shift;
        let moments = self.moments.get_or_insert_with(Moments::default);
        moments.push(count + self.taken.events, time)
    }

    /// A call that begins and ends at these times follows so many calls. Says by how many bytes the times grew.
    pub(super) fn push_call(&mut self, count: usize, enter: u64, leave: u64) -> i64 {
        let (mut grown, count) = (0, count + self.taken.calls);
        if self.calls.len() < count {
            grown += self.calls.fill(count, enter);
        }
        grown + self.calls.push(enter, leave)
    }

    /// An event that belongs to that call follows so many events. Says by how many bytes the times grew.
    #[inline]
    pub(super) fn push_event(&mut self, count: usize, call: u64) -> i64 {
        let count = count + self.taken.events;
        let missing = match self.call_of_event.len() < count {
            true => self.fill_events(count),
            false => 0,
        };
        missing + self.call_of_event.push([call])
    }

    /// An event that begins and ends at these times, of a process without calls, follows so many events. Says by how many
    /// bytes the times grew.
    pub(super) fn push_spanned(&mut self, count: usize, enter: u64, leave: u64) -> i64 {
        let shift = self.calls.tick().shift;
        let span = Span { enter: enter >> shift, leave: leave >> shift };
        let mut grown = 0;
        if self.calls.last_span() != Some(span) {
            grown = self.calls.push(enter, leave);
        }
        grown + self.push_event(count, self.calls.len().saturating_sub(1) as u64)
    }

    /// Gives events without a call the call of the event before them, and its moment if it has one, until there are so many. Says
    /// by how many bytes the times grew.
    #[cold]
    fn fill_events(&mut self, count: usize) -> i64 {
        let mut grown = 0;
        while self.call_of_event.len() < count {
            let position = self.call_of_event.len();
            grown += self.moments.as_mut().map_or(0, |it| it.repeat(position));
            grown += self.call_of_event.push([self.call_of_event.last()]);
        }
        grown
    }

    /// All items are there, so many calls and events: gives those without times the time of the item before, and gives up
    /// memory that was held for growing. Says by how many bytes the times grew, or shrank.
    pub(super) fn finish(&mut self, calls: usize, events: usize) -> i64 {
        let before = self.kept_bytes() as i64;
        let (calls, events) = (calls + self.taken.calls, events + self.taken.events);
        // Where the trace lacks the calls, there are times of calls with events.
        if !self.calls.is_empty() && calls > 0 {
            self.calls.fill(calls, 0);
        }
        if !self.call_of_event.is_empty() {
            self.fill_events(events);
        }
        self.moments.iter_mut().for_each(Moments::finish);
        self.calls.finish();
        self.call_of_event.finish();
        self.kept_bytes() as i64 - before
    }

    /// Whether no view has times.
    pub(super) fn is_empty(&self) -> bool {
        self.of(View::Calls).is_none() && self.of(View::Communication).is_none()
    }

    /// Keeps times no more exactly than that.
    pub(super) fn coarsen(&mut self, precision: Precision) {
        let (shift, before) = (precision.shift(self.calls.tick()), self.calls.tick().shift);
        self.calls.coarsen(shift);
        if let Some(moments) = self.moments.as_mut().filter(|_| shift > before) {
            moments.coarsen(u32::from(shift - before));
        }
    }
}

/// The times of the items of a view.
#[derive(Clone, Copy, Debug)]
pub struct ViewTimes<'a> {
    own: Option<&'a Times>,
    /// The times of the calls, and the call of each item.
    of_calls: Option<(&'a Times, &'a Ascending<1>)>,
    /// Those of items that are in no call.
    moments: Option<&'a Moments>,
}

impl<'a> ViewTimes<'a> {
    /// The unit of all times.
    pub fn tick(self) -> Tick {
        let times = self.own.or(self.of_calls.map(|(calls, _)| calls));
        times.map_or(Tick::NANOSECOND, Times::tick)
    }

    /// When the events happen that are in no call; all others have the times of the calls they belong to.
    pub fn moments(self) -> Option<&'a Moments> {
        self.moments
    }

    /// The position in [`View::Calls`] of the call that each event belongs to, in order; `None` in the view of calls.
    pub fn calls(self) -> Option<Rows<'a, 1>> {
        Some(self.of_calls?.1.iter())
    }

    /// Number of items.
    pub fn len(self) -> usize {
        match (self.own, self.of_calls) {
            (Some(own), _) => own.len(),
            (None, Some((_, call_of_event))) => call_of_event.len(),
            (None, None) => 0,
        }
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The position in [`View::Calls`] of the call that an event belongs to. `None` beyond the end, after the last call, and
    /// in the view of calls. O(128).
    pub fn call(self, position: usize) -> Option<usize> {
        let (calls, call_of_event) = self.of_calls?;
        let [call] = call_of_event.get(position)?;
        usize::try_from(call).ok().filter(|&call| call < calls.len())
    }

    /// The positions in [`View::Calls`] of the calls that [`TIMES_BLOCK`](super::TIMES_BLOCK) events belong to, of fewer in the
    /// last block; none where there is no such block, and in the view of calls. They take the place of what `rows` held.
    pub fn block_of_calls(self, index: usize, rows: &mut Vec<[u64; 1]>) {
        rows.clear();
        if let Some((_, call_of_event)) = self.of_calls {
            call_of_event.block(index, rows);
        }
    }

    /// The times of the items themselves, where they do not have those of calls.
    pub fn own(self) -> Option<&'a Times> {
        self.own
    }

    /// The moment of an event that is in no call; `None` of all others. O(log events + 128).
    pub fn moment(self, position: usize) -> Option<u64> {
        self.moments?.get(position)
    }

    /// When an item begins and ends: an event that is in a call when that does, and after the last call at the end of that; one
    /// that is in none at its moment. `None` beyond the end. O(log events + 128).
    pub fn get(self, position: usize) -> Option<Span> {
        if let Some(own) = self.own {
            return own.get(position);
        }
        if let Some(time) = self.moment(position) {
            return Some(Span { enter: time, leave: time });
        }
        let (calls, call_of_event) = self.of_calls?;
        let [call] = call_of_event.get(position)?;
        let span = usize::try_from(call).ok().and_then(|call| calls.get(call));
        Some(span.unwrap_or(Span { enter: calls.last(), leave: calls.last() }))
    }

    /// How many items end `before` a time, which must hold for no time after one for which it does not. O(log items + 256).
    pub fn ended(self, before: impl Fn(u64) -> bool) -> usize {
        if let Some(own) = self.own {
            return own.rows().rows_below(before);
        }
        let Some((calls, call_of_event)) = self.of_calls else { return 0 };
        let ended = calls.rows().rows_below(&before);
        let all = ended == calls.len() && before(calls.last());
        let events = call_of_event.rows_below(|call| call < ended as u64);
        let others = all.then_some(call_of_event.len());
        match self.moments {
            Some(moments) => moments.ended(events, before, others),
            None => others.unwrap_or(events),
        }
    }

    /// The times of all items, in order. O(items and calls).
    pub fn iter(self) -> ViewSpans<'a> {
        match (self.own, self.of_calls) {
            (None, Some((calls, call_of_event))) => ViewSpans::OfCalls(SpansOfCalls {
                calls: calls.iter(),
                events: call_of_event.iter(),
                passed: 0,
                span: Span { enter: 0, leave: 0 },
                moments: self.moments.map(|moments| (moments, MomentCursor::default())),
                position: 0,
            }),
            (own, _) => ViewSpans::Own(own.map(Times::iter)),
        }
    }
}

/// The times of the items of a view, in order.
#[derive(Clone, Debug)]
pub enum ViewSpans<'a> {
    /// Of items that have times.
    Own(Option<Spans<'a>>),
    /// Of events that have those of their calls.
    OfCalls(SpansOfCalls<'a>),
}

/// The times of the calls that events belong to.
#[derive(Clone, Debug)]
pub struct SpansOfCalls<'a> {
    calls: Spans<'a>,
    events: Rows<'a, 1>,
    /// Calls that were gone past, and the last of them.
    passed: u64,
    span: Span,
    moments: Option<(&'a Moments, MomentCursor)>,
    /// The position of the next event.
    position: u64,
}

impl Iterator for ViewSpans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        match self {
            ViewSpans::Own(spans) => spans.as_mut()?.next(),
            ViewSpans::OfCalls(spans) => spans.next(),
        }
    }
}

impl Iterator for SpansOfCalls<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let [call] = self.events.next()?;
        while self.passed <= call {
            let Some(next) = self.calls.next() else {
                self.span.enter = self.span.leave;
                break;
            };
            self.span = next;
            self.passed += 1;
        }
        let position = self.position;
        self.position += 1;
        let moment = self.moments.as_mut().and_then(|(all, cursor)| cursor.at(all, position));
        Some(moment.map_or(self.span, |time| Span { enter: time, leave: time }))
    }
}

#[cfg(test)]
mod tests;
