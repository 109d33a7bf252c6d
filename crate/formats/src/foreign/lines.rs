//! Recognizes texts of other tools by their first lines.

use super::advice::{Foreign, AS_TABLE, CTF, EXTRAE, RECORD_AGAIN, SAMPLES, TAU};
use crate::input::head::Head;

/// A test for one tool's text. `lines` are the first complete lines that are not blank.
type Mark = fn(lines: &[&[u8]]) -> bool;

/// Tests, the kind of file, and the way out. The first test that succeeds counts.
const MARKS: &[(Mark, &str, &str)] = &[
    (is_callgrind, "a callgrind or cachegrind profile", SAMPLES),
    (is_perf_script, "the output of perf script", SAMPLES),
    (is_pmcstat, "a pmcstat call graph", SAMPLES),
    (is_papyrus, "a Papyrus script profile", AS_TABLE),
    (is_instruments, "an Instruments sample table", SAMPLES),
    (is_v8, "a V8 log", "record with node --trace-events-enabled and open the JSON"),
    (is_projections, "a Charm++ Projections log", RECORD_AGAIN),
    (is_sts, "the names of a Charm++ Projections trace", RECORD_AGAIN),
    (is_tau, "the event names of a TAU trace", TAU),
    (is_extrae_set, "the file list of an unmerged Extrae trace", EXTRAE),
    (is_ctf, "the metadata of a CTF trace (LTTng, barectf)", CTF),
    (is_paraver_view, "a Paraver view", "open the .prv file that it displays"),
    (is_hpctoolkit, "an HPCToolkit profile", SAMPLES),
    (is_folded, "folded stacks", SAMPLES),
    (is_speedscope, "a speedscope profile", "open the recording that it was made from"),
    (is_cpu_profile, "a CPU profile of Chrome or Node", SAMPLES),
    (is_firefox, "a profile of the Firefox Profiler", SAMPLES),
];

/// Texts that are not traces. Their tests are weaker, so they count only where no format accepts the file.
const TEXTS: &[(Mark, &str)] = &[
    (is_cmake, "a CMake script"),
    (is_source, "source code"),
    (is_yaml, "YAML"),
    (is_settings, "a settings file"),
    (is_markdown, "Markdown"),
];

#[cfg(test)]
pub(super) fn whats() -> Vec<&'static str> {
    MARKS.iter().map(|(_, what, _)| *what).collect()
}

#[cfg(test)]
pub(super) fn texts() -> Vec<&'static str> {
    TEXTS.iter().map(|(_, what)| *what).collect()
}

/// Lines that are looked at.
const LINES: usize = 400;

pub(super) fn recognize(head: &Head<'_>) -> Option<Foreign> {
    let lines = lines_of(head);
    let found = MARKS.iter().find(|(mark, ..)| !lines.is_empty() && mark(&lines));
    found.map(|&(_, what, way_out)| Foreign { what, way_out })
}

/// The kind of a text that is not a trace.
pub(super) fn text(head: &Head<'_>) -> Option<&'static str> {
    let lines = lines_of(head);
    TEXTS.iter().find(|(mark, _)| !lines.is_empty() && mark(&lines)).map(|&(_, what)| what)
}

fn lines_of<'a>(head: &Head<'a>) -> Vec<&'a [u8]> {
    let lines = head.whole_lines().map(<[u8]>::trim_ascii_end).filter(|line| !line.is_empty());
    lines.take(LINES).collect()
}

fn first<'a>(lines: &[&'a [u8]]) -> &'a [u8] {
    lines.first().copied().unwrap_or_default()
}

fn any_begins(lines: &[&[u8]], starts: &[&[u8]]) -> bool {
    lines.iter().any(|line| starts.iter().any(|start| line.starts_with(start)))
}

fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The Callgrind Format Specification of valgrind's manual: the header must have `events:`, and `fn=` names functions.
fn is_callgrind(lines: &[&[u8]]) -> bool {
    first(lines).starts_with(b"# callgrind format")
        || (any_begins(lines, &[b"events:"]) && any_begins(lines, &[b"fn=", b"fl=", b"ob="]))
}

/// perf-script(1) and tools/perf/builtin-script.c: `COMM PID [CPU] TIME: PERIOD EVENT:`, and for each sample the frames below it,
/// indented, as `ADDRESS SYMBOL (FILE)`.
fn is_perf_script(lines: &[&[u8]]) -> bool {
    let mut lines = lines.iter().skip_while(|line| line.starts_with(b"#"));
    let (Some(one), frame) = (lines.next(), lines.next()) else { return false };
    let mut rest = words(one).skip_while(|word| !is_time(word)).skip(1);
    let mut event = rest.next();
    if event.is_some_and(is_number) {
        event = rest.next();
    }
    let has_event = event.is_some_and(|event| event.len() > 1 && event.ends_with(b":"));
    let is_frame = frame.is_none_or(|frame| {
        let indented = frame.first().is_some_and(u8::is_ascii_whitespace);
        let address = words(frame).next().unwrap_or_default();
        let hexadecimal = address.len() >= 4 && address.iter().all(u8::is_ascii_hexdigit);
        (indented && hexadecimal) || words(frame).any(is_time)
    });
    has_event && is_frame
}

