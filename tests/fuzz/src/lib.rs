//! Fuzz targets: functions that give bytes to a public entry point of the engine and panic if the result breaks a
//! promise.
//!
//! A target takes any bytes. It checks more than the absence of panics:
//!
//! - **Memory** stays below a bound that follows from the size of the input ([`memory`]).
//! - **Work ends** within a number of steps that follows from the size of the input.
//! - **Messages are complete**: an error names the file, what is wrong, what was found and what is expected.
//! - **Chunks do not matter**: the same bytes in small, ragged reads give the same result.
//! - **Round trips**: what was read is written in another form and read again as the same events.
//!
//! Everything that varies (sizes of reads, which round trip is made) follows from the bytes alone, so an input
//! that fails once fails always. `tests/fuzz/README.md` says how to run a fuzzer and what to do with a find.

#![allow(clippy::unwrap_used, clippy::panic)] // a target reports by panicking

mod archives;
pub mod command;
mod compressed;
pub mod corpus;
mod documents;
mod events;
pub mod files;
pub mod memory;
mod opening;
mod questions;
mod random;
mod readers;
mod round_trips;
mod seeds;

use memory::{FIXED, SAYS_MUCH};

/// Whether an input is worth keeping in a corpus: it reached what the target is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It did.
    Keep,
    /// It did not: the file is of another format, say.
    Reject,
}

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name on the command line, and of its corpus.
    pub name: &'static str,
    /// What it gives its bytes to.
    pub what: &'static str,
    /// The folders of `tests/fixtures` whose files are its first inputs.
    pub fixtures: &'static [&'static str],
    /// Bytes of memory that it may take whatever its input is.
    memory: usize,
    run: fn(&[u8]) -> Verdict,
}

impl Target {
    /// Runs the target on an input.
    ///
    /// # Panics
    /// If the engine breaks one of the promises listed in the [crate's documentation](crate).
    pub fn run(&self, input: &[u8]) -> Verdict {
        memory::bounded(self.name, input.len(), self.memory, || (self.run)(input))
    }
}

/// Defines a target that reads files of one format.
macro_rules! reader {
    ($name:literal, $what:literal) => {
        reader!($name, $what, FIXED)
    };
    ($name:literal, $what:literal, $memory:expr) => {
        Target {
            name: $name,
            what: $what,
            fixtures: &[$name],
            memory: $memory,
            run: |input| readers::read(&[$name], input),
        }
    };
}

/// All targets.
pub const TARGETS: &[Target] = &[
    reader!("native", "native text", FIXED + SAYS_MUCH),
    reader!("symbols", "lists of symbols"),
    reader!("din", "memory accesses in Dinero's form"),
    reader!("lackey", "memory accesses as valgrind's lackey prints them"),
    reader!("numbers", "plain numbers"),
    reader!("csv", "tables of numbers"),
    reader!("csv-events", "tables of events", FIXED + SAYS_MUCH),
    reader!("chrome", "trace-event JSON"),
    reader!("paje", "Pajé traces"),
    reader!("simgrid", "SimGrid's action traces"),
    reader!("paraver", "Paraver traces of several files"),
    reader!("otf2", "OTF2 archives"),
    reader!("dumpi", "DUMPI traces, binary and as text"),
    Target {
        name: "any",
        what: "files of any format and of none: the sniffs, and what several files together are",
        fixtures: &["none"],
        memory: FIXED + SAYS_MUCH,
        run: readers::read_any,
    },
    Target {
        name: "gzip",
        what: "gzip streams",
        fixtures: &["archives"],
        memory: FIXED + SAYS_MUCH,
        run: |input| archives::open(archives::Kind::Gzip, input),
    },
    Target {
        name: "zstd",
        what: "Zstandard streams",
        fixtures: &["archives"],
        memory: FIXED + SAYS_MUCH,
        run: |input| archives::open(archives::Kind::Zstd, input),
    },
    Target {
        name: "tar",
        what: "tar archives, with the checksums of their headers put right",
        fixtures: &["archives"],
        memory: FIXED + SAYS_MUCH,
        run: |input| archives::open(archives::Kind::Tar, input),
    },
    Target {
        name: "zip",
        what: "zip archives",
        fixtures: &["archives"],
        memory: FIXED + SAYS_MUCH,
        run: |input| archives::open(archives::Kind::Zip, input),
    },
    Target {
        name: "layers",
        what: "archives and compressions around each other, whole and damaged",
        fixtures: &[],
        memory: FIXED + SAYS_MUCH,
        run: archives::layers,
    },
    Target {
        name: "lsz",
        what: "compressed traces, with their checksums put right",
        fixtures: &[],
        memory: FIXED + SAYS_MUCH,
        run: compressed::open,
    },
    Target {
        name: "nests",
        what: "documents of nests",
        fixtures: &[],
        memory: FIXED + SAYS_MUCH,
        run: |input| documents::open(documents::Kind::Nests, input),
    },
    Target {
        name: "model",
        what: "documents of models",
        fixtures: &[],
        memory: FIXED + SAYS_MUCH,
        run: |input| documents::open(documents::Kind::Model, input),
    },
    Target {
        name: "questions",
        what: "what the page asks, with what comes from the link in its address bar",
        fixtures: &[],
        memory: FIXED,
        run: questions::ask,
    },
];

/// The target of that name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
