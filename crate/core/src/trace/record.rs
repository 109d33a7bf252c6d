//! Records: the different events of a trace, each stored once.

use std::num::NonZeroU32;
use std::sync::Arc;

use crate::numbers::{ranges, ranges_text};
use crate::small_sort::SmallSort;
use rustc_hash::FxHashMap;

use super::step_tags::StepTags;

/// Index of a name in a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameId(NonZeroU32);

impl NameId {
    /// Stands for no name; a table never has as many.
    pub(super) const NONE: Self = Self(NonZeroU32::MAX);

    /// The name at a place; `None` beyond the last place that a table may have. One more than the place is kept, so that an
    /// `Option` takes no more memory.
    pub(crate) fn at(place: u32) -> Option<Self> {
        let id = place.checked_add(1).and_then(NonZeroU32::new).map(NameId);
        id.filter(|&id| id != Self::NONE)
    }

    /// Its place in order of first appearance.
    pub fn index(self) -> u32 {
        self.0.get() - 1
    }
}

/// Index of a group in a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub(super) u32);

impl GroupId {
    /// Its place in order of first appearance.
    pub fn index(self) -> u32 {
        self.0
    }
}

/// Index of a record in a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub(super) u32);

impl super::Id for RecordId {
    fn from_number(number: u32) -> Self {
        Self(number)
    }
    fn number(self) -> u32 {
        self.0
    }
}

impl RecordId {
    /// The position in [`Table::records`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A message left this process for `peer`.
    Send,
    /// A message from `peer` had arrived: the receive completed here.
    Recv,
    /// A collective of all processes of `group`.
    Sync,
    /// An event that concerns this process alone; the name is its text.
    Local,
    /// A call of the message-passing library, or a token of a symbol list.
    Call,
}

impl Kind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [Self; 5] = [Self::Send, Self::Recv, Self::Sync, Self::Local, Self::Call];

    /// The word that the native text form uses for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Recv => "recv",
            Self::Sync => "sync",
            Self::Local => "local",
            Self::Call => "call",
        }
    }
}

/// One event, without the process that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// The kind of an event.
    pub kind: Kind,
    /// Its name: `send` or `recv`, the operation of a sync (`MPI_Bcast`), the text of a local event, the function of a
    /// call, or the token of a symbol list.
    pub name: NameId,
    /// The process a message goes to or comes from.
    pub peer: Option<u32>,
    /// The tag of a message.
    pub tag: Option<i64>,
    /// The processes that take part in a sync or a call: its communicator.
    pub group: Option<GroupId>,
    /// Size in bytes of the message, or of the data that this process sends in a collective call, or receives if it sends
    /// none.
    pub bytes: Option<u64>,
    /// The process that a collective call starts from or ends at.
    pub root: Option<u32>,
    /// The operation of a reduction: `MPI_SUM`.
    pub op: Option<NameId>,
    /// Of a call, where the program makes it, as the trace says it: an address, a line of the source, or the path of functions.
    pub site: Option<NameId>,
}

impl Record {
    /// A record of this kind and name, with nothing else.
    pub fn new(kind: Kind, name: NameId) -> Self {
        Self { kind, name, peer: None, tag: None, group: None, bytes: None, root: None, op: None, site: None }
    }
}

/// A set of processes, ascending, stored once.
pub type Group = Box<[u32]>;

/// Consecutive processes: the first and the last.
type Range = (u32, u32);

/// The records, names and groups of a trace, each stored once.
#[derive(Clone, Debug, Default)]
pub struct Table {
    names: Vec<Box<str>>,
    name_ids: FxHashMap<Box<str>, NameId>,
    groups: Vec<Group>,
    /// Each group as the native text form writes it.
    group_texts: Vec<Box<str>>,
    group_ids: FxHashMap<Box<[Range]>, GroupId>,
    /// The group that was interned last: most lines of a trace name the same one as the line before.
    last_group: Option<(Box<[Range]>, GroupId)>,
    records: Vec<Record>,
    record_ids: FxHashMap<Record, RecordId>,
    text_bytes: u64,
    read_tags: Option<Arc<ReadTags>>,
}

/// What a [`Table`] keeps in whose records tags of all steps are one.
#[derive(Debug)]
struct ReadTags {
    tags: Vec<StepTags>,
    recorded: Arc<Table>,
}