/// `1234.567890:`
fn is_time(word: &[u8]) -> bool {
    let Some(word) = word.strip_suffix(b":") else { return false };
    let Some(dot) = word.iter().position(|&byte| byte == b'.') else { return false };
    let (seconds, fraction) = word.split_at(dot);
    let fraction = fraction.get(1..).unwrap_or_default();
    is_number(seconds) && is_number(fraction) && matches!(fraction.len(), 6 | 9)
}

/// pmcstat(8) of FreeBSD with -G: `@ EVENT [1234 samples]`.
fn is_pmcstat(lines: &[&[u8]]) -> bool {
    first(lines).starts_with(b"@ ") && first(lines).ends_with(b" samples]")
}

/// As the importer of speedscope reads them (src/import/papyrus.ts): `TIME:EVENT:STACK:?:?:NAME`.
fn is_papyrus(lines: &[&[u8]]) -> bool {
    const EVENTS: [&[u8]; 5] = [b"PUSH", b"POP", b"QUEUE_PUSH", b"QUEUE_POP", b"START"];
    let is_event = |line: &&&[u8]| {
        let mut parts = line.split(|&byte| byte == b':');
        let timed = parts.next().is_some_and(is_number);
        timed && parts.next().is_some_and(|event| EVENTS.contains(&event)) && parts.count() >= 4
    };
    lines.iter().take(8).filter(is_event).count() >= 2
}

/// Instruments' Deep Copy: a table between tabs whose last column is `Symbol Name`.
fn is_instruments(lines: &[&[u8]]) -> bool {
    memchr::memmem::find(first(lines), b"\tSymbol Name").is_some()
}

/// The first line that V8 writes with --prof (src/logging/log.cc).
fn is_v8(lines: &[&[u8]]) -> bool {
    first(lines).starts_with(b"v8-version,")
}

/// Charm++, src/ck-perf/trace-projections.C.
fn is_projections(lines: &[&[u8]]) -> bool {
    first(lines).starts_with(b"PROJECTIONS-RECORD")
}

/// The same, `.sts`: names of chares and entry methods.
fn is_sts(lines: &[&[u8]]) -> bool {
    first(lines).starts_with(b"PROJECTIONS_ID")
        || (any_begins(lines, &[b"TOTAL_CHARES "]) && any_begins(lines, &[b"TOTAL_EPS "]))
}

/// TAU, utilities that merge traces: the number of definitions and this word.
fn is_tau(lines: &[&[u8]]) -> bool {
    let mut words = words(first(lines));
    words.next().is_some_and(is_number) && words.next() == Some(b"dynamic_trace_events")
}

/// Extrae's `.mpits`: `PATH.mpit named NAME`.
fn is_extrae_set(lines: &[&[u8]]) -> bool {
    memchr::memmem::find(first(lines), b".mpit named").is_some()
        || (first(lines).ends_with(b".mpit") && words(first(lines)).count() == 1)
}

/// The Common Trace Format 1.8, section 7.1: metadata as text.
fn is_ctf(lines: &[&[u8]]) -> bool {
    first(lines).starts_with(b"/* CTF 1.")
}

/// Paraver's `.cfg`. The line of a trace goes on with a bracket.
fn is_paraver_view(lines: &[&[u8]]) -> bool {
    first(lines).starts_with(b"#ParaverCFG")
}

/// `experiment.xml` of HPCToolkit before its databases were binary.
fn is_hpctoolkit(lines: &[&[u8]]) -> bool {
    any_begins(lines.get(..8).unwrap_or(lines), &[b"<HPCToolkitExperiment"])
}

/// FlameGraph's stackcollapse: `main;solve;dot 12`, a stack and how often it was seen in each line.
fn is_folded(lines: &[&[u8]]) -> bool {
    let is_stack = |line: &&[u8]| {
        let blank = line.iter().rposition(|&byte| byte == b' ');
        let parts = blank.and_then(|at| line.split_at_checked(at));
        parts.is_some_and(|(stack, count)| {
            let named = stack.iter().any(u8::is_ascii_alphabetic) && !stack.ends_with(b";");
            named && count.get(1..).is_some_and(is_number)
        })
    };
    let deep = lines.iter().filter(|line| line.contains(&b';')).count();
    deep * 2 >= lines.len() && lines.iter().all(is_stack)
}

