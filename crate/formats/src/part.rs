//! What a process is called that is one of several in a file: a thread, a container.
//!
//! The source of its events is then the file and, behind a mark that file names do not have, what it is in it.

/// The mark between a file and what a process is in it.
const MARK: &str = " › ";

/// The source of events that are a part of a file.
pub(crate) fn part(file: &str, what: &str) -> String {
    [file, MARK, what].concat()
}

/// The file of which a source is a part; `None` if it is all of it.
pub fn part_of(source: &str) -> Option<&str> {
    source.split_once(MARK).map(|(file, _)| file)
}

/// The shortest name of a part: that of its thread if it has one, else its last id.
///
/// ```
/// use loopscope_formats::part_name;
/// assert_eq!(part_name("a.json › pid 7 (Renderer), tid 9 (Compositor)"), Some("Compositor"));
/// assert_eq!(part_name("a.json › pid 7 (Renderer), tid 9"), Some("tid 9"));
/// assert_eq!(part_name("a.paje › worker 3"), Some("worker 3"));
/// assert_eq!(part_name("rank-0.trace"), None);
/// ```
pub fn part_name(source: &str) -> Option<&str> {
    let (_, what) = source.split_once(MARK)?;
    let Some((_, thread)) = what.rsplit_once(", tid ") else { return Some(what) };
    let named = thread.split_once(" (").and_then(|(_, name)| name.strip_suffix(')'));
    match named.filter(|name| !name.is_empty()) {
        Some(name) => Some(name),
        None => what.rfind("tid ").and_then(|at| what.get(at..)),
    }
}
