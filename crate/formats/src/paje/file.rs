//! A file while it is read: its containers, each with its events.

use std::collections::VecDeque;

use loopscope_core::numbers::{counted, thousands};
use rustc_hash::FxHashMap;

use super::define::{word, Definition, Kind, Role, Tokens, Words};
use super::times::{ContainerTimes, FileTimes};
use crate::collection::TraceFile;
use crate::format::FileInfo;
use crate::input::head::BOM;
use crate::input::integer::short_decimal;
use crate::input::lines::{Line, Lines};
use crate::input::words::{name_in_one_line, one_line};
use crate::mpi::names::is_mpi;
use crate::notes::DeferredNotes;
use crate::notes::{quote, Note, Place, Problem};

/// Something that happens in a container: what, in the upper bits, and of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item(u32);

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PajeEvent {
    /// A state begins, and ends with the next `Pop`.
    Push(u32),
    Pop,
    /// A state begins and ends the one before.
    Set(u32),
    /// All states end.
    Reset,
    /// Something that has no length.
    Event(u32),
    /// A link starts, or ends.
    Start(u32),
    End(u32),
}

const INDEX_BITS: u32 = 29;
const MAX_INDEX: u32 = (1 << INDEX_BITS) - 1;

impl Item {
    fn new(kind: u32, index: u32) -> Self {
        Self(kind << INDEX_BITS | index.min(MAX_INDEX))
    }

    pub(super) fn event(self) -> PajeEvent {
        let index = self.0 & MAX_INDEX;
        match self.0 >> INDEX_BITS {
            0 => PajeEvent::Push(index),
            1 => PajeEvent::Pop,
            2 => PajeEvent::Set(index),
            3 => PajeEvent::Reset,
            4 => PajeEvent::Event(index),
            5 => PajeEvent::Start(index),
            _ => PajeEvent::End(index),
        }
    }
}

/// A container.
#[derive(Debug)]
pub(super) struct Container {
    pub(super) name: String,
    /// The container around it.
    pub(super) parent: Option<u32>,
    pub(super) items: Vec<Item>,
    pub(super) times: ContainerTimes,
}

impl Container {
    /// Whether something happens in it that becomes an event: the end of a state makes none, nor does a link with one end.
    pub(super) fn is_busy(&self, links: &[Link]) -> bool {
        self.items.iter().any(|item| match item.event() {
            PajeEvent::Pop | PajeEvent::Reset => false,
            PajeEvent::Start(link) | PajeEvent::End(link) => links.get(link as usize).is_some_and(Link::is_whole),
            PajeEvent::Push(_) | PajeEvent::Set(_) | PajeEvent::Event(_) => true,
        })
    }
}

/// A link between two containers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Indices of containers.
    pub(super) start: Option<u32>,
    pub(super) end: Option<u32>,
    pub(super) bytes: Option<u64>,
    pub(super) tag: Option<i64>,
}

impl Link {
    /// Whether it has both its ends.
    pub(super) fn is_whole(&self) -> bool {
        self.start.is_some() && self.end.is_some()
    }
}

/// A file that is read.
#[derive(Debug, Default)]
pub(super) struct File {
    pub(super) notes: DeferredNotes,
    /// The number in its name.
    pub(super) number: Option<u32>,
    lines: Lines,
    definitions: FxHashMap<u64, Definition>,
    /// The definition that is under way, and its number.
    open: Option<(u64, Definition)>,
    pub(super) containers: Vec<Container>,
    /// By alias and by name.
    container_ids: FxHashMap<Box<[u8]>, u32>,
    /// The container of the event before.
    last: (Vec<u8>, Option<u32>),
    /// Names of states and events, and whether they are calls of MPI.
    pub(super) names: Vec<(String, bool)>,
    /// By alias and by name.
    name_ids: FxHashMap<Box<[u8]>, u32>,
    pub(super) links: Vec<Link>,
    /// Links between containers of a platform, which say what the network looks like.
    edges: u64,
    /// Links that lack an end or, where the end came first, a start; by type and key.
    halves: FxHashMap<Box<[u8]>, (bool, VecDeque<u32>)>,
    key: Vec<u8>,
    pub(super) times: FileTimes,
    variables: u64,
    unknown: u64,
    events: u64,
    kept: u64,
}

