//! The text of a split: as that of a model, with workers that do the same written once.
//!
//! ```text
//! processes 0-63
//! for i0 = 0 to ?              # 1 {0, p of 1-63}: 0 with one p at a time; each 18 to 48 times, 2,000 in all
//!   0 send p 1
//!   0 recv p 1
//!   p send 0 2
//!   p recv 0 2
//! done
//! 0 send p 3                   # p of 1-63
//! ```
//!
//! `p` is each of the workers that the comment names. Two workers of one row have no order between them. Loops whose count
//! varies end at `?`. Loops are numbered as they are written.

use std::fmt::{self, Write};

use super::classes::{Class, Classes};
use super::split::Split;
use crate::nest::text::{quote, NAME_COLUMN};
use crate::numbers::{set_text, thousands};
use crate::system::{Channel, Construct, ConstructId};
use crate::trace::ProcessId;

/// What stands for a worker.
const WORKER: &str = "p";

/// Writes the text, and returns how many constructs it shows.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut impl Write, split: &Split) -> Result<u64, fmt::Error> {
    let processes = set_text(split.processes.iter().map(|process| process.0));
    writeln!(out, "processes {processes}")?;
    let mut writer = Writer { out, split, classes: Classes::new(split), loops: 0, shown: 0 };
    writer.items(split.model().root(), 0, None)?;
    Ok(writer.shown)
}

struct Writer<'a, W> {
    out: &'a mut W,
    split: &'a Split,
    classes: Classes<'a>,
    loops: u64,
    shown: u64,
}

/// A class that is being written inside one of its loops, and which of its loops comes next.
struct Inside {
    worker: u32,
}

impl<W: Write> Writer<'_, W> {
    fn items(&mut self, items: &[ConstructId], depth: usize, inside: Option<&Inside>) -> fmt::Result {
        for &id in items {
            let worker = match inside {
                Some(inside) => Some(inside.worker),
                None => self.classes.only_worker(id),
            };
            let class = worker.and_then(|worker| self.classes.class(worker)).cloned();
            if class.as_ref().is_some_and(|class| class.workers.first().copied() != worker) {
                continue;
            }
            self.shown += 1;
            match self.split.model().construct(id) {
                Construct::Loop(_) => self.whole_loop(id, depth, class.as_ref(), inside)?,
                _ => self.event(id, depth, class.as_ref(), inside.is_some())?,
            }
        }
        Ok(())
    }

    fn whole_loop(
        &mut self,
        id: ConstructId,
        depth: usize,
        class: Option<&Class>,
        inside: Option<&Inside>,
    ) -> fmt::Result {
        let model = self.split.model();
        let Some(node) = model.as_loop(id) else { return Ok(()) };
        self.loops += 1;
        let number = self.loops;
        let worker = class.and_then(|class| class.workers.first().copied());
        let counts = worker.and_then(|worker| self.classes.next_counts(worker));
        let bound = match counts {
            Some((least, most, _)) if least != most => "?".to_owned(),
            _ => node.count.saturating_sub(1).to_string(),
        };
        let line = format!("for i{depth} = 0 to {bound}");
        let says = match (class, counts) {
            (Some(class), Some(counts)) => about(number, class, counts, inside.is_none()),
            _ => {
                let members = model.members(id).iter().map(|member| member.0);
                format!("{number} {{{}}}", self.split.parts.real_set(members))
            }
        };
        self.commented(depth, &line, &says)?;
        let own = worker.map(|worker| Inside { worker });
        self.items(model.body(&node), depth + 1, own.as_ref().or(inside))?;
        self.plain(depth, "done")
    }

    fn event(&mut self, id: ConstructId, depth: usize, class: Option<&Class>, is_inside: bool) -> fmt::Result {
        let worker = class.and_then(|class| class.workers.first().copied());
        let line = self.line(id, worker);
        match class.filter(|_| !is_inside) {
            Some(class) => self.commented(depth, &line, &of(class)),
            None => {
                (0..depth).try_for_each(|_| self.out.write_str("  "))?;
                quote::write_line(self.out, &line)?;
                self.out.write_char('\n')
            }
        }
    }

    /// An event as a line, with `p` in place of a worker.
    fn line(&self, id: ConstructId, worker: Option<u32>) -> String {
        let model = self.split.model();
        let name = |process: ProcessId| match worker == Some(process.0) {
            true => WORKER.to_owned(),
            false => self.split.parts.real(process.0).to_string(),
        };
        let message = |verb: &str, channel| {
            let Channel { src, dst, tag } = model.channel(channel);
            format!("{} {verb} {} {tag}", name(src), name(dst))
        };
        match model.construct(id) {
            Construct::Send(channel) => message("send", channel),
            Construct::Recv(channel) => message("recv", channel),
            Construct::Sync { name, group } => {
                let members = model.members(id).iter().map(|member| member.0);
                let group = self.split.parts.real_set(model.group(group).iter().copied());
                format!("{} sync {} {group}", self.split.parts.real_set(members), model.name(name))
            }
            Construct::Local { words } => {
                let own = model.members(id).first().copied().unwrap_or(ProcessId(0));
                format!("{} local {}", name(own), model.name(words))
            }
            Construct::Loop(_) => String::new(),
        }
    }

    fn plain(&mut self, depth: usize, line: &str) -> fmt::Result {
        (0..depth).try_for_each(|_| self.out.write_str("  "))?;
        writeln!(self.out, "{line}")
    }

    fn commented(&mut self, depth: usize, line: &str, says: &str) -> fmt::Result {
        (0..depth).try_for_each(|_| self.out.write_str("  "))?;
        let room = NAME_COLUMN.saturating_sub(2 * depth + 2);
        writeln!(self.out, "{line:room$}  # {says}")
    }
}

/// `p of 1-63`
fn of(class: &Class) -> String {
    format!("{WORKER} of {}", set_text(class.workers.iter().copied()))
}

/// `1 {0, p of 1-63}: 0 with one p at a time; each 18 to 48 times, 2,000 in all`
fn about(number: u64, class: &Class, counts: (u64, u64, u64), is_outer: bool) -> String {
    let (least, most, sum) = counts;
    let hubs = set_text(class.hubs.iter().copied());
    let range = match least == most {
        true => thousands(most),
        false => format!("{} to {}", thousands(least), thousands(most)),
    };
    match is_outer {
        true => format!(
            "{number} {{{hubs}, {}}}: {hubs} with one {WORKER} at a time; each {range} times, {} in all",
            of(class),
            thousands(sum)
        ),
        false => format!("{number}: {range} times"),
    }
}