/// JSON that begins with a brace, contains these texts near its beginning, and is not a Chrome trace, which may contain anything.
fn has(lines: &[&[u8]], texts: &[&[u8]]) -> bool {
    let holds = |text: &[u8]| lines.iter().any(|line| memchr::memmem::find(line, text).is_some());
    first(lines).trim_ascii_start().starts_with(b"{")
        && texts.iter().all(|text| holds(text))
        && !holds(b"\"traceEvents\"")
}

/// Where speedscope's own files say how they are made (src/lib/file-format-spec.ts).
fn is_speedscope(lines: &[&[u8]]) -> bool {
    has(lines, &[b"speedscope.app/file-format-schema.json"])
}

/// The Profiler domain of the Chrome DevTools protocol: nodes with call frames.
fn is_cpu_profile(lines: &[&[u8]]) -> bool {
    has(lines, &[b"\"nodes\"", b"\"callFrame\"", b"\"hitCount\""])
}

/// The Gecko profile format: `meta` with its version.
fn is_firefox(lines: &[&[u8]]) -> bool {
    has(lines, &[b"\"meta\"", b"\"interval\"", b"\"preprocessedProfileVersion\""])
}

/// cmake-language(7).
fn is_cmake(lines: &[&[u8]]) -> bool {
    let starts: [&[u8]; 4] =
        [b"cmake_minimum_required", b"CMAKE_MINIMUM_REQUIRED", b"add_executable(", b"add_library("];
    any_begins(lines, &starts)
}

/// Lines with which programs begin, below comments: C and C++, Fortran, Python, Rust, Java, JavaScript, make.
fn is_source(lines: &[&[u8]]) -> bool {
    let starts: [&[u8]; 13] = [
        b"#include <",
        b"#include \"",
        b"#pragma once",
        b"#ifndef ",
        b"#define ",
        b"package ",
        b"using namespace ",
        b"def ",
        b"import ",
        b"from ",
        b"implicit none",
        b"subroutine ",
        b".PHONY:",
    ];
    let lines = lines.iter().map(|line| line.trim_ascii_start());
    let lines: Vec<&[u8]> = lines.filter(|line| !is_comment(line)).collect();
    let code = lines.iter().filter(|line| starts.iter().any(|start| line.starts_with(start)));
    let code = code.count();
    // One such line alone may be words, and any number of ends alone a table.
    let ends = |line: &&&[u8]| matches!(line.last(), Some(b';' | b'{' | b'}' | b':' | b'\\'));
    let marked = code + lines.iter().filter(ends).count();
    code > 0 && marked >= 2 && marked * 3 >= lines.len()
}

fn is_comment(line: &[u8]) -> bool {
    let starts: [&[u8]; 5] = [b"//", b"/*", b"*", b"!", b"# "];
    starts.iter().any(|start| line.starts_with(start))
}

/// YAML 1.2: a document's first line, or keys alone.
fn is_yaml(lines: &[&[u8]]) -> bool {
    let lines = lines.iter().map(|line| line.trim_ascii_start()).filter(|line| !line.starts_with(b"#"));
    let lines: Vec<&[u8]> = lines.collect();
    let key = |line: &[u8]| {
        let line = line.strip_prefix(b"- ").unwrap_or(line);
        let colon = line.iter().position(|&byte| byte == b':').unwrap_or(0);
        let plain = line.get(..colon).is_some_and(|key| !key.is_empty() && !key.contains(&b' '));
        plain && matches!(line.get(colon + 1), None | Some(b' '))
    };
    let keys = lines.iter().filter(|line| key(line) || line.starts_with(b"- ")).count();
    first(&lines) == b"---" || (lines.len() >= 2 && keys == lines.len() && lines.iter().any(|line| key(line)))
}

/// `[section]` and `key = value`, as INI and TOML have them.
fn is_settings(lines: &[&[u8]]) -> bool {
    let lines = lines.iter().filter(|line| !line.starts_with(b"#") && !line.starts_with(b";"));
    let lines: Vec<&[u8]> = lines.copied().collect();
    let section = |line: &[u8]| line.starts_with(b"[") && line.ends_with(b"]");
    let pair = |line: &[u8]| words(line).nth(1).is_some_and(|word| word == b"=");
    let sections = lines.iter().filter(|line| section(line)).count();
    let pairs = lines.iter().filter(|line| pair(line)).count();
    pairs > 0 && (sections + pairs) * 3 >= lines.len() * 2
}

/// CommonMark: a heading first, and prose or a list below.
fn is_markdown(lines: &[&[u8]]) -> bool {
    let heading = |line: &[u8]| {
        let text = line.trim_ascii_start();
        let marks = text.iter().take_while(|&&byte| byte == b'#').count();
        (1..=6).contains(&marks) && text.get(marks) == Some(&b' ')
    };
    let others = lines.get(1..).unwrap_or_default();
    let list = |line: &&&[u8]| line.starts_with(b"- ") || line.starts_with(b"* ") || line.starts_with(b"```");
    heading(first(lines)) && others.iter().filter(|line| list(line) || heading(line)).count() > 0
}