impl Table {
    /// All records, in order of first appearance; a [`RecordId`] indexes it.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The record of that id.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.index()]
    }

    /// The text of a name.
    pub fn name(&self, id: NameId) -> &str {
        &self.names[id.index() as usize]
    }

    /// All names, in order of first appearance; a [`NameId`] indexes it.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// All groups, in order of first appearance; a [`GroupId`] indexes it.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The members of a group, ascending.
    pub fn group(&self, id: GroupId) -> &[u32] {
        &self.groups[id.0 as usize]
    }

    /// A group as the native text form writes it: `0-15`, or `0,4,8` where it has gaps. O(1).
    pub fn group_text(&self, id: GroupId) -> &str {
        &self.group_texts[id.0 as usize]
    }

    /// The bytes that names, groups and records hold, as limits count them.
    pub fn kept_bytes(&self) -> u64 {
        // A record stands in the list and in the map: twice 72 bytes and the map's overhead.
        self.text_bytes + self.records.len() as u64 * 160
    }

    /// The table as it was recorded, if this one reads [step tags](Self::step_tags) as one.
    pub fn recorded(&self) -> Option<&Self> {
        self.read_tags.as_ref().map(|read| &*read.recorded)
    }

    /// The tags that this table reads as one.
    pub fn step_tags(&self) -> &[StepTags] {
        self.read_tags.as_ref().map_or(&[], |read| &read.tags)
    }

    /// The same table with these tags read as one. O(records).
    pub(super) fn with_step_tags(recorded: Arc<Self>, tags: Vec<StepTags>) -> Self {
        let mut table = Self::clone(&recorded);
        for record in &mut table.records {
            let read = record.tag.and_then(|tag| tags.iter().find_map(|own| own.read_as(tag)));
            record.tag = read.or(record.tag);
        }
        table.read_tags = Some(Arc::new(ReadTags { tags, recorded }));
        table
    }

    /// The table as it was recorded: this one, unless it reads tags as one.
    pub(super) fn as_recorded(self: &Arc<Self>) -> Arc<Self> {
        self.read_tags.as_ref().map_or(self, |read| &read.recorded).clone()
    }

    pub(super) fn intern_name(&mut self, name: &str) -> Option<NameId> {
        if let Some(&id) = self.name_ids.get(name) {
            return Some(id);
        }
        let id = NameId::at(u32::try_from(self.names.len()).ok()?)?;
        self.names.push(name.into());
        self.name_ids.insert(name.into(), id);
        self.text_bytes += 2 * name.len() as u64 + 64;
        Some(id)
    }

    /// Interns a set of processes; the members may come in any order and more than once.
    ///
    /// O(members) if they ascend.
    pub(super) fn intern_group(&mut self, mut members: Vec<u32>) -> Option<GroupId> {
        if !members.is_sorted() {
            members.sort_small();
        }
        self.intern_ranges(&ranges(members))
    }

    /// Interns a set of processes that is given as ranges, in any order; they may overlap.
    ///
    /// O(ranges) if they ascend and the group is known; a new group costs its members.
    pub(super) fn intern_ranges(&mut self, ranges: &[Range]) -> Option<GroupId> {
        match &self.last_group {
            Some((last, id)) if **last == *ranges => return Some(*id),
            _ => {}
        }
        if !ranges.iter().all(|range| range.0 <= range.1)
            || !ranges.windows(2).all(|pair| pair[0].1 < pair[1].0.saturating_sub(1))
        {
            return self.intern_ranges(&joined(ranges));
        }
        let id = match self.group_ids.get(ranges) {
            Some(&id) => id,
            None => self.new_group(ranges)?,
        };
        self.last_group = Some((ranges.into(), id));
        Some(id)
    }

    #[cold]
    fn new_group(&mut self, ranges: &[Range]) -> Option<GroupId> {
        let id = GroupId(u32::try_from(self.groups.len()).ok()?);
        let members: Group = ranges.iter().flat_map(|&(first, last)| first..=last).collect();
        let text: Box<str> = ranges_text(ranges).into();
        let (listed, ranged) = (4 * members.len() as u64, 8 * ranges.len() as u64);
        self.text_bytes += (2 * listed).max(listed + ranged + text.len() as u64) + 64;
        self.groups.push(members);
        self.group_texts.push(text);
        self.group_ids.insert(ranges.into(), id);
        Some(id)
    }

    pub(super) fn intern_record(&mut self, record: Record) -> Option<RecordId> {
        if let Some(&id) = self.record_ids.get(&record) {
            return Some(id);
        }
        let id = RecordId(u32::try_from(self.records.len()).ok()?);
        self.records.push(record);
        self.record_ids.insert(record, id);
        Some(id)
    }
}

/// The same set as ascending ranges that neither overlap nor touch; ranges that end before they begin are empty.
fn joined(ranges: &[Range]) -> Vec<Range> {
    let mut ranges: Vec<Range> = ranges.iter().copied().filter(|range| range.0 <= range.1).collect();
    ranges.sort_small();
    ranges.dedup_by(|next, kept| {
        let joins = next.0 <= kept.1.saturating_add(1);
        if joins {
            kept.1 = kept.1.max(next.1);
        }
        joins
    });
    ranges
}
