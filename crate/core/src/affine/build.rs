//! Building nests of tuples: from a sequence of tuples, or node by node.

use rustc_hash::FxHashMap;

use super::count::Counter;
use super::{Affine, Facts, Field, Node};
use crate::recognize::{Function, Kind, Options, Recognizer, Term};
use crate::trace::{NameId, Sign, Table, Values};

/// Why something is not a nest of tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: &'static str,
}

impl Refusal {
    fn new(found: impl Into<String>, expected: &'static str) -> Self {
        Self { found: found.into(), expected }
    }
}

/// Makes the nodes of a nest of tuples, children first. Equal nodes of one level are stored once.
#[derive(Debug, Default)]
pub struct AffineBuilder {
    nest: Affine,
    known: FxHashMap<(u32, Node), u32>,
    names: FxHashMap<Box<str>, u32>,
    /// The lines of each node in the text: a loop counts with its whole body.
    sizes: Vec<u64>,
}

/// The most lines that the text of a nest from a file may have.
const MOST_ITEMS: u64 = 1 << 27;

impl AffineBuilder {
    /// A builder for tuples of these fields.
    pub fn new(fields: Vec<Field>) -> Self {
        Self { nest: Affine { fields, ..Affine::default() }, ..Self::default() }
    }

    /// The fields, of which the notation may still change.
    pub fn fields_mut(&mut self) -> &mut [Field] {
        &mut self.nest.fields
    }

    /// A value inside of `level` loops; no label is the empty one.
    ///
    /// # Errors
    /// It has not as many numbers as there are fields, or one uses the index of a loop that is not there.
    pub fn value(&mut self, level: u32, label: &str, fields: Vec<Function>) -> Result<u32, Refusal> {
        if fields.len() != self.nest.fields.len() {
            let found = format!("a tuple of {} numbers", fields.len());
            return Err(Refusal::new(found, "as many numbers in every tuple"));
        }
        fields.iter().try_for_each(|field| check(field, level))?;
        let label = self.label(label);
        let node = Node::Value { label, fields: fields.into() };
        let degrees = vec![0; level as usize];
        let facts = Facts { level, fixed: Some(1), degrees, ..Facts::default() };
        Ok(self.add(node, facts, 1))
    }

    fn label(&mut self, text: &str) -> u32 {
        if let Some(&label) = self.names.get(text) {
            return label;
        }
        let label = self.nest.labels.len() as u32;
        self.nest.labels.push(text.into());
        self.names.insert(text.into(), label);
        label
    }

    /// A loop inside of `level` loops, over nodes inside of one more.
    ///
    /// # Errors
    /// An empty body, a node of another level or one that does not exist, a bound that uses the
    /// index of a loop that is not there or is negative, more than 64 levels.
    pub fn repeat(&mut self, level: u32, bound: Function, body: Vec<u32>) -> Result<u32, Refusal> {
        check(&bound, level)?;
        if body.is_empty() {
            return Err(Refusal::new("an empty body", "at least one item in a loop"));
        }
        if bound.is_constant() && bound.offset() < 0 {
            return Err(Refusal::new(bound.to_string(), "a bound of 0 or more"));
        }
        let nest = &self.nest;
        let inside = |&item: &u32| nest.facts.get(item as usize).filter(|f| f.level == level + 1);
        let Some(items) = body.iter().map(inside).collect::<Option<Vec<&Facts>>>() else {
            return Err(Refusal::new("a body", "nodes that stand before, one level further in"));
        };
        let height = items.iter().map(|facts| facts.height).max().unwrap_or(0) + 1;
        if level + height > Term::MAX_DEPTH {
            return Err(Refusal::new("more loops in loops", "at most 64 levels"));
        }
        let used = body.iter().any(|&item| nest.uses(item, level));
        let varied = !bound.is_constant() || items.iter().any(|facts| facts.varied);
        let most = |index: usize| items.iter().filter_map(|facts| facts.degrees.get(index)).copied().max().unwrap_or(0);
        let own = most(level as usize);
        let degrees: Vec<u32> = (0..level)
            .map(|index| {
                let inner = most(index as usize);
                // A sum up to a bound of degree 1, of what has a degree in the own index.
                let bound = if bound.depends_on(index) { own.saturating_add(1) } else { 0 };
                inner.saturating_add(bound)
            })
            .chain([own])
            .collect();
        let free = degrees.iter().take(level as usize).all(|&degree| degree == 0);
        let size = body.iter().filter_map(|&item| self.sizes.get(item as usize));
        let size = size.fold(1u64, |sum, &more| sum.saturating_add(more));
        let facts = Facts { level, height, fixed: None, varied, used, degrees };
        let number = self.add(Node::Loop { bound, body: body.into() }, facts, size);
        if free && self.nest.facts(number).fixed.is_none() {
            let fixed = Counter::new(&self.nest).node(number, &mut vec![0; level as usize]);
            if let Some(facts) = self.nest.facts.get_mut(number as usize) {
                facts.fixed = fixed.and_then(|len| u64::try_from(len).ok());
            }
        }
        Ok(number)
    }

    fn add(&mut self, node: Node, facts: Facts, size: u64) -> u32 {
        let next = self.nest.nodes.len() as u32;
        let number = *self.known.entry((facts.level, node.clone())).or_insert(next);
        if number == next {
            self.nest.nodes.push(node);
            self.nest.facts.push(facts);
            self.sizes.push(size);
        }
        number
    }

