//! Strings that are split, put together again from lists, and compared.

use std::collections::{BTreeMap, BTreeSet};

use super::{graph, random_strings, symbols};
use crate::event_flow::{graph_kinds, naive, split_by_entry, Alike, HeaderKind, SuccessorLists};
use crate::symbols::Symbol;

/// One round by its definition: every event of a visit to an outermost loop with several entries with the entry of the visit.
fn split_once(letters: &[u32]) -> Vec<u32> {
    let graph = graph(&symbols(letters));
    let forest = naive::by_definition(graph.successors(), letters[0]);
    let outermost = |node: u32| {
        let mut around = Vec::new();
        let mut at = match forest.kind(node) {
            HeaderKind::None => forest.header_around(node),
            _ => Some(node),
        };
        while let Some(header) = at {
            around.push(header);
            at = forest.header_around(header);
        }
        around.into_iter().rev().find(|&header| forest.kind(header) == HeaderKind::Irreducible)
    };
    let mut labels: BTreeMap<(u32, Option<u32>), u32> = BTreeMap::new();
    let label = |at: usize| {
        let own = outermost(letters[at]);
        let inside = (0..=at).rev().take_while(|&before| outermost(letters[before]) == own);
        let entry = own.and_then(|_| inside.last()).map(|first| letters[first]);
        let next = labels.len() as u32;
        *labels.entry((letters[at], entry)).or_insert(next)
    };
    (0..letters.len()).map(label).collect()
}

#[test]
fn splitting_takes_entries_apart() {
    let (mut split_up, mut rounds) = (0, BTreeSet::new());
    random_strings(|letters, _| {
        let split = split_by_entry(symbols(letters), u32::MAX);
        assert!(split.string.iter().map(|it| split.copies[it.0 as usize].symbol).eq(letters.iter().copied()));
        assert_eq!(split.irreducible, 0);
        let mut expected = letters.to_vec();
        for _ in 0..split.rounds {
            expected = split_once(&expected);
        }
        assert_eq!(split.string, symbols(&expected), "{letters:?}");
        let graph_of_copies = graph(&split.string);
        assert!(naive::is_reducible(graph_of_copies.successors(), split.string[0].0));
        let whole = graph(&symbols(letters));
        assert_eq!(split.was_irreducible, !naive::is_reducible(whole.successors(), letters[0]));
        // The copies put together are the graph.
        let mut folded: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        let symbol = |node: u32| split.copies[node as usize].symbol;
        for edge in graph_of_copies.edges() {
            *folded.entry((symbol(edge.from), symbol(edge.to))).or_default() += edge.count;
        }
        assert!(whole.edges().all(|edge| folded.remove(&(edge.from, edge.to)) == Some(edge.count)));
        assert!(folded.is_empty());
        split_up += u32::from(split.rounds > 0);
        rounds.insert(split.rounds);
        let unsplit = split_by_entry(symbols(letters), 0);
        assert_eq!((unsplit.string, unsplit.rounds), (symbols(letters), 0));
    });
    assert!(split_up > 500 && rounds.len() > 3, "{split_up} {rounds:?}");
}

#[test]
fn lists_give_the_string_again() {
    random_strings(|letters, _| {
        let string = symbols(letters);
        let graph = graph(&string);
        let lists = SuccessorLists::new(&graph, &string);
        assert!(lists.expand(&graph).eq(string.iter().copied()));
        assert!(lists.lists().iter().all(|(node, _)| graph.branches(*node)));
        let again = SuccessorLists::of_nests(lists.lists().to_vec());
        assert_eq!(again, lists);
        // A list that is lost ends the walk, and no walk is longer than the string.
        let lost = SuccessorLists::of_nests(lists.lists().iter().skip(1).cloned().collect());
        assert!(lost.expand(&graph).count() <= string.len());
    });
    assert_eq!(SuccessorLists::default().expand(&Default::default()).count(), 0);
}

#[test]
fn kinds_do_not_depend_on_numbers() {
    let words = |text: &str| -> (Vec<String>, Vec<Symbol>) {
        let (mut texts, mut string) = (Vec::new(), Vec::new());
        for word in text.split(' ') {
            let known = texts.iter().position(|text| text == word).unwrap_or_else(|| {
                texts.push(word.to_owned());
                texts.len() - 1
            });
            string.push(Symbol(known as u32));
        }
        (texts, string)
    };
    let strings = ["a b a b c", "c", "b a b a b a b c", "a b a b a b c", "x a b a b c", "a b c", "c"];
    let parts: Vec<_> = strings.iter().map(|text| words(text)).collect();
    let graphs: Vec<_> = parts.iter().map(|(_, string)| graph(string)).collect();
    let kinds = |alike| {
        let all = graphs.iter().zip(&parts).map(|(graph, (texts, _))| (graph, &texts[..]));
        graph_kinds(all, alike)
    };
    assert_eq!(kinds(Alike::Edges), [0, 1, 2, 0, 3, 4, 1]);
    assert_eq!(kinds(Alike::Counts), [0, 1, 2, 3, 4, 5, 1]);
}