impl TraceFile for File {
    fn new(file: &FileInfo) -> Self {
        let number = file.number.map(|number| number.0);
        Self { notes: DeferredNotes::new(&file.path), number, ..Self::default() }
    }

    fn read(&mut self, chunk: &[u8]) {
        let mut lines = std::mem::take(&mut self.lines);
        // Nothing that a line says ends the reading.
        let _: Result<(), ()> = lines.read(chunk, |line| {
            self.line(&line);
            Ok(())
        });
        self.lines = lines;
    }

    fn finish(&mut self) -> Result<(), Note> {
        let mut lines = std::mem::take(&mut self.lines);
        let _: Result<(), ()> = lines.end(|line| {
            self.line(&line);
            Ok(())
        });
        // What only reading needs.
        self.halves = FxHashMap::default();
        self.container_ids = FxHashMap::default();
        self.name_ids = FxHashMap::default();
        self.note_half_links();
        self.times.note(&mut self.notes);
        let passed = [
            (self.variables, "variable value"),
            (self.edges, "link of the platform"),
            (self.unknown, "event of an unknown kind"),
            (self.idle(), "container without events"),
        ];
        let present = passed.iter().filter(|(count, _)| *count > 0);
        let found: Vec<String> = present.map(|(count, noun)| counted(*count, noun)).collect();
        let found = found.join(", ");
        if self.containers.iter().any(|container| container.is_busy(&self.links)) {
            if !found.is_empty() {
                self.notes.add(Problem::Ignored, |file| {
                    let what = "everything but the events of processes is left out";
                    Note::info(file, what).found(found)
                });
            }
            return Ok(());
        }
        let expected = "events defined as PajePushState, PajeSetState or similar";
        let what = "the file contains no state, link or event";
        let found = if found.is_empty() { "no event" } else { &found };
        Err(self.notes.unusable(what, found, expected))
    }

    fn kept_bytes(&self) -> u64 {
        let times = self.times.kept_bytes();
        let links = 40 * self.links.len() as u64 + 64 * self.halves.len() as u64;
        self.kept + 4 * self.events + times + links
    }

    fn events(&self) -> u64 {
        self.events
    }
}

impl File {
    fn line(&mut self, line: &Line<'_>) {
        let first = line.number == 1;
        let bytes = line.bytes.strip_prefix(if first { BOM } else { b"" }).unwrap_or(line.bytes);
        let mut tokens = Tokens::new(bytes);
        let Some((word, at)) = tokens.next() else { return };
        match word.first() {
            Some(b'%') => return self.definition(bytes),
            Some(b'#') => return,
            _ => {}
        }
        if line.too_long {
            return self.bad(Problem::LineTooLong, "a line is too long", 0..0, "", line, bytes);
        }
        let Some(number) = short_decimal(word) else {
            let expected = "the number of an event";
            return self.bad(
                Problem::NotANumber,
                "a line does not begin with an event number",
                at,
                expected,
                line,
                bytes,
            );
        };
        let Some(definition) = self.definitions.get(&number) else {
            let expected = "the number of an event defined above";
            let what = "an event has no definition";
            return self.bad(Problem::UnknownEvent, what, at, expected, line, bytes);
        };
        let kind = definition.kind;
        match definition.read(&mut tokens) {
            Some(words) => self.event(kind, &words, line, bytes),
            None => {
                let expected = "one word for each field of its definition";
                let all = 0..bytes.len();
                self.bad(Problem::WordMissing, "an event has too few fields", all, expected, line, bytes);
            }
        }
    }

    /// A line that defines an event, or a part of it.
    fn definition(&mut self, bytes: &[u8]) {
        let mut words = Tokens::new(bytes).map(|(word, _)| word);
        let mut first = words.next().unwrap_or_default();
        first = first.strip_prefix(b"%").unwrap_or(first);
        if first.is_empty() {
            first = words.next().unwrap_or_default();
        }
        match first {
            b"EventDef" => {
                let name = words.next().unwrap_or_default();
                let number = words.next().and_then(short_decimal);
                self.open = number.map(|number| (number, Definition::new(name)));
            }
            b"EndEventDef" => {
                if let Some((number, definition)) = self.open.take() {
                    self.kept += 160;
                    self.definitions.insert(number, definition);
                }
            }
            // Other: a field of the definition, whose name the writer chooses.
            field => {
                if let Some((_, definition)) = &mut self.open {
                    definition.add(field);
                }
            }
        }
    }

