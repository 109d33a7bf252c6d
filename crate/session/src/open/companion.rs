//! Files that lie beside traces: what they are called.

use loopscope_formats::FORMATS;

/// Endings of files that are text but hardly ever a list of symbols.
pub const COMPANION_ENDINGS: &[&str] = &[
    "md", "markdown", "rst", "txt", "text", "json", "log", "out", "err", "stdout", "stderr", "csv",
    "tsv", "dat", "html", "htm", "xml", "yaml", "yml", "toml", "ini", "cfg", "conf", "sh", "bash",
    "slurm", "job", "pbs", "py", "c", "h", "cc", "cpp", "hpp", "f", "f90", "f77", "rs", "js", "ts",
    "css", "mk", "cmake", "diff", "patch", "bib", "tex", "sha256", "md5", "in", "input", "def",
    "mpits", "spawn",
];

/// Names, without an ending, of such files.
pub const COMPANION_NAMES: &[&str] = &[
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

/// Whether a file is called like something that lies beside traces.
pub fn is_companion(path: &str) -> bool {
    match ending(path) {
        Some(ending) => COMPANION_ENDINGS.contains(&ending.as_str()),
        None => COMPANION_NAMES.contains(&base_name(path).to_ascii_lowercase().as_str()),
    }
}

/// How likely a file that may be in a format that texts often look like is none: only the likeliest of those that
/// are there are read. 0: it is called like files of that kind; 1: like nothing known; 2: like a companion.
pub(super) fn doubt(path: &str) -> u8 {
    match (is_companion(path), is_called_like_trace(path)) {
        (true, _) => 2,
        (false, true) => 0,
        (false, false) => 1,
    }
}

/// What a file has in common with others by name, so that all of them are meant or none: an ending of traces, or all but the
/// numbers. `None` if its name says nothing of that kind.
///
/// The ending alone says nothing where it is one of companions, as that of JSON and CSV is.
pub(super) fn family(path: &str) -> Option<String> {
    match ending(path) {
        Some(ending) if !COMPANION_ENDINGS.contains(&ending.as_str()) => {
            Some(format!("*.{ending}"))
        }
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
/// use loopscope_session::open::companion::beside;
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
    stem.map_or_else(Vec::new, |(stem, others)| {
        others.iter().map(|other| [stem, other].concat()).collect()
    })
}

/// Whether a file is called like files of a known format.
pub(super) fn is_called_like_trace(path: &str) -> bool {
    ending(path).is_some_and(|ending| {
        FORMATS.iter().any(|format| format.extensions.contains(&ending.as_str()))
    })
}

/// Whether a file is passed over without a word.
pub fn is_hidden(path: &str) -> bool {
    let base = base_name(path);
    let dotted = base.starts_with('.') && !matches!(base, "." | "..");
    dotted
        || path.split('/').any(|part| matches!(part, "__MACOSX" | ".git" | ".svn"))
        || base.eq_ignore_ascii_case("thumbs.db")
        || base.eq_ignore_ascii_case("desktop.ini")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert!(is_companion("run/README"));
        assert!(is_companion("run/lu.out.gz"));
        assert!(!is_companion("run/rank-0.sym"));
        assert!(!is_companion("run/rank-0"));
        assert!(is_called_like_trace("a/rank-0.TRACE.zst"));
        assert!(!is_called_like_trace("trace"));
        assert!(is_hidden("a/.DS_Store"));
        assert!(is_hidden("__MACOSX/a/rank-0.trace"));
        assert!(!is_hidden("../a/rank-0.trace"));
        assert_eq!(ending(".trace"), None);
        assert_eq!(["a.sym", "rank-0", "a.txt"].map(doubt), [0, 1, 2]);
        assert_eq!(family("a/rank-3.csv"), family("a/rank-12.csv.gz"));
        assert_eq!(family("a.xyz"), family("b.xyz"));
        assert_ne!(family("package.json"), family("trace.json"));
        // A folder of files without endings is a family, too.
        assert_eq!(family("a/rank-0"), family("b/rank-1"));
        assert_eq!(family("README"), None);
    }
}
