//! Files that lie beside traces, recognized by their names.

use loopscope_formats::FORMATS;

/// Endings of files that are text but hardly ever a list of symbols.
pub const SIDE_FILE_ENDINGS: &[&str] = &[
    "md", "markdown", "rst", "txt", "text", "json", "log", "out", "err", "stdout", "stderr", "csv", "tsv", "dat",
    "html", "htm", "xml", "yaml", "yml", "toml", "ini", "cfg", "conf", "sh", "bash", "slurm", "job", "pbs", "py", "c",
    "h", "cc", "cpp", "hpp", "f", "f90", "f77", "rs", "js", "ts", "css", "mk", "cmake", "diff", "patch", "bib", "tex",
    "sha256", "md5", "in", "input", "def", "mpits", "spawn",
];

/// Names, without an ending, of such files.
pub const SIDE_FILE_NAMES: &[&str] = &[
    "readme",
    "license",
    "licence",
    "copying",
    "notice",
    "authors",
    "changelog",
    "news",
    "makefile",
    "todo",
    "install",
    "version",
    "manifest",
    "checksums",
];

/// The base name of a path.
pub(super) fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A path without the ending of a compression.
pub(super) fn unpacked(path: &str) -> &str {
    let packed = [".gz", ".gzip", ".zst", ".zstd"];
    packed.iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path)
}

/// A file's ending in lower case, that of its compression left aside: `trace` for
/// `rank-0.TRACE.gz`.
pub(super) fn ending(path: &str) -> Option<String> {
    let base = base_name(path).to_ascii_lowercase();
    let (stem, ending) = unpacked(&base).rsplit_once('.')?;
    (!stem.is_empty()).then(|| ending.to_owned())
}

/// Whether a file is named like something that lies beside traces.
pub fn is_side_file(path: &str) -> bool {
    match ending(path) {
        Some(ending) => SIDE_FILE_ENDINGS.contains(&ending.as_str()),
        None => SIDE_FILE_NAMES.contains(&base_name(path).to_ascii_lowercase().as_str()),
    }
}

/// How well a file matches what a trace looks like, if its content may be anything. Of the files that are there only those
/// with the best match are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameMatch {
    /// It is named like files of its format.
    Trace,
    /// Its name says nothing.
    Unknown,
    /// It is named like a file that lies beside a trace.
    SideFile,
    /// Its words hardly repeat, whatever its name is.
    HardlyRepeats,
}

/// How well the name of a file matches.
pub(super) fn name_match(path: &str) -> NameMatch {
    match (is_side_file(path), is_called_like_trace(path)) {
        (true, _) => NameMatch::SideFile,
        (false, true) => NameMatch::Trace,
        (false, false) => NameMatch::Unknown,
    }
}

/// What a file has in common with others by name, so that all of them are meant or none: an ending of traces, or all but the
/// numbers. `None` if its name says nothing of that kind.
///
/// The ending alone says nothing where it is one of side files, as that of JSON and CSV is.
pub(super) fn family(path: &str) -> Option<String> {
    match ending(path) {
        Some(ending) if !SIDE_FILE_ENDINGS.contains(&ending.as_str()) => Some(format!("*.{ending}")),
        _ => {
            let base = unpacked(base_name(path));
            let without: String = base.chars().filter(|c| !c.is_ascii_digit()).collect();
            (without.len() < base.len() || base.contains('.')).then_some(without)
        }
    }
}

/// Files and folders that belong to one of that name, by their names: who names a trace on the command
/// line names one file of it. The page cannot look beside what was dropped.
///
/// ```
/// use loopscope_session::open::side_file::beside;
/// assert_eq!(beside("run/a.prv.gz"), ["run/a.pcf", "run/a.row"]);
/// assert_eq!(beside("run/traces.otf2"), ["run/traces.def", "run/traces"]);
/// assert!(beside("run/rank-0.trace").is_empty());
/// ```
pub fn beside(path: &str) -> Vec<String> {
    const KINDS: [(&[&str], &[&str]); 2] =
        [(&[".prv", ".prv.gz", ".prv.zst"], &[".pcf", ".row"]), (&[".otf2"], &[".def", ""])];
    let stems = KINDS.iter().flat_map(|(ends, others)| ends.iter().map(move |end| (end, others)));
    let mut named = stems.filter_map(|(end, others)| Some((path.strip_suffix(end)?, others)));
    let stem = named.find(|(stem, _)| !base_name(stem).is_empty());
    stem.map_or_else(Vec::new, |(stem, others)| others.iter().map(|other| [stem, other].concat()).collect())
}

/// Whether a file is named like files of a known format.
pub(super) fn is_called_like_trace(path: &str) -> bool {
    ending(path).is_some_and(|ending| FORMATS.iter().any(|format| format.extensions.contains(&ending.as_str())))
}

/// Whether a file is left out without a note.
pub fn is_hidden(path: &str) -> bool {
    let base = base_name(path);
    let dotted = base.starts_with('.') && !matches!(base, "." | "..");
    dotted
        || path.split('/').any(|part| matches!(part, "__MACOSX" | ".git" | ".svn"))
        || base.eq_ignore_ascii_case("thumbs.db")
        || base.eq_ignore_ascii_case("desktop.ini")
}

#[cfg(test)]
mod tests;