    fn event(&mut self, kind: Kind, words: &Words<'_>, line: &Line<'_>, bytes: &[u8]) {
        let item = match kind {
            Kind::DefineType | Kind::DestroyContainer => return,
            Kind::DefineValue => return self.value(words),
            Kind::CreateContainer => return self.create(words),
            Kind::Variable => {
                self.variables += 1;
                return;
            }
            Kind::Unknown => {
                self.unknown += 1;
                return;
            }
            Kind::StartLink | Kind::EndLink => return self.link(kind, words, line, bytes),
            Kind::PushState => Item::new(0, self.name(word(words, Role::Value))),
            Kind::PopState => Item::new(1, 0),
            Kind::SetState => Item::new(2, self.name(word(words, Role::Value))),
            Kind::ResetState => Item::new(3, 0),
            Kind::NewEvent => Item::new(4, self.name(word(words, Role::Value))),
        };
        match self.container(word(words, Role::Container)) {
            Some(container) => self.push(container, item, words),
            None => self.nowhere(word(words, Role::Container), line, bytes),
        }
    }

    fn push(&mut self, container: u32, item: Item, words: &Words<'_>) {
        if let Some(container) = self.containers.get_mut(container as usize) {
            container.items.push(item);
            self.times.push(word(words, Role::Time), &mut container.times);
            self.events += 1;
        }
    }

    #[inline]
    fn container(&mut self, id: &[u8]) -> Option<u32> {
        if self.last.1.is_some() && self.last.0 == id {
            return self.last.1;
        }
        let container = self.container_ids.get(id).copied();
        self.last.0.clear();
        self.last.0.extend_from_slice(id);
        self.last.1 = container;
        container
    }

    fn create(&mut self, words: &Words<'_>) {
        let (alias, name) = (word(words, Role::Alias), word(words, Role::Name));
        let parent = self.container_ids.get(word(words, Role::Container)).copied();
        let id = self.containers.len() as u32;
        let text = one_line(&String::from_utf8_lossy(if name.is_empty() { alias } else { name }));
        self.kept += 4 * (alias.len() + name.len()) as u64 + 300;
        self.containers.push(Container { name: text, parent, items: Vec::new(), times: ContainerTimes::default() });
        // Events may use the name where there is an alias; the alias goes first.
        if !name.is_empty() {
            self.container_ids.entry(name.into()).or_insert(id);
        }
        if !alias.is_empty() {
            self.container_ids.insert(alias.into(), id);
        }
        self.last.1 = None;
    }

    /// A value of a state, by alias.
    fn value(&mut self, words: &Words<'_>) {
        let (alias, name) = (word(words, Role::Alias), word(words, Role::Name));
        let id = self.name(name);
        if !alias.is_empty() {
            self.kept += alias.len() as u64 + 80;
            self.name_ids.insert(alias.into(), id);
        }
    }

    fn name(&mut self, raw: &[u8]) -> u32 {
        if let Some(&id) = self.name_ids.get(raw) {
            return id;
        }
        let text = name_in_one_line(&String::from_utf8_lossy(raw));
        let is_call = is_mpi(&text);
        let id = self.names.len() as u32;
        self.kept += 3 * raw.len() as u64 + 160;
        self.names.push((text, is_call));
        self.name_ids.insert(raw.into(), id);
        id
    }

