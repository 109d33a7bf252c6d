//! The names of columns of tables and of arguments of calls.
//!
//! Every tool writes them differently: `dst`, `Destination`, `partner_rank`. Names are
//! compared without case, blanks, signs and anything in brackets, so that
//! `Start (us)` is `start`.

/// What a column or an argument says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The process: its rank.
    Process,
    /// The thread of the process.
    Thread,
    /// The kind of event: `send`, `enter`, `call`.
    Kind,
    /// The call or function.
    Name,
    /// When it began.
    Start,
    /// When it ended.
    End,
    /// How long it took.
    Duration,
    /// The other end of a message, source or destination.
    Peer,
    /// Where a message comes from.
    Source,
    /// Where it goes.
    Destination,
    /// Its tag.
    Tag,
    /// The size of a message, or of a part of a collective call, in bytes.
    Bytes,
    /// The communicator, or the list of its processes.
    Comm,
    /// How many processes the communicator has.
    CommSize,
    /// The operation of a reduction.
    Op,
    /// The root of a collective call.
    Root,
    /// Where the program makes the call: an address or a line of its source.
    Site,
    /// The request of a non-blocking call, or several.
    Request,
    /// How many requests there are.
    RequestCount,
    /// Whether a test found its request complete.
    Flag,
    /// Of a call that sends and receives, where the second message comes from.
    Peer2,
    /// Its tag.
    Tag2,
    /// Its size.
    Bytes2,
    /// The messages that the call received: `source:tag:bytes`, several between semicolons.
    Matched,
}

impl Field {
    /// All fields, in the order in which a page would offer them.
    pub const ALL: [Self; 24] = [
        Self::Process,
        Self::Thread,
        Self::Kind,
        Self::Name,
        Self::Start,
        Self::End,
        Self::Duration,
        Self::Peer,
        Self::Source,
        Self::Destination,
        Self::Tag,
        Self::Bytes,
        Self::Comm,
        Self::CommSize,
        Self::Op,
        Self::Root,
        Self::Site,
        Self::Request,
        Self::RequestCount,
        Self::Flag,
        Self::Peer2,
        Self::Tag2,
        Self::Bytes2,
        Self::Matched,
    ];

    /// Whether it is a point in time, or how long something takes.
    pub(crate) fn is_time(self) -> bool {
        matches!(self, Self::Start | Self::End | Self::Duration)
    }

    /// Its name: the one that Loopscope writes.
    pub fn name(self) -> &'static str {
        let own = SYNONYMS.iter().find(|(_, field)| *field == self);
        own.map_or("", |(name, _)| name)
    }

    /// The field of that name, or of another word for it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::of(name.as_bytes())
    }

    /// The same for a name in bytes. O(length).
    pub(crate) fn of(name: &[u8]) -> Option<Self> {
        Self::known(name).map(|(_, field)| field)
    }

    /// The field of that name, and the rank of the name among the field's synonyms: 0 is the name that Loopscope writes; a lower rank is a surer name.
    pub(crate) fn known(name: &[u8]) -> Option<(usize, Self)> {
        let mut plain = [0; LONGEST];
        let mut length = 0;
        for byte in name.iter().take_while(|byte| !matches!(byte, b'(' | b'[')) {
            if byte.is_ascii_alphanumeric() {
                *plain.get_mut(length)? = byte.to_ascii_lowercase();
                length += 1;
            }
        }
        let plain = plain.get(..length)?;
        let at = SYNONYMS.iter().position(|(name, _)| name.as_bytes() == plain)?;
        let (word, field) = SYNONYMS.get(at)?;
        let before = SYNONYMS.get(..at)?.iter().filter(|(_, other)| other == field).count();
        Some((before + if VAGUE.contains(word) { SYNONYMS.len() } else { 0 }, *field))
    }

    /// Whether two names of one field, of these ranks, are equally sure, so that it is open which column is meant.
    pub(crate) fn are_as_sure(one: usize, other: usize) -> bool {
        (one < SYNONYMS.len()) == (other < SYNONYMS.len())
    }
}

/// Letters and digits of the longest synonym.
const LONGEST: usize = 24;

/// Words that give way to a plain name of another column: beside a rank, the number of a process is the
/// operating system's.
const VAGUE: &[&str] = &[
    "pid",
    "proc",
    "processid",
    "procid",
    "taskid",
    "task",
    "node",
    "type",
    "phase",
    "operation",
    "region",
    "time",
    "timestamp",
    "size",
    "length",
    "group",
    "from",
    "to",
    "other",
];

