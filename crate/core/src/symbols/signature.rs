//! Signatures: in which fields two events must agree to be the same symbol.

use crate::small_sort::SmallSort;
use std::fmt::Write;

use crate::trace::{Kind, ProcessId, Record, Table, View};

/// A part of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The operation: the call, the kind of sync, or the text of a local event.
    Name,
    /// The process a message goes to or comes from, by its number.
    Peer,
    /// The same process, as the distance from the event's own: all right neighbours are `+1`.
    PeerRelative,
    /// The tag of a message.
    Tag,
    /// The size of a message or of a part of a collective call.
    Bytes,
    /// The size rounded down to a power of two, so that similar sizes are equal.
    BytesPow2,
    /// The processes that take part in a sync or a call: its communicator.
    Group,
    /// The operation of a reduction.
    Op,
    /// The process that a collective call starts from or ends at.
    Root,
    /// Where the program makes a call: an address, a line of the source, or the path of functions.
    Site,
}

impl Field {
    /// All fields, in the order in which they are listed.
    pub const ALL: [Self; 10] = [
        Self::Name,
        Self::Peer,
        Self::PeerRelative,
        Self::Tag,
        Self::Bytes,
        Self::BytesPow2,
        Self::Group,
        Self::Op,
        Self::Root,
        Self::Site,
    ];

    /// The name used in the terminal, in JSON and in links.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Peer => "peer",
            Self::PeerRelative => "peer:rel",
            Self::Tag => "tag",
            Self::Bytes => "bytes",
            Self::BytesPow2 => "bytes:pow2",
            Self::Group => "comm",
            Self::Op => "op",
            Self::Root => "root",
            Self::Site => "site",
        }
    }
}

/// A word that is no field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownField(pub String);

impl std::fmt::Display for UnknownField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let known: Vec<&str> = Field::ALL.iter().map(|field| field.name()).collect();
        write!(f, "{:?} is no field; known are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownField {}

/// The set of fields in which two events must agree to be the same symbol.
///
/// ```
/// use loopscope_core::{symbols::Signature, trace::View};
/// let signature = Signature::parse("name,peer:rel").unwrap();
/// assert_eq!(signature.names(), ["name", "peer:rel"]);
/// assert_eq!(Signature::default_for(View::Communication).names(), ["name", "peer", "tag", "comm"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Ascending; never both `Peer` and `PeerRelative`, or both `Bytes` and `BytesPow2`.
    fields: Vec<Field>,
}

impl Signature {
    /// The signature of these fields; of the two forms of a peer the relative one wins, of the two
    /// of a size the power of two.
    pub fn new(fields: impl IntoIterator<Item = Field>) -> Self {
        let mut fields: Vec<Field> = fields.into_iter().collect();
        fields.sort_small();
        fields.dedup();
        if fields.contains(&Field::PeerRelative) {
            fields.retain(|&field| field != Field::Peer);
        }
        if fields.contains(&Field::BytesPow2) {
            fields.retain(|&field| field != Field::Bytes);
        }
        Self { fields }
    }

    /// The default of a view: for communication every field of the native line, for calls all fields but the tag, which
    /// programs often count up, and the site, which tells apart what does the same. Tuples have no such fields.
    pub fn default_for(view: View) -> Self {
        match view {
            View::Communication => Self::new([Field::Name, Field::Peer, Field::Tag, Field::Group]),
            View::Calls => Self::new([Field::Name, Field::Peer, Field::Bytes, Field::Group, Field::Op, Field::Root]),
            View::Values => Self::new([]),
        }
    }

    /// Reads `name,peer,tag`.
    ///
    /// # Errors
    /// [`UnknownField`] for the first word that is no field.
    pub fn parse(text: &str) -> Result<Self, UnknownField> {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        let fields: Result<Vec<Field>, UnknownField> = words
            .map(|word| {
                let field = Field::ALL.into_iter().find(|field| field.name() == word);
                field.ok_or_else(|| UnknownField(word.to_owned()))
            })
            .collect();
        Ok(Self::new(fields?))
    }

    /// Whether events must agree in that field.
    pub fn has(&self, field: Field) -> bool {
        self.fields.contains(&field)
    }

    /// The fields, ascending.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The names of the fields, in a fixed order.
    pub fn names(&self) -> Vec<&'static str> {
        self.fields.iter().map(|field| field.name()).collect()
    }

    /// The text of a record under this signature.
    ///
    /// For communication that is the line of the native form with `*` for what the signature
    /// leaves out and `+1` for a relative peer; for calls `Name(field,..)`, or the token.
    pub fn text(&self, record: &Record, own: ProcessId, table: &Table) -> String {
        let name = if self.has(Field::Name) { table.name(record.name) } else { "*" };
        let peer = record.peer.and_then(|peer| {
            if self.has(Field::PeerRelative) {
                Some(format!("{:+}", i64::from(peer) - i64::from(own.0)))
            } else {
                self.has(Field::Peer).then(|| peer.to_string())
            }
        });
        let tag = record.tag.filter(|_| self.has(Field::Tag)).map(|tag| tag.to_string());
        let group = record.group.filter(|_| self.has(Field::Group)).map(|id| table.group_text(id));
        let star = || "*".to_owned();
        match record.kind {
            Kind::Send | Kind::Recv => {
                // The word gives the direction, so it stays even if the name is left out.
                let (word, peer, tag) = (record.kind.name(), peer.unwrap_or_else(star), tag.unwrap_or_else(star));
                if record.kind == Kind::Send {
                    format!("{own} {word} {peer} {tag}")
                } else {
                    format!("{peer} {word} {own} {tag}")
                }
            }
            Kind::Sync => format!("{own} sync {name} {}", group.unwrap_or("*")),
            Kind::Local => format!("{own} local {name}"),
            Kind::Call => {
                let mut text = name.to_owned();
                let tag = tag.map(|tag| format!("tag{tag}"));
                let bytes = record.bytes.and_then(|bytes| self.bytes_text(bytes));
                // The first argument of a message is read as its peer.
                let hidden = peer.is_none() && record.peer.is_some() && bytes.is_some();
                let peer = if hidden { Some(star()) } else { peer };
                let op = record.op.filter(|_| self.has(Field::Op));
                let op = op.map(|op| table.name(op).to_owned());
                let root = record.root.filter(|_| self.has(Field::Root));
                let root = root.map(|root| format!("root{root}"));
                let site = record.site.filter(|_| self.has(Field::Site));
                let site = site.map(|site| format!("@{}", table.name(site)));
                let group = group.map(str::to_owned);
                let arguments: Vec<String> = [peer, tag, bytes, op, root, group, site].into_iter().flatten().collect();
                if !arguments.is_empty() {
                    let _ = write!(text, "({})", arguments.join(","));
                }
                text
            }
        }
    }

    /// A size as this signature distinguishes sizes: `640`, or `2^9` for 512 to 1023.
    fn bytes_text(&self, bytes: u64) -> Option<String> {
        if self.has(Field::BytesPow2) {
            Some(bytes.checked_ilog2().map_or_else(|| "0".to_owned(), |power| format!("2^{power}")))
        } else {
            self.has(Field::Bytes).then(|| bytes.to_string())
        }
    }
}