    fn link(&mut self, kind: Kind, words: &Words<'_>, line: &Line<'_>, bytes: &[u8]) {
        let starts = kind == Kind::StartLink;
        let end = word(words, if starts { Role::Start } else { Role::End });
        let Some(container) = self.container(end) else { return self.nowhere(end, line, bytes) };
        let (key, value) = (word(words, Role::Key), word(words, Role::Value));
        // SimGrid draws the platform with links of that value between hosts, routers and cables
        // (`src/instr/instr_platform.cpp`); nothing is sent.
        if value == b"topology" {
            self.edges += u64::from(starts);
            return;
        }
        self.key.clear();
        self.key.extend_from_slice(word(words, Role::Type));
        self.key.push(0);
        self.key.extend_from_slice(key);
        let other = self.halves.get_mut(&*self.key).filter(|half| half.0 != starts);
        let known = other.and_then(|(_, links)| links.pop_front());
        let link = match known {
            Some(link) => link,
            None => {
                let link = self.links.len() as u32;
                let (bytes, tag) = (short_decimal(value), tag_of(key));
                self.links.push(Link { start: None, end: None, bytes, tag });
                let half = self.halves.entry(self.key.as_slice().into());
                let half = half.or_insert_with(|| (starts, VecDeque::new()));
                half.0 = starts;
                half.1.push_back(link);
                link
            }
        };
        if known.is_some() && self.halves.get(&*self.key).is_some_and(|half| half.1.is_empty()) {
            self.halves.remove(&*self.key);
        }
        if let Some(link) = self.links.get_mut(link as usize) {
            let side = if starts { &mut link.start } else { &mut link.end };
            *side = Some(container);
        }
        self.push(container, Item::new(if starts { 5 } else { 6 }, link), words);
    }

    /// An event of a container that is not there.
    fn nowhere(&mut self, container: &[u8], line: &Line<'_>, bytes: &[u8]) {
        let start = (container.as_ptr() as usize).wrapping_sub(bytes.as_ptr() as usize);
        let start = if start <= bytes.len() { start } else { 0 };
        let at = start..start + container.len();
        let expected = "the alias or name of a container created before";
        let what = "an event names an unknown container";
        self.bad(Problem::PeerUnresolved, what, at, expected, line, bytes);
    }

    fn bad(
        &mut self,
        problem: Problem,
        what: &str,
        at: std::ops::Range<usize>,
        expected: &str,
        line: &Line<'_>,
        bytes: &[u8],
    ) {
        self.notes.add(problem, |file| {
            let context = line.context(bytes, Some((at.start, at.end)));
            Note {
                place: Place::Line(line.number),
                found: quote(bytes.get(at).unwrap_or_default().trim_ascii()),
                expected: expected.to_owned(),
                remedy: "skipped".to_owned(),
                context,
                ..Note::warning(file, what)
            }
        });
    }

    /// Notes how many links lack an end. They are not messages and are counted nowhere else.
    fn note_half_links(&mut self) {
        let (mut without_start, mut without_end) = (0u64, 0u64);
        for link in &self.links {
            without_start += u64::from(link.start.is_none());
            without_end += u64::from(link.end.is_none());
        }
        if without_start + without_end == 0 {
            return;
        }
        let sides = [(without_start, "a start"), (without_end, "an end")];
        let sides = sides.iter().filter(|(count, _)| *count > 0);
        let found: Vec<String> = sides.map(|(count, what)| format!("{} without {what}", thousands(*count))).collect();
        self.notes.add(Problem::LinkWithOneEnd, |file| {
            Note::warning(file, "some links lack their start or end")
                .found(found.join(", "))
                .remedy("the communication view lacks these messages")
        });
    }

    /// Containers in which nothing happens, and which hold no others: parents are there to hold them.
    fn idle(&self) -> u64 {
        let mut is_parent = vec![false; self.containers.len()];
        for parent in self.containers.iter().filter_map(|container| container.parent) {
            if let Some(is_parent) = is_parent.get_mut(parent as usize) {
                *is_parent = true;
            }
        }
        let leaves = self.containers.iter().zip(&is_parent).filter(|(_, is_parent)| !**is_parent);
        leaves.filter(|(container, _)| !container.is_busy(&self.links)).count() as u64
    }
}

/// The tag in a key of SimGrid's: `from_to_tag_number`.
fn tag_of(key: &[u8]) -> Option<i64> {
    let mut parts = key.split(|&byte| byte == b'_');
    let mut number = || {
        let part = parts.next()?;
        let digits = part.strip_prefix(b"-").unwrap_or(part);
        let number = i64::try_from(short_decimal(digits)?).ok()?;
        Some(if digits.len() < part.len() { -number } else { number })
    };
    let (_, _, tag, _) = (number()?, number()?, number()?, number()?);
    parts.next().is_none().then_some(tag)
}
