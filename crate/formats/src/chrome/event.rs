//! One event: the members that matter, or what is wrong with it.

use crate::input::json::{Pairs, Value};
use crate::input::time::{Time, TimeFlaws, TimeUnit};
use crate::notes::Problem;

/// An event, with its texts as written in the file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Event<'a> {
    /// The letter of its phase.
    pub(super) phase: u8,
    pub(super) name: Option<&'a [u8]>,
    pub(super) category: &'a [u8],
    pub(super) pid: &'a [u8],
    pub(super) tid: &'a [u8],
    /// When it began, in nanoseconds.
    pub(super) at: i64,
    /// How long it took.
    pub(super) duration: i64,
    /// The object of its arguments; empty if there is none.
    pub(super) args: &'a [u8],
    /// What is wrong with its times.
    pub(super) flaws: TimeFlaws,
    /// Whether it ends before it begins.
    pub(super) is_negative: bool,
}

/// What is wrong with an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) problem: Problem,
    /// Where in it.
    pub(super) at: usize,
    pub(super) what: &'static str,
    pub(super) expected: &'static str,
}

const MALFORMED: &str = "an event is not a valid JSON object";

/// Parses an event. Of members that occur twice, the last one counts.
#[inline]
pub(super) fn parse(object: &[u8]) -> Result<Event<'_>, Fault> {
    let mut event = Event::default();
    let (mut at, mut duration, mut cpu) = (None, None, None);
    let mut pairs = Pairs::new(object);
    loop {
        let (key, value) = match pairs.next() {
            Ok(Some(pair)) => pair,
            Ok(None) => break,
            Err(malformed) => {
                let (at, expected) = (malformed.at, malformed.expected);
                return Err(Fault { problem: Problem::EventDamaged, at, what: MALFORMED, expected });
            }
        };
        match (key, value) {
            (b"ph", Value::Text(text)) => event.phase = text.first().copied().unwrap_or(0),
            (b"name", Value::Text(text)) => event.name = Some(text),
            (b"cat", Value::Text(text)) => event.category = text,
            (b"ts", value) => at = value.plain(),
            (b"dur", value) => duration = value.plain(),
            (b"tdur", value) => cpu = value.plain(),
            (b"pid", value) => event.pid = value.plain().unwrap_or_default(),
            (b"tid", value) => event.tid = value.plain().unwrap_or_default(),
            (b"args", Value::Nested(object)) if object.first() == Some(&b'{') => {
                event.args = object;
            }
            // Other: writers add members of their own.
            _ => {}
        }
    }
    if event.phase == 0 {
        return Err(Fault {
            problem: Problem::WordMissing,
            at: 0,
            what: "an event has no phase",
            expected: "a member \"ph\"",
        });
    }
    if matches!(event.phase, b'B' | b'E' | b'X' | b'i' | b'I') {
        // Without a wall-clock duration, the processor time is used.
        let duration = duration.or(cpu).filter(|_| event.phase == b'X');
        event.set_times(object, at, duration)?;
    }
    Ok(event)
}

impl Event<'_> {
    #[inline]
    fn set_times(&mut self, object: &[u8], at: Option<&[u8]>, duration: Option<&[u8]>) -> Result<(), Fault> {
        let unit = TimeUnit::MICROSECONDS;
        let exact = |text: &[u8]| unit.exact(text).and_then(|time| i64::try_from(time).ok());
        match (at.and_then(exact), duration) {
            (Some(at), None) => self.at = at,
            (Some(begin), Some(duration)) => match exact(duration) {
                Some(duration) => (self.at, self.duration) = (begin, duration),
                None => return self.set_inexact_times(object, at, Some(duration)),
            },
            (None, duration) => return self.set_inexact_times(object, at, duration),
        }
        Ok(())
    }

    /// The same for times that are below 0, large, more precise than a nanosecond or written with exponents: begin and end
    /// are rounded down.
    #[cold]
    fn set_inexact_times(&mut self, object: &[u8], at: Option<&[u8]>, duration: Option<&[u8]>) -> Result<(), Fault> {
        let begin = time(object, at)?;
        self.at = self.flaws.signed(begin);
        if duration.is_some() {
            let duration = time(object, duration)?;
            self.is_negative = duration.nanoseconds < 0;
            let end = self.flaws.signed(begin.after(duration));
            self.duration = end.saturating_sub(self.at).max(0);
        }
        Ok(())
    }
}

#[cold]
fn time(object: &[u8], text: Option<&[u8]>) -> Result<Time, Fault> {
    let expected = "a number of microseconds";
    let what = "an event has no time";
    let Some(text) = text else {
        return Err(Fault { problem: Problem::NotANumber, at: 0, what, expected });
    };
    TimeUnit::MICROSECONDS.time(text).ok_or_else(|| {
        let at = (text.as_ptr() as usize).saturating_sub(object.as_ptr() as usize);
        Fault { problem: Problem::NotANumber, at, what: "a time is not a number", expected }
    })
}