/// The first synonym of a field is its own name.
const SYNONYMS: &[(&str, Field)] = &[
    ("process", Field::Process),
    ("rank", Field::Process),
    ("mpirank", Field::Process),
    ("worldrank", Field::Process),
    ("pid", Field::Process),
    ("proc", Field::Process),
    ("processid", Field::Process),
    ("procid", Field::Process),
    ("taskid", Field::Process),
    ("task", Field::Process),
    ("node", Field::Process),
    ("thread", Field::Thread),
    ("tid", Field::Thread),
    ("threadid", Field::Thread),
    ("event", Field::Kind),
    ("eventtype", Field::Kind),
    ("kind", Field::Kind),
    ("type", Field::Kind),
    ("phase", Field::Kind),
    ("name", Field::Name),
    ("call", Field::Name),
    ("function", Field::Name),
    ("functionname", Field::Name),
    ("func", Field::Name),
    ("fname", Field::Name),
    ("eventname", Field::Name),
    ("operation", Field::Name),
    ("region", Field::Name),
    ("mpicall", Field::Name),
    ("mpifunction", Field::Name),
    ("start", Field::Start),
    ("startns", Field::Start),
    ("startus", Field::Start),
    ("startms", Field::Start),
    ("starts", Field::Start),
    ("startsec", Field::Start),
    ("starttime", Field::Start),
    ("tstart", Field::Start),
    ("begin", Field::Start),
    ("begintime", Field::Start),
    ("enter", Field::Start),
    ("entry", Field::Start),
    ("time", Field::Start),
    ("timestamp", Field::Start),
    ("timens", Field::Start),
    ("timestampns", Field::Start),
    ("timestampus", Field::Start),
    ("timestampms", Field::Start),
    ("ts", Field::Start),
    ("end", Field::End),
    ("endns", Field::End),
    ("endus", Field::End),
    ("endms", Field::End),
    ("ends", Field::End),
    ("endsec", Field::End),
    ("endtime", Field::End),
    ("tend", Field::End),
    ("stop", Field::End),
    ("exit", Field::End),
    ("leave", Field::End),
    ("finish", Field::End),
    ("duration", Field::Duration),
    ("durationns", Field::Duration),
    ("durationus", Field::Duration),
    ("durationms", Field::Duration),
    ("durations", Field::Duration),
    ("durationsec", Field::Duration),
    ("dur", Field::Duration),
    ("elapsed", Field::Duration),
    ("peer", Field::Peer),
    ("partner", Field::Peer),
    ("partnerrank", Field::Peer),
    ("peerrank", Field::Peer),
    ("other", Field::Peer),
    ("src", Field::Source),
    ("source", Field::Source),
    ("sender", Field::Source),
    ("from", Field::Source),
    ("srcrank", Field::Source),
    ("sourcerank", Field::Source),
    ("dst", Field::Destination),
    ("dest", Field::Destination),
    ("destination", Field::Destination),
    ("receiver", Field::Destination),
    ("to", Field::Destination),
    ("dstrank", Field::Destination),
    ("destrank", Field::Destination),
    ("destinationrank", Field::Destination),
    ("target", Field::Destination),
    ("tag", Field::Tag),
    ("mpitag", Field::Tag),
    ("msgtag", Field::Tag),
    ("messagetag", Field::Tag),
    ("bytes", Field::Bytes),
    ("size", Field::Bytes),
    ("msgsize", Field::Bytes),
    ("messagesize", Field::Bytes),
    ("nbytes", Field::Bytes),
    ("length", Field::Bytes),
    ("sizeinbytes", Field::Bytes),
    ("messagelength", Field::Bytes),
    ("comm", Field::Comm),
    ("communicator", Field::Comm),
    ("commid", Field::Comm),
    ("group", Field::Comm),
    ("processes", Field::Comm),
    ("commsize", Field::CommSize),
    ("communicatorsize", Field::CommSize),
    ("groupsize", Field::CommSize),
    ("op", Field::Op),
    ("mpiop", Field::Op),
    ("reduction", Field::Op),
    ("root", Field::Root),
    ("rootrank", Field::Root),
    ("site", Field::Site),
    ("callsite", Field::Site),
    ("callpath", Field::Site),
    ("req", Field::Request),
    ("request", Field::Request),
    ("requests", Field::Request),
    ("requestid", Field::Request),
    ("nreq", Field::RequestCount),
    ("nrequests", Field::RequestCount),
    ("requestcount", Field::RequestCount),
    ("flag", Field::Flag),
    ("completed", Field::Flag),
    ("peer2", Field::Peer2),
    ("recvfrom", Field::Peer2),
    ("tag2", Field::Tag2),
    ("recvtag", Field::Tag2),
    ("bytes2", Field::Bytes2),
    ("recvbytes", Field::Bytes2),
    ("matched", Field::Matched),
];

#[cfg(test)]
mod tests;
