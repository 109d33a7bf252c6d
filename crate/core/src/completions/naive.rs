//! The rule of `orders` and `rounds` word for word, with lists instead of tables; and the causality that the rule must keep.

use crate::completions::{Role, Roles};
use crate::nest::{optimal, Nest, Node, NodeId};
use crate::symbols::Symbol;

struct Run {
    slots: Vec<usize>,
    receives: Vec<Symbol>,
    around: (Option<Symbol>, Option<Symbol>),
}

fn runs(string: &[Symbol], roles: &Roles) -> Vec<Run> {
    let ends = |at: &usize| roles.of(string[*at]) == Role::Ends;
    let borders: Vec<usize> = (0..string.len()).filter(ends).collect();
    let mut runs = Vec::new();
    for place in 0..=borders.len() {
        let before = place.checked_sub(1).map(|place| borders[place]);
        let after = borders.get(place).copied();
        let stretch = before.map_or(0, |at| at + 1)..after.unwrap_or(string.len());
        let slots: Vec<usize> = stretch.filter(|&at| roles.of(string[at]) != Role::Between).collect();
        let receives: Vec<Symbol> = slots.iter().map(|&at| string[at]).collect();
        let around = (before.map(|at| string[at]), after.map(|at| string[at]));
        if distinct(&receives).len() > 1 {
            runs.push(Run { slots, receives, around });
        }
    }
    runs
}

fn distinct<T: PartialEq + Clone>(list: &[T]) -> Vec<T> {
    let mut found = Vec::new();
    for item in list {
        if !found.contains(item) {
            found.push(item.clone());
        }
    }
    found
}

fn bag(receives: &[Symbol]) -> Vec<Symbol> {
    let mut bag = receives.to_vec();
    bag.sort();
    bag
}

/// Symbols and items as the text of the nest shows them.
fn size(nest: &Nest, ids: &[NodeId]) -> (u64, u64) {
    let mut total = (0, 0);
    for &id in ids {
        let own = match nest.node(id) {
            Node::Symbol(_) => (1, 1),
            Node::Loop(node) => {
                let inner = size(nest, nest.body(&node));
                (inner.0, inner.1 + 1)
            }
        };
        total = (total.0 + own.0, total.1 + own.1);
    }
    total
}

fn size_of(string: &[Symbol]) -> (u64, u64) {
    let nest = optimal(string).unwrap();
    size(&nest, nest.root())
}

pub(crate) fn is_regular(list: &[Vec<Symbol>]) -> bool {
    let known = distinct(list);
    let number = |order: &Vec<Symbol>| known.iter().position(|other| other == order).unwrap();
    let numbers: Vec<Symbol> = list.iter().map(|order| Symbol(number(order) as u32)).collect();
    let is_once = |numbers: &[Symbol]| size_of(numbers).0 == known.len() as u64;
    let is_period = |p: &usize| (*p..list.len()).all(|at| list[at] == list[at - p]);
    let in_periods = (1..=list.len() / 2).find(is_period).is_some_and(|period| {
        (0..period.min(16)).any(|first| {
            let whole = (list.len() - first) / period * period;
            is_once(&numbers[first..first + whole])
        })
    });
    known.len() == 1 || (2 * known.len() <= list.len() && (is_once(&numbers) || in_periods))
}

fn rounds(receives: &[Symbol], roles: &Roles) -> Option<Vec<Symbol>> {
    let mut channels = distinct(receives);
    let times = receives.len() / channels.len();
    let count = |channel: &Symbol| receives.iter().filter(|symbol| *symbol == channel).count();
    if times < 2 || channels.iter().any(|channel| count(channel) != times) {
        return None;
    }
    channels.sort_by_key(|&symbol| (roles.of(symbol), symbol));
    Some(channels.repeat(times))
}

/// The string with its runs in one order; the same string if nothing varies.
pub(super) fn arranged(string: &[Symbol], roles: &Roles) -> Vec<Symbol> {
    let runs = runs(string, roles);
    let lists = distinct(&runs.iter().map(|run| (bag(&run.receives), run.around)).collect::<Vec<_>>());
    let is_irregular = lists.iter().any(|list| {
        let own = runs.iter().filter(|run| (bag(&run.receives), run.around) == *list);
        !is_regular(&own.map(|run| run.receives.clone()).collect::<Vec<_>>())
    });
    let improves = |order: &Vec<Symbol>| {
        let rounds = rounds(order, roles).filter(|rounds| rounds != order)?;
        let (leaves, items) = size_of(order);
        let is_mixed = is_irregular || leaves > 2 * distinct(order).len() as u64;
        (is_mixed && size_of(&rounds).1 < items).then_some(rounds)
    };
    let mut arranged = string.to_vec();
    for run in &runs {
        let alike = runs.iter().filter(|other| bag(&other.receives) == bag(&run.receives));
        let alike: Vec<Vec<Symbol>> = alike.map(|run| run.receives.clone()).collect();
        let orders = distinct(&alike);
        let written = if is_irregular {
            let count = |order: &Vec<Symbol>| alike.iter().filter(|other| *other == order).count();
            let most = orders.iter().map(count).max().unwrap();
            let frequent = orders.iter().find(|order| count(order) == most).unwrap();
            improves(frequent).unwrap_or(frequent.clone())
        } else {
            let better: Option<Vec<Vec<Symbol>>> = orders.iter().map(improves).collect();
            better.map_or(run.receives.clone(), |mut better| better.remove(0))
        };
        for (&slot, symbol) in run.slots.iter().zip(written) {
            arranged[slot] = symbol;
        }
    }
    arranged
}

/// An event of a program as causality sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Send { to: usize },
    Receive { from: usize },
    Other,
}

/// The process of an event, its channel (0: it is no receive), and its place among those.
type Name = (usize, usize, usize);

/// Which events are before which: the closure of the order of each process and of the messages, by number of event.
/// Receives are numbered by channel and place, all others by process and place among those that are none.
pub(super) fn before(program: &[Vec<Event>]) -> Vec<Vec<bool>> {
    // Each event with a name that does not depend on the order of receives.
    let mut nodes: Vec<Name> = Vec::new();
    let mut edges: Vec<(Name, Name)> = Vec::new();
    let width = program.len();
    for (process, events) in program.iter().enumerate() {
        let mut received = vec![0; width];
        let mut sent = vec![0; width];
        let mut others = 0;
        let mut last = None;
        for event in events {
            let node = match *event {
                Event::Receive { from } => {
                    received[from] += 1;
                    (process, 1 + from, received[from])
                }
                Event::Send { .. } | Event::Other => {
                    others += 1;
                    (process, 0, others)
                }
            };
            nodes.push(node);
            if let Event::Send { to } = *event {
                sent[to] += 1;
                edges.push((node, (to, 1 + process, sent[to])));
            }
            edges.extend(last.map(|last| (last, node)));
            last = Some(node);
        }
    }
    nodes.sort();
    let at = |node| nodes.binary_search(node).ok();
    let mut before = vec![vec![false; nodes.len()]; nodes.len()];
    for (a, b) in &edges {
        if let (Some(a), Some(b)) = (at(a), at(b)) {
            before[a][b] = true;
        }
    }
    (0..nodes.len()).for_each(|middle| {
        let after = before[middle].clone();
        for row in before.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&after).for_each(|(to, is)| *to |= is);
        }
    });
    // Receives themselves may change places.
    let kept: Vec<usize> = (0..nodes.len()).filter(|&at| nodes[at].1 == 0).collect();
    kept.iter().map(|&a| kept.iter().map(|&b| before[a][b]).collect()).collect()
}
