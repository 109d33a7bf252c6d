//! Merging level after level, from outside in, and writing the model.

use super::decide::sweep_level;
use super::input::{Input, MergeError, Names, MOST_CONSTRUCTS};
use super::local_constructs::{Action, LocalConstruct, LocalId, ProcessIndex};
use super::merged_list::{Defect, MergedKind, MergedList, Part};
use super::reroll::reroll;
use super::sweep::Workspace;
use super::traffic::Traffic;
use super::watch::WatchMerge;
use crate::system::builder::{Event, ModelBuilder, ModelError};
use crate::system::model::{ConstructId, Model};
use crate::system::problems::{Problem, ProblemKind};
use crate::trace::ProcessId;

/// By how much a model may grow beyond the nests while loops are taken apart to bring them into phase, before the
/// remaining loops are kept as they are: this many times the constructs of the nests, and [`MORE_GROWTH`].
const GROWTH_FACTOR: u64 = 8;
const MORE_GROWTH: u64 = 20_000;

/// Merges the lists of all processes.
///
/// # Errors
/// [`MergeError::TooLarge`].
pub(super) fn write_model<W: WatchMerge>(input: Input, watch: &mut W) -> Result<(Model, Vec<Problem>), MergeError> {
    watch.begins(&input);
    let Input { constructs, lists, size, names } = input;
    let index = |process: ProcessId| {
        let place = names.processes.binary_search(&process).ok()?;
        Some(ProcessIndex(place as u32))
    };
    let ends = names.channels.iter().map(|channel| (index(channel.src), index(channel.dst)));
    let workspace = Workspace {
        constructs,
        traffic: Traffic::new(lists.len(), ends.collect(), names.groups.len()),
        growth_left: size.saturating_mul(GROWTH_FACTOR).saturating_add(MORE_GROWTH),
    };
    let mut writer = Writer {
        workspace,
        builder: ModelBuilder::new(names.processes.iter().copied()),
        names: &names,
        positions: vec![0; lists.len()],
        problems: Vec::new(),
        watch,
    };
    let members: Vec<ProcessIndex> = (0..lists.len() as u32).map(ProcessIndex).collect();
    writer.write(&members, &lists)?;
    // Every loop that was begun has been ended.
    let model = writer.builder.finish().map_err(refused)?;
    Ok((model, writer.problems))
}

/// The builder accepts everything but a model that is too long.
fn refused(_: ModelError) -> MergeError {
    MergeError::too_large()
}

struct Writer<'a, W> {
    workspace: Workspace,
    builder: ModelBuilder,
    names: &'a Names,
    /// Events of every process so far, in the first iteration of the loops around.
    positions: Vec<u64>,
    problems: Vec<Problem>,
    watch: &'a mut W,
}

impl<W: WatchMerge> Writer<'_, W> {
    /// Merges the lists of some processes and appends the result. Recursion is as deep as loops are nested, which is
    /// 63 at most, since a loop has at least two iterations.
    fn write(&mut self, members: &[ProcessIndex], lists: &[Vec<LocalId>]) -> Result<(), MergeError> {
        let mut merged = sweep_level(&mut self.workspace, (members, lists), self.watch);
        reroll(&mut self.workspace, members, &mut merged);
        self.watch.level_ends(&self.workspace.constructs, &merged);
        merged.remove_absorbed();
        for at in 0..merged.len() {
            let construct = self.write_one(&merged, at)?;
            if self.builder.len() as u64 > MOST_CONSTRUCTS {
                return Err(MergeError::too_large());
            }
            let Some(defect) = merged.get(at).defect else { continue };
            let kind = match defect {
                Defect::Conflict => ProblemKind::Conflict { construct },
                Defect::Ahead => ProblemKind::Ahead { construct },
                Defect::NamesDiffer => ProblemKind::NamesDiffer { construct },
            };
            if let Some(part) = merged.parts(&merged.get(at)).first() {
                let after = self.positions[part.process.index()];
                let position = after.saturating_sub(self.workspace.constructs.span(part.id));
                let process = self.process(part);
                self.problems.push(Problem { process, position, kind });
            }
        }
        Ok(())
    }

    fn write_one(&mut self, merged: &MergedList, at: usize) -> Result<ConstructId, MergeError> {
        let construct = merged.get(at);
        let parts = merged.parts(&construct);
        match construct.kind {
            MergedKind::Loop { count } => self.write_loop(count, parts),
            MergedKind::Sync(name, group) => {
                let members: Vec<ProcessId> = parts.iter().map(|part| self.process(part)).collect();
                self.pass_event(parts);
                let (name, group) = (&self.names.names[name.index()], &self.names.groups[group.index()]);
                self.builder.event(Event::Sync { name, group, members: &members }).map_err(refused)
            }
            MergedKind::Event | MergedKind::Absorbed => {
                self.pass_event(parts);
                // Events have one part, and collectives and loops have kinds of their own.
                let Some(part) = parts.first() else { return Err(MergeError::too_large()) };
                let names = self.names;
                let event = match self.workspace.constructs.get(part.id) {
                    LocalConstruct::Event(Action::Send(channel)) => Event::Send(names.channels[channel.index()]),
                    LocalConstruct::Event(Action::Recv(channel)) => Event::Recv(names.channels[channel.index()]),
                    LocalConstruct::Event(Action::Local(words)) => {
                        let words = &names.names[words.index()];
                        Event::Local { process: self.process(part), words }
                    }
                    _ => return Err(MergeError::too_large()),
                };
                self.builder.event(event).map_err(refused)
            }
        }
    }

    fn write_loop(&mut self, count: u64, parts: &[Part]) -> Result<ConstructId, MergeError> {
        let members: Vec<ProcessIndex> = parts.iter().map(|part| part.process).collect();
        let constructs = &mut self.workspace.constructs;
        let body = |part: &Part| {
            let body = constructs.body(part.id).to_vec();
            match constructs.count(part.id) / count {
                0 | 1 => body,
                times => vec![constructs.repeat(part.process, times, &body)],
            }
        };
        let bodies: Vec<Vec<LocalId>> = parts.iter().map(body).collect();
        let before: Vec<u64> = members.iter().map(|p| self.positions[p.index()]).collect();
        self.builder.begin_loop();
        self.write(&members, &bodies)?;
        self.watch.body_ends();
        for (part, before) in parts.iter().zip(before) {
            self.positions[part.process.index()] = before.saturating_add(self.workspace.constructs.span(part.id));
        }
        self.builder.end_loop(count).map_err(refused)
    }

    fn process(&self, part: &Part) -> ProcessId {
        self.names.processes[part.process.index()]
    }

    /// Counts an event of each part.
    fn pass_event(&mut self, parts: &[Part]) {
        parts.iter().for_each(|part| self.positions[part.process.index()] += 1);
    }
}
