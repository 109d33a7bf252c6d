//! Targets that read trace files.

use loopscope_session::formats::FORMATS;

use crate::opening::{open_in_all_ways, trace};
use crate::{files, round_trips, Verdict};

/// Files that a format's target takes at most: an input of many empty files tries nothing new.
const MOST_FILES: usize = 40;

/// Opens an input and, if a trace comes of it, takes it through a round trip. It is worth keeping if it is in one of these
/// formats.
pub(crate) fn read(formats: &[&str], input: &[u8]) -> Verdict {
    let title = |name: &&str| FORMATS.iter().find(|format| format.name == *name);
    let of_format = |path: &str, bytes: &[u8]| {
        loopscope_session::formats::sniff(bytes, path)
            .is_ok_and(|format| formats.iter().filter_map(title).any(|it| it.name == format.name))
    };
    let files = files::split(input);
    if files.len() > MOST_FILES || !files.iter().any(|(path, bytes)| of_format(path, bytes)) {
        return Verdict::Reject;
    }
    read_files(&files, input);
    Verdict::Keep
}

/// The same of any files; all are worth keeping.
pub(crate) fn read_any(input: &[u8]) -> Verdict {
    let files = files::split(input);
    if files.len() > MOST_FILES {
        return Verdict::Reject;
    }
    read_files(&files, input);
    Verdict::Keep
}

fn read_files(files: &[(String, Vec<u8>)], input: &[u8]) {
    // A zip archive that passes by is refused, since its directory stands at the end.
    let zipped = files.iter().any(|(_, bytes)| bytes.starts_with(b"PK"));
    let outcome = open_in_all_ways(files, !zipped);
    if let Some(trace) = trace(&outcome) {
        round_trips::check(trace, files, input);
    }
}
