//! Names of sources: the number of a process in the name of its file, and the name of a process that is one of several in a
//! file, such as a thread or a container.
//!
//! The source of such a process is the file name, a mark that file names do not contain, and the name of the process in the file.

use loopscope_core::trace::ProcessId;

/// The mark between a file and what a process is in it.
const MARK: &str = " › ";

/// The source of events that are a part of a file.
pub(crate) fn part(file: &str, what: &str) -> String {
    [file, MARK, what].concat()
}

/// The file that holds the process of a source among others; `None` if the source is the whole file.
pub fn source_file_of(source: &str) -> Option<&str> {
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

/// The last number in the base name of a file, if it can be that of a process.
///
/// ```
/// use loopscope_core::trace::ProcessId;
/// use loopscope_formats::process_number;
/// assert_eq!(process_number("run.2/rank-13.trace"), Some(ProcessId(13)));
/// assert_eq!(process_number("rank.trace"), None);
/// ```
pub fn process_number(path: &str) -> Option<ProcessId> {
    Some(ProcessId(last_number(path)?.1))
}

/// The rank that a name says: `MPI Rank 3`, `rank_3`, `Rank: 3`.
pub(crate) fn rank_in(name: &str) -> Option<u32> {
    let lower = name.to_ascii_lowercase();
    let mut from = 0;
    while let Some(found) = lower.get(from..)?.find("rank") {
        let start = from + found;
        from = start + "rank".len();
        let before = lower.get(..start)?.chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric()) {
            continue;
        }
        let rest = lower.get(from..)?;
        let rest = rest.trim_start_matches([' ', '_', ':', '#', '-', '=', '[', '(']);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number = rest.get(..end)?.parse().ok().filter(|&rank| rank <= ProcessId::MAX);
        if number.is_some() {
            return number;
        }
    }
    None
}

/// Words before the number of a process.
const PROCESS_WORDS: &[&str] = &["rank", "r", "rang", "proc", "process", "p", "pe", "task", "thread", "mpi"];

/// Whether the last number in the name of a file is likely the process number, judged by the name alone: it
/// stands alone (`rank-5.trace`, `lu.5`, `5.sym`) or right after a word for a process (`rank5`, `p5`). The
/// number of `paper1` may be part of a word; only other files beside it can show what it counts.
///
/// ```
/// use loopscope_formats::is_process_number;
/// assert!(["rank-5.trace", "lu.5", "5", "Rank5.sym", "run_p007"].iter().all(|name| is_process_number(name)));
/// assert!(!["paper1.sym", "lu5", "f90", "none"].iter().any(|name| is_process_number(name)));
/// ```
pub fn is_process_number(path: &str) -> bool {
    let Some((before, _)) = last_number(path) else { return false };
    let word = before
        .rfind(|c: char| !c.is_alphabetic())
        .map_or(before, |at| before.get(at..).map_or("", |rest| rest.trim_start_matches(|c: char| !c.is_alphabetic())));
    word.is_empty() || PROCESS_WORDS.contains(&word.to_ascii_lowercase().as_str())
}

/// The last number in the base name of a path, with the text before it.
fn last_number(path: &str) -> Option<(&str, u32)> {
    let base = path.rsplit(['/', '\\']).next()?;
    let end = base.rfind(|c: char| c.is_ascii_digit())? + 1;
    let digits = base.get(..end)?;
    let start = digits
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| at + digits.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    let number: u32 = digits.get(start..)?.parse().ok()?;
    (number <= ProcessId::MAX).then_some((digits.get(..start)?, number))
}