    /// The nest with these items at the top level.
    ///
    /// # Errors
    /// A node that does not exist or is inside of loops, tuples that cannot be counted or are 2^63 or more, a
    /// text of more than 2^27 lines, a bound that becomes negative.
    pub fn finish(self, root: Vec<u32>) -> Result<Affine, Refusal> {
        let size = root.iter().filter_map(|&item| self.sizes.get(item as usize));
        if size.fold(0u64, |sum, &more| sum.saturating_add(more)) > MOST_ITEMS {
            return Err(Refusal::new("a nest written short", "at most 2^27 lines of text"));
        }
        let mut nest = self.nest;
        if root.iter().any(|&item| nest.facts.get(item as usize).is_none_or(|f| f.level > 0)) {
            return Err(Refusal::new("an item of the top level", "a node outside of loops"));
        }
        // Checked before lengths, which a negative bound would make wrong.
        nest.root = root;
        nest.check_bounds()?;
        let too_long = || Refusal::new("a longer one", "a trace of fewer than 2^63 tuples");
        let mut starts = Vec::with_capacity(nest.root.len());
        let mut len = 0u64;
        for &item in &nest.root {
            starts.push(len);
            let more = nest.facts(item).fixed.ok_or_else(too_long)?;
            len = len.checked_add(more).filter(|&len| len < 1 << 63).ok_or_else(too_long)?;
        }
        (nest.starts, nest.len) = (starts, len);
        nest.name_loops();
        Ok(nest)
    }
}

/// Refuses a function with the index of a loop that is not around it.
fn check(function: &Function, level: u32) -> Result<(), Refusal> {
    let known = if level >= 64 { u64::MAX } else { (1 << level) - 1 };
    if function.slopes().iter().any(|&(mask, _)| mask & !known != 0) {
        let expected = "indices of loops around it only";
        return Err(Refusal::new(function.to_string(), expected));
    }
    Ok(())
}

impl Affine {
    /// Whether something in a node uses the index of that level.
    fn uses(&self, number: u32, index: u32) -> bool {
        match self.node(number) {
            Some(Node::Value { fields, .. }) => fields.iter().any(|f| f.depends_on(index)),
            Some(Node::Loop { bound, body }) => {
                bound.depends_on(index) || body.iter().any(|&item| self.uses(item, index))
            }
            None => false,
        }
    }

    /// Refuses bounds that go below 0: every loop runs at least once.
    fn check_bounds(&self) -> Result<(), Refusal> {
        for way in self.ways() {
            let Some(Node::Loop { bound, .. }) = way.last().and_then(|&n| self.node(n)) else {
                continue;
            };
            if !bound.is_constant() && self.reach_of(bound, &way[..way.len() - 1]).least < 0 {
                let expected = "a bound of 0 or more, wherever the loop runs";
                return Err(Refusal::new(format!("a loop to {bound}"), expected));
            }
        }
        Ok(())
    }

    /// The loops of the tuples of a process, recognized with bodies of at most `k` items.
    ///
    /// # Errors
    /// More than `most` different values.
    pub fn recognize(values: &Values, table: &Table, k: usize, most: usize) -> Result<Self, Refusal> {
        let kind = |sign: Sign| match sign {
            Sign::Signed => Kind::Signed,
            Sign::Unsigned => Kind::Unsigned,
        };
        let columns = values.columns();
        let kinds = columns.iter().map(|column| kind(column.sign())).collect();
        let mut recognizer = Recognizer::new(Options { k, fields: kinds, ..Options::default() });
        let mut labels: Vec<Option<NameId>> = Vec::new();
        let mut known: FxHashMap<Option<NameId>, u32> = FxHashMap::default();
        let mut tuple = vec![0; columns.len()];
        for at in 0..values.len() {
            let name = values.label(at);
            let label = *known.entry(name).or_insert_with(|| {
                labels.push(name);
                labels.len() as u32 - 1
            });
            for (number, column) in tuple.iter_mut().zip(columns) {
                *number = column.bits().get(at).copied().unwrap_or(0);
            }
            recognizer.push(label, &tuple);
        }
        let texts: Vec<&str> = labels.iter().map(|label| label.map_or("", |name| table.name(name))).collect();
        let field = |column: &crate::trace::Column| Field { name: column.name().into(), notation: column.notation() };
        let mut builder = AffineBuilder::new(columns.iter().map(field).collect());
        let root = builder.terms(&recognizer.finish(), 0, &texts, most)?;
        builder.finish(root)
    }
}

impl AffineBuilder {
    /// The nodes of terms inside of `level` loops. The recursion is as deep as the loops.
    fn terms(&mut self, terms: &[Term], level: u32, labels: &[&str], most: usize) -> Result<Vec<u32>, Refusal> {
        let mut items = Vec::with_capacity(terms.len());
        for term in terms {
            items.push(match term {
                Term::Value(value) => {
                    let label = labels.get(value.label() as usize).copied().unwrap_or("");
                    self.value(level, label, value.fields().to_vec())?
                }
                Term::Loop(node) => {
                    let body = self.terms(node.body(), level + 1, labels, most)?;
                    self.repeat(level, node.bound().clone(), body)?
                }
            });
            if self.nest.nodes.len() > most {
                let found = format!("more than {most}");
                return Err(Refusal::new(found, "fewer different values"));
            }
        }
        Ok(items)
    }
}
