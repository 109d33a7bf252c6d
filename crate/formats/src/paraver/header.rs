//! The first line: how many applications, tasks and threads there are.

use loopscope_core::trace::{ProcessId, Tick};

use crate::input::integer::leading_decimal;

/// What the first line says, as far as it is of use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    /// Tasks of each application, and whether as many are listed.
    tasks: Vec<(u32, bool)>,
    /// The unit of times, if the line says it.
    tick: Option<Tick>,
}

/// A truncated first line was at most this many times as long as what was read of it.
const CUT: usize = 20;

impl Header {
    /// Reads the line; `None` if it is not of the form. One that is `cut` says at least how many tasks
    /// there are.
    pub(super) fn read(line: &[u8], cut: bool) -> Option<Self> {
        // The date has a colon of its own.
        let close = memchr::memchr(b')', line)?;
        let rest = line.get(close + 1..)?.strip_prefix(b":")?;
        let mut parts = outer_parts(rest);
        let tick = unit(parts.next()?);
        let _nodes = parts.next()?;
        let applications = number(parts.next()?)?;
        let mut tasks = Vec::new();
        for part in parts.take(applications as usize) {
            let number = number(part)?;
            let listed = memchr::memchr_iter(b':', part).count();
            let enough = number as usize == listed || (cut && number as usize <= CUT * listed);
            tasks.push((number, enough));
        }
        (!tasks.is_empty()).then_some(Self { tasks, tick })
    }

    /// The rank in the whole program of a task of an application, both counted from 1: tasks of
    /// earlier applications come first. `None` if there can be no such process.
    #[inline]
    pub(super) fn rank(&self, application: u64, task: u64) -> Option<u32> {
        let before = usize::try_from(application.checked_sub(1)?).ok()?;
        // Where the line says nothing of it, there is one application.
        let earlier = if before == 0 { &[] } else { self.tasks.get(..before)? };
        let earlier: u64 = earlier.iter().map(|tasks| u64::from(tasks.0)).sum();
        let rank = earlier.checked_add(task.checked_sub(1)?)?;
        (rank <= u64::from(ProcessId::MAX)).then_some(rank as u32)
    }

    /// Tasks of an application, counted from 1, if the line lists them.
    pub(super) fn tasks(&self, application: u64) -> Option<u32> {
        let tasks = self.tasks.get(usize::try_from(application).ok()?.checked_sub(1)?)?;
        tasks.1.then_some(tasks.0)
    }

    /// The unit of times, if the line says it. The format's own is a microsecond.
    pub(super) fn tick(&self) -> Option<Tick> {
        self.tick
    }

    /// Tasks of all applications, if the line lists them.
    pub(super) fn all_tasks(&self) -> Option<u64> {
        self.tasks.iter().map(|tasks| tasks.1.then_some(u64::from(tasks.0))).sum()
    }
}

/// The parts between colons that are not in brackets.
fn outer_parts(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut depth = 0u32;
    text.split(move |&byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b':' && depth == 0
    })
}

/// The unit of a time like `6082352213_ns`.
fn unit(time: &[u8]) -> Option<Tick> {
    let at = memchr::memchr(b'_', time)?;
    let ticks = match time.get(at + 1..)? {
        b"ns" => 1_000_000_000,
        b"us" => 1_000_000,
        b"ms" => 1000,
        b"s" => 1,
        // Other: the line is from outside.
        _ => return None,
    };
    Some(Tick::per_second(ticks))
}

/// The number that a part begins with.
fn number(part: &[u8]) -> Option<u32> {
    let (number, digits) = leading_decimal(part);
    (digits > 0).then(|| u32::try_from(number).ok()).flatten()
}

#[cfg(test)]
mod tests;
