//! Whether a model says what the processes did: every event, every pair, every collective.

use std::collections::BTreeMap;

use super::super::*;
use super::programs::Lines;
use crate::building::{build, Method};
use crate::nest::Nest;
use crate::symbols::{Symbol, SymbolTable};
use crate::trace::ProcessId;

/// Lines as a string of symbols.
pub(super) fn symbols(lines: &[String]) -> (Vec<Symbol>, SymbolTable) {
    let (string, texts) = loopscope_testing::programs::symbols(lines);
    let texts = texts.into_iter().map(Box::from).collect();
    (string.into_iter().map(Symbol).collect(), SymbolTable::new(texts))
}

/// The nests of all processes.
pub(super) fn nests(program: &Lines, method: Method) -> Vec<(ProcessId, Nest, SymbolTable)> {
    let nest = |(process, lines): (&u32, &Vec<String>)| {
        let (string, table) = symbols(lines);
        (ProcessId(*process), build(method, &string).unwrap().nest, table)
    };
    program.iter().map(nest).collect()
}

/// The nests as a merge takes them.
pub(super) fn locals(nests: &[(ProcessId, Nest, SymbolTable)]) -> Vec<Local<'_>> {
    let nests = nests.iter();
    nests.map(|(process, nest, symbols)| Local { process: *process, nest, symbols }).collect()
}

/// The model of all processes.
pub(super) fn merged(nests: &[(ProcessId, Nest, SymbolTable)]) -> Merged {
    merge(&locals(nests)).unwrap()
}

/// Messages of a channel that are not paired yet, as positions in their processes.
type Unpaired = BTreeMap<ChannelId, (Vec<u64>, Vec<u64>)>;

struct Walk<'a> {
    model: &'a Model,
    positions: BTreeMap<ProcessId, u64>,
    /// Collectives of a group that a process has had.
    met: BTreeMap<(ProcessId, GroupId), u64>,
    pairs: BTreeMap<ChannelId, Vec<(u64, u64)>>,
}

impl Walk<'_> {
    fn list(&mut self, list: &[ConstructId]) -> Unpaired {
        let mut unpaired = Unpaired::new();
        for &id in list {
            let members = self.model.members(id).to_vec();
            match self.model.construct(id) {
                Construct::Loop(node) => {
                    for _ in 0..node.count {
                        let body = self.model.body(&node).to_vec();
                        let mut inner = self.list(&body);
                        for (channel, (sends, recvs)) in &mut inner {
                            let both = !sends.is_empty() && !recvs.is_empty();
                            if both && !self.model.open(&node).contains(channel) {
                                assert_eq!(sends.len(), recvs.len(), "a closed channel");
                                let pairs = sends.drain(..).zip(recvs.drain(..));
                                self.pairs.entry(*channel).or_default().extend(pairs);
                            }
                        }
                        for (channel, (sends, recvs)) in inner {
                            let all = unpaired.entry(channel).or_default();
                            all.0.extend(sends);
                            all.1.extend(recvs);
                        }
                    }
                    continue;
                }
                Construct::Send(channel) => {
                    let at = self.positions.entry(members[0]).or_default();
                    unpaired.entry(channel).or_default().0.push(*at);
                }
                Construct::Recv(channel) => {
                    let at = self.positions.entry(members[0]).or_default();
                    unpaired.entry(channel).or_default().1.push(*at);
                }
                Construct::Sync { group, .. } => {
                    let passed = |member: &ProcessId| self.met.get(&(*member, group)).copied().unwrap_or(0);
                    let first = passed(&members[0]);
                    assert!(members.iter().all(|member| passed(member) == first), "a collective");
                    for member in &members {
                        *self.met.entry((*member, group)).or_default() += 1;
                    }
                }
                Construct::Local { .. } => {}
            }
            for member in members {
                *self.positions.entry(member).or_default() += 1;
            }
        }
        unpaired
    }
}

