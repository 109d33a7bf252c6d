//! A process with the partners of its messages taken out, where they are anybody's.
//!
//! 1. A receive with one tag that comes from at least three sources, and at least twice as often, is from anybody: `* recv 0 2`.
//! 2. A message that always has the partner of the last such receive, from the first of them on, is written `0 send < 1`.
//! 3. Other sends have `*`; other receives stay as they are.
//!
//! The list of partners behind `*`, in order, gives the recorded lines again.

use rustc_hash::FxHashMap;

use super::line::{Form, Message};
use super::LEAST_PARTNERS;
use crate::nest::{optimal, Nest};
use crate::symbols::{Symbol, SymbolString, SymbolTable};

/// A process whose messages have any partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyPartner {
    /// The string without partners.
    pub string: SymbolString,
    /// Who they were.
    pub peers: Peers,
}

/// The partners that were taken out of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Peers {
    /// The process behind each `*`, in order, as symbols: symbol 5 is process 5.
    pub list: Nest,
}

/// What all messages have that differ only in their partner.
struct Key {
    text: String,
    is_any: bool,
    /// Whether all of them, from the first receive from anybody on, have the partner of the last one; `None` if there are none.
    follows: Option<bool>,
}

/// A process with its partners taken out; `None` if it receives from nobody but known ones. O(string).
pub fn any_partner(string: &SymbolString) -> Option<AnyPartner> {
    let mut times = vec![0u64; string.table.len()];
    for symbol in &string.symbols {
        if let Some(times) = times.get_mut(symbol.0 as usize) {
            *times += 1;
        }
    }
    let (mut keys, messages) = keys(&string.table, &times);
    if !keys.iter().any(|key| key.is_any) {
        return None;
    }
    let of = |symbol: Symbol| messages.get(symbol.0 as usize).copied().flatten();
    let mut last: Option<u32> = None;
    for (key, peer) in string.symbols.iter().filter_map(|&symbol| of(symbol)) {
        let Some(key) = keys.get_mut(key) else { continue };
        match last {
            _ if key.is_any => last = Some(peer),
            Some(last) => key.follows = Some(key.follows.unwrap_or(true) && peer == last),
            None => {}
        }
    }
    let mut written = Written::default();
    let mut is_begun = false;
    for &symbol in &string.symbols {
        let recorded = string.table.text(symbol);
        let known = of(symbol).and_then(|(key, peer)| Some((keys.get(key)?, peer)));
        let Some((key, peer)) = known else {
            written.push(recorded);
            continue;
        };
        is_begun |= key.is_any;
        match (key.is_any, key.follows, Form::read(recorded)) {
            (false, Some(true), Some(form)) if is_begun => written.push(&form.with("<")),
            (false, _, Some(form)) if form.is_receive => written.push(recorded),
            _ => {
                written.peers.push(Symbol(peer));
                written.push(&key.text);
            }
        }
    }
    written.finish()
}

/// The keys of all messages, and for each symbol its key and its partner.
fn keys(table: &SymbolTable, times: &[u64]) -> (Vec<Key>, Vec<Option<(usize, u32)>>) {
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut keys: Vec<Key> = Vec::new();
    // Of each key: its sources, and how often it comes.
    let mut sums: Vec<(usize, u64)> = Vec::new();
    let mut messages = Vec::with_capacity(table.len());
    for (text, &times) in table.texts().iter().zip(times) {
        let Some(message) = Message::read(text) else {
            messages.push(None);
            continue;
        };
        let number = *numbers.entry(message.key).or_insert_with_key(|key| {
            keys.push(Key { text: key.clone(), is_any: false, follows: None });
            sums.push((0, 0));
            keys.len() - 1
        });
        if let (Some(sum), Some(key)) = (sums.get_mut(number), keys.get_mut(number)) {
            *sum = (sum.0 + 1, sum.1 + times);
            key.is_any = message.is_receive && sum.0 >= LEAST_PARTNERS && sum.1 >= 2 * sum.0 as u64;
        }
        messages.push(Some((number, message.peer)));
    }
    (keys, messages)
}

#[derive(Default)]
struct Written {
    numbers: FxHashMap<Box<str>, u32>,
    texts: Vec<Box<str>>,
    symbols: Vec<Symbol>,
    peers: Vec<Symbol>,
}

impl Written {
    fn push(&mut self, text: &str) {
        let number = match self.numbers.get(text) {
            Some(&number) => number,
            None => {
                let number = self.texts.len() as u32;
                self.numbers.insert(text.into(), number);
                self.texts.push(text.into());
                number
            }
        };
        self.symbols.push(Symbol(number));
    }

    /// `None` if there are too many messages for a nest.
    fn finish(self) -> Option<AnyPartner> {
        let string = SymbolString { symbols: self.symbols, table: SymbolTable::new(self.texts) };
        let peers = Peers { list: optimal(&self.peers).ok()? };
        Some(AnyPartner { string, peers })
    }
}

/// The word for a partner that is kept, and for that of the last receive from anybody.
const ANY: &str = "*";
const LAST: &str = "<";

impl Peers {
    /// The recorded lines of the symbols of a process. A `*` without a partner in the list stays. O(1) a symbol.
    pub fn lines<'a>(
        &'a self,
        symbols: impl Iterator<Item = Symbol> + 'a,
        table: &'a SymbolTable,
    ) -> impl Iterator<Item = String> + 'a {
        let forms: Vec<Option<Form<'a>>> = table.texts().iter().map(|text| Form::read(text)).collect();
        let mut list = self.list.symbols();
        let mut last = String::new();
        symbols.map(move |symbol| {
            let text = table.text(symbol);
            match forms.get(symbol.0 as usize).copied().flatten() {
                Some(form) if form.peer == ANY => {
                    let Some(peer) = list.next() else { return text.to_owned() };
                    let peer = peer.0.to_string();
                    let line = form.with(&peer);
                    if form.is_receive {
                        last = peer;
                    }
                    line
                }
                Some(form) if form.peer == LAST => form.with(&last),
                _ => text.to_owned(),
            }
        })
    }

    /// Whether the list has a partner for each `*` of a nest, and no `<` comes before the first of them. O(events).
    pub fn fits(&self, nest: &Nest, table: &SymbolTable) -> bool {
        let words: Vec<&str> = table.texts().iter().map(|text| Form::read(text).map_or("", |form| form.peer)).collect();
        let mut begun = 0u64;
        let is_known = nest.symbols().all(|symbol| {
            let word = words.get(symbol.0 as usize).copied().unwrap_or("");
            begun += u64::from(word == ANY);
            word != LAST || begun > 0
        });
        is_known && begun == self.list.len()
    }

    /// How many different partners there are, and how many messages have one of them. O(nodes).
    pub fn figures(&self) -> (u64, u64) {
        let different = self.list.nodes().filter(|node| matches!(node, crate::nest::Node::Symbol(_)));
        (different.count() as u64, self.list.len())
    }
}
