//! The texts of constructs, and of what numbers stand for.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::steps::LoopLog;
use crate::numbers;
use crate::system::merge::input::Names;
use crate::system::merge::local_constructs::{Action, End, LocalConstruct, LocalConstructs, LocalId};
use crate::system::merge::merged_list::{MergedKind, MergedList, Part};
use crate::system::model::{Channel, ChannelId};

/// The texts of constructs, each made once.
#[derive(Debug, Default)]
pub(super) struct Texts {
    known: FxHashMap<LocalId, Arc<str>>,
    pub(super) processes: Vec<u32>,
    channels: Vec<Channel>,
    names: Vec<Box<str>>,
    groups: Vec<String>,
}

impl Texts {
    /// Takes over what numbers stand for.
    pub(super) fn read(&mut self, names: &Names) {
        self.processes = names.processes.iter().map(|process| process.0).collect();
        self.channels = names.channels.clone();
        self.names = names.names.clone();
        let groups = names.groups.iter();
        self.groups = groups.map(|group| numbers::set_text(group.iter().copied())).collect();
    }

    pub(super) fn of(&mut self, constructs: &LocalConstructs, process: u32, id: LocalId) -> Arc<str> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let text: Arc<str> = match constructs.get(id) {
            LocalConstruct::Event(action) => self.event(process, action).into(),
            LocalConstruct::Loop { count } => {
                let mut body = Vec::new();
                for &part in constructs.body(id) {
                    body.push(self.of(constructs, process, part));
                }
                format!("for {count} {{ {} }}", body.join("; ")).into()
            }
        };
        self.known.insert(id, text.clone());
        text
    }

    fn event(&self, process: u32, action: Action) -> String {
        let message = |verb: &str, channel: ChannelId| {
            self.channels
                .get(channel.index())
                .map_or_else(String::new, |it| format!("{} {verb} {} {}", it.src.0, it.dst.0, it.tag))
        };
        let name = |at: usize| self.names.get(at).map_or("", |name| name);
        match action {
            Action::Send(channel) => message("send", channel),
            Action::Recv(channel) => message("recv", channel),
            Action::Local(words) => format!("{process} local {}", name(words.index())),
            Action::Sync(words, group) => {
                let group = self.groups.get(group.index()).map_or("", String::as_str);
                format!("{process} sync {} {group}", name(words.index()))
            }
        }
    }

    pub(super) fn process(&self, part: &Part) -> u32 {
        self.processes.get(part.process.index()).copied().unwrap_or(0)
    }

    pub(super) fn channel(&self, id: ChannelId) -> Option<Channel> {
        self.channels.get(id.index()).copied()
    }

    pub(super) fn made(&mut self, constructs: &LocalConstructs, merged: &MergedList, place: usize) -> LoopLog {
        let construct = merged.get(place);
        let count = match construct.kind {
            MergedKind::Loop { count } => count,
            _ => 1,
        };
        let parts = merged.parts(&construct).to_vec();
        let mut made = LoopLog {
            place,
            processes: parts.iter().map(|part| self.process(part)).collect(),
            count,
            text: "".into(),
            period: 1,
            flows: Vec::new(),
        };
        for (at, part) in parts.iter().enumerate() {
            if at == 0 {
                made.text = self.of(constructs, self.process(part), part.id);
            }
            made.period = made.period.max(constructs.span(part.id).checked_div(count).unwrap_or(1));
            let all = constructs.count(part.id);
            for &(end, each) in constructs.flow(part.id) {
                let (End::Send(channel) | End::Recv(channel)) = end else { continue };
                let amount = each.saturating_mul(all);
                made.flows.extend(self.channel(channel).map(|it| (it, matches!(end, End::Send(_)), amount)));
            }
        }
        made
    }
}