/// Checks all that a model must say of a program.
pub(super) fn check(program: &Lines, merged: &Merged) {
    let model = &merged.model;
    // Every process has its events.
    for (&process, lines) in program {
        let process = ProcessId(process);
        let replayed: Vec<String> = model.replay(process).map(|step| model.line(step.construct, process)).collect();
        assert_eq!(&replayed, lines, "replay of {process}");
    }
    let events: usize = program.values().map(Vec::len).sum();
    assert_eq!(model.events(), events as u64);
    let own = program.iter().map(|(&process, lines)| (ProcessId(process), lines.len() as u64));
    let own: Vec<(ProcessId, u64)> = own.filter(|&(_, events)| events > 0).collect();
    assert_eq!(model.events_in_all(model.root()), own);
    for named in model.loops() {
        // Inside of what is in it counts once.
        let node = model.as_loop(named.construct).unwrap();
        let twice: Vec<ConstructId> = model.body(&node).iter().copied().chain([named.construct]).collect();
        let inside = model.events_in_all(&twice);
        assert_eq!(inside.iter().map(|&(_, events)| events).sum::<u64>(), named.events);
        let members: Vec<ProcessId> = inside.iter().map(|&(process, _)| process).collect();
        assert_eq!(members, model.members(named.construct));
    }
    // Every message has its partner.
    let mut raw: BTreeMap<Channel, (Vec<u64>, Vec<u64>)> = BTreeMap::new();
    let mut collectives: BTreeMap<(&str, String), u64> = BTreeMap::new();
    for (&process, lines) in program {
        for (at, line) in lines.iter().enumerate() {
            let read = Line::parse(line).unwrap();
            let own = ProcessId(process);
            match read.kind {
                LineKind::Send { peer, tag } => {
                    let channel = Channel { src: own, dst: ProcessId(peer), tag };
                    raw.entry(channel).or_default().0.push(at as u64);
                }
                LineKind::Recv { peer, tag } => {
                    let channel = Channel { src: ProcessId(peer), dst: own, tag };
                    raw.entry(channel).or_default().1.push(at as u64);
                }
                LineKind::Sync { group, .. } => {
                    *collectives.entry((group, process.to_string())).or_default() += 1;
                }
                LineKind::Local { .. } => {}
            }
        }
    }
    let mut walk = Walk { model, positions: BTreeMap::new(), met: BTreeMap::new(), pairs: BTreeMap::new() };
    let mut left = walk.list(model.root());
    for (&channel, (sends, recvs)) in &raw {
        let at = model.channels().iter().position(|known| *known == channel).unwrap();
        let id = ChannelId(at as u32);
        let mut pairs = walk.pairs.remove(&id).unwrap_or_default();
        let (more_sends, more_recvs) = left.remove(&id).unwrap_or_default();
        pairs.extend(more_sends.iter().copied().zip(more_recvs.iter().copied()));
        pairs.sort_unstable();
        let expected: Vec<(u64, u64)> = sends.iter().copied().zip(recvs.iter().copied()).collect();
        assert_eq!(pairs, expected, "pairs of {channel:?}");
        let counts = Some((sends.len(), recvs.len())).filter(|(s, r)| s != r);
        let listed = merged.problems.iter().find_map(|problem| match problem.kind {
            ProblemKind::Unmatched { channel: of, sent, received } if of == channel => {
                let events = if sent > received { sends } else { recvs };
                assert_eq!(problem.position, events[sent.min(received) as usize]);
                Some((sent as usize, received as usize))
            }
            _ => None,
        });
        let both = [channel.src, channel.dst].iter().all(|p| program.contains_key(&p.0));
        assert_eq!(listed, counts.filter(|_| both), "{channel:?}");
    }
    // Collectives are one construct for all that take part, unless something could not wait.
    let split = merged.problems.iter().any(|problem| {
        matches!(
            problem.kind,
            ProblemKind::Conflict { .. } | ProblemKind::Ahead { .. } | ProblemKind::NamesDiffer { .. }
        )
    });
    if !split {
        let mut most: BTreeMap<&str, u64> = BTreeMap::new();
        for ((group, _), count) in &collectives {
            let most = most.entry(group).or_default();
            *most = (*most).max(*count);
        }
        let mut runs = vec![1u64; model.len()];
        let mut constructs = 0;
        for id in model.ids().rev() {
            match model.construct(id) {
                Construct::Loop(node) => {
                    for item in model.body(&node) {
                        runs[item.index()] = runs[id.index()] * node.count;
                    }
                }
                Construct::Sync { .. } => constructs += runs[id.index()],
                _ => {}
            }
        }
        assert_eq!(constructs, most.values().sum::<u64>(), "collectives");
    }
    // Messages are counted without the trace.
    let matrix = model.matrix();
    let mut counted: BTreeMap<(ProcessId, ProcessId), u64> = BTreeMap::new();
    for (channel, (sends, _)) in &raw {
        if !sends.is_empty() {
            *counted.entry((channel.src, channel.dst)).or_default() += sends.len() as u64;
        }
    }
    let cells = matrix.cells().iter().map(|cell| ((cell.src, cell.dst), cell.messages));
    assert_eq!(cells.collect::<BTreeMap<_, _>>(), counted);
    // Links pair as many messages as there are pairs.
    let mut runs = vec![1u64; model.len()];
    let mut linked = 0;
    for id in model.ids().rev() {
        let Some(node) = model.as_loop(id) else { continue };
        let times = runs[id.index()] * node.count;
        model.body(&node).iter().for_each(|item| runs[item.index()] = times);
        linked += times * model.links(Some(&node)).links.iter().map(|l| l.count).sum::<u64>();
    }
    linked += model.links(None).links.iter().map(|l| l.count).sum::<u64>();
    let pairs: usize = raw.values().map(|(s, r)| s.len().min(r.len())).sum();
    assert_eq!(linked, pairs as u64, "links");
    // The text says all.
    let printed = text::print(model);
    let again = text::parse(&printed).unwrap();
    assert_eq!(text::print(&again), printed);
    assert_eq!(&again, model);
}
