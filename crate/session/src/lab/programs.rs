//! A loop of the model of an opened trace as programs of Merge: what each of some processes does in it, alone.

use loopscope_core::lab::input::{MOST_CONSTRUCTS, MOST_COUNT, MOST_PROCESSES};
use loopscope_core::system::{Construct, ConstructId, Loop, Model};
use loopscope_core::trace::ProcessId;
use loopscope_formats::notes::Note;

use super::run::refused;
use crate::wire::LabReply;

/// What a loop does on at most four of its processes, those that exchange messages in it before others; messages to and from other
/// processes are local events there. Where four have too many constructs, three or two are taken, and of those as much of the body,
/// from its begin, as the lab steps through. O(constructs of the loop, for each process and each place where the body may end).
///
/// # Errors
/// There is no such loop, or it has one process only.
pub(super) fn programs(model: &Model, id: u32) -> Result<LabReply, Note> {
    let named = model.loop_named(id).map(|named| named.construct);
    let Some((construct, node)) = named.and_then(|id| Some((id, model.as_loop(id)?))) else {
        return Err(refused(
            "the model has no such loop",
            &format!("L{id}"),
            "a loop of the model",
            "choose another one",
        ));
    };
    let members = model.members(construct);
    let chosen = chosen(model, &node, members);
    if chosen.len() < 2 {
        return Err(refused(
            "one process alone runs this loop: nothing is merged",
            &format!("L{id}"),
            "a loop of two processes or more",
            "choose another one",
        ));
    }
    let body = model.body(&node);
    let fits = |count: usize, len: usize| {
        let chosen = chosen.get(..count)?;
        let mut writer = Writer { model, chosen, constructs: 0 };
        let taken = body.get(..len)?;
        let parts = chosen.iter().map(|&own| writer.repeated(node.count, taken, own));
        let parts: Vec<String> = parts.map(Option::unwrap_or_default).collect();
        let is_whole = parts.iter().all(|part| !part.is_empty());
        (is_whole && writer.constructs <= MOST_CONSTRUCTS).then(|| (parts.join(" | "), count, len))
    };
    let all = (2..=chosen.len()).rev().find_map(|count| fits(count, body.len()));
    let found = all.or_else(|| (1..body.len()).rev().find_map(|len| fits(2, len)));
    let Some((text, count, len)) = found else {
        return Err(refused(
            "this loop has more in its body than the lab steps through",
            &format!("L{id}"),
            &format!("{MOST_CONSTRUCTS} constructs"),
            "choose a loop inside it",
        ));
    };
    Ok(LabReply::Programs {
        text,
        processes: chosen.iter().take(count).map(|process| process.0).collect(),
        members: members.len() as u32,
        cut: len < body.len(),
    })
}

/// Processes that exchange messages with each other in a loop, then others of it.
fn chosen(model: &Model, node: &Loop, members: &[ProcessId]) -> Vec<ProcessId> {
    let ends = model.flow(node).iter().map(|flow| model.channel(flow.channel));
    let ends: Vec<[ProcessId; 2]> = ends.map(|channel| [channel.src, channel.dst]).collect();
    let mut chosen: Vec<ProcessId> = Vec::new();
    // A round for each process that the first ones lead to.
    for _ in 0..MOST_PROCESSES {
        for ends in &ends {
            let is_known = |process: &ProcessId| chosen.contains(process);
            if chosen.is_empty() || ends.iter().any(is_known) {
                let new: Vec<ProcessId> = ends.iter().filter(|it| !is_known(it)).copied().collect();
                let room = MOST_PROCESSES - chosen.len();
                chosen.extend(new.into_iter().take(room));
            }
        }
    }
    let rest: Vec<ProcessId> = members.iter().filter(|it| !chosen.contains(it)).copied().collect();
    let room = MOST_PROCESSES - chosen.len();
    chosen.extend(rest.into_iter().take(room));
    chosen
}

/// Writes programs, and counts their constructs.
struct Writer<'a> {
    model: &'a Model,
    chosen: &'a [ProcessId],
    constructs: usize,
}

impl Writer<'_> {
    /// A loop on one process; empty if it does nothing in it. The recursion is as deep as loops are nested.
    fn repeated(&mut self, count: u64, body: &[ConstructId], own: ProcessId) -> Option<String> {
        let parts: Vec<String> = body.iter().filter_map(|&id| self.one(id, own)).collect();
        if parts.is_empty() || self.constructs > MOST_CONSTRUCTS {
            return None;
        }
        self.constructs += 1;
        Some(format!("{}({})", count.min(MOST_COUNT), parts.join(" ")))
    }

    fn one(&mut self, id: ConstructId, own: ProcessId) -> Option<String> {
        if self.constructs > MOST_CONSTRUCTS || !self.model.members(id).contains(&own) {
            return None;
        }
        let place = |process: ProcessId| self.chosen.iter().position(|&it| it == process);
        let text = match self.model.construct(id) {
            Construct::Loop(node) => return self.repeated(node.count, self.model.body(&node), own),
            Construct::Send(channel) => {
                let channel = self.model.channel(channel);
                match place(channel.dst) {
                    Some(peer) => format!("s{peer}.{}", channel.tag),
                    None => format!("to{}", channel.dst.0),
                }
            }
            Construct::Recv(channel) => {
                let channel = self.model.channel(channel);
                match place(channel.src) {
                    Some(peer) => format!("r{peer}.{}", channel.tag),
                    None => format!("from{}", channel.src.0),
                }
            }
            Construct::Sync { name, .. } => word(self.model.name(name)),
            Construct::Local { words } => word(self.model.name(words)),
        };
        self.constructs += 1;
        Some(text)
    }
}

/// A text as one word that is no message.
fn word(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).take(24);
    let plain: String = plain.collect();
    let looks_like_message = plain.starts_with(['s', 'r']) && plain.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    if looks_like_message || plain.is_empty() {
        format!("_{plain}")
    } else {
        plain
    }
}
