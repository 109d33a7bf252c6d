//! Binary files, by the bytes at their beginning.

use super::advice::{Foreign, AS_TABLE, CTF, PERFETTO, RECORD_AGAIN, SAMPLES};

/// Beginnings, what the file is, and the way out.
const MAGICS: &[(&[u8], &str, &str)] = &[
    // `PERF_MAGIC2` and `PERF_MAGIC` in the Linux kernel's tools/perf/util/header.c.
    (b"PERFILE2", "a perf recording", SAMPLES),
    (b"PERFFILE", "a perf recording", SAMPLES),
    // The chunk header of the JDK's jdk.jfr.internal.consumer.ChunkHeader.
    (b"FLR\0", "a Java Flight Recorder recording", SAMPLES),
    // The formats of HPCToolkit databases, in the documentation beside its source: `HPCTOOLKITmeta`, `..prof`, `..trce`, `..ctxt`.
    (b"HPCTOOLKIT", "an HPCToolkit database", SAMPLES),
    (b"HPCRUN-", "an HPCToolkit measurement", SAMPLES),
    // `CLOG_VERSION` in MPE2's src/logging/headers/clog.h.
    (b"CLOG-", "an MPE log (CLOG2)", RECORD_AGAIN),
    // The version, after its length in two bytes: SLOG2's logformat/slog2/Const.java and Header.java.
    (b"\0\x0aSLOG 2.", "a Jumpshot log (SLOG2)", RECORD_AGAIN),
    // The Common Trace Format 1.8, sections 5 and 7.1: packets of events and of metadata, in both byte orders.
    (b"\xc1\x1f\xfc\xc1", "a stream of a CTF trace (LTTng, barectf)", CTF),
    (b"\xc1\xfc\x1f\xc1", "a stream of a CTF trace (LTTng, barectf)", CTF),
    (b"\x75\xd1\x1d\x57", "the metadata of a CTF trace (LTTng, barectf)", CTF),
    (b"\x57\x1d\xd1\x75", "the metadata of a CTF trace (LTTng, barectf)", CTF),
    // gmon_out.h of the GNU C library: `GMON_MAGIC` and the version 1.
    (b"gmon\x01\0\0\0", "a gprof profile", SAMPLES),
    (b"gmon\0\0\0\x01", "a gprof profile", SAMPLES),
];

const GO: &str = "a Go execution trace";
const PPROF: &str = "a pprof profile";
const PACKETS: &str = "a Perfetto trace";

#[cfg(test)]
pub(super) fn whats() -> Vec<&'static str> {
    MAGICS.iter().map(|(_, what, _)| *what).chain([GO, PPROF, PACKETS]).collect()
}

pub(super) fn recognize(head: &[u8]) -> Option<Foreign> {
    if let Some(&(_, what, way_out)) = MAGICS.iter().find(|(magic, ..)| head.starts_with(magic)) {
        return Some(Foreign { what, way_out });
    }
    // internal/trace of Go: `go 1.22 trace` and three zero bytes.
    if head.starts_with(b"go 1.") && head.get(..16).is_some_and(|it| it.ends_with(b" trace\0\0\0")) {
        return Some(Foreign { what: GO, way_out: AS_TABLE });
    }
    match messages(head) {
        Some(Messages::Samples) => Some(Foreign { what: PPROF, way_out: SAMPLES }),
        Some(Messages::Packets) => Some(Foreign { what: PACKETS, way_out: PERFETTO }),
        None => None,
    }
}

/// What a file of protocol buffers is.
enum Messages {
    Samples,
    Packets,
}

/// Looks at a file as the fields of one protocol buffer message.
///
/// A profile of pprof (google/pprof, proto/profile.proto) begins with its sample types: field 1, each two numbers in fields 1 and 2.
/// A trace of Perfetto (protos/perfetto/trace/trace.proto) is packets, all of them field 1, and nothing else.
fn messages(head: &[u8]) -> Option<Messages> {
    let (mut at, mut fields, mut types) = (0, 0, 0);
    while let Some(&tag) = head.get(at) {
        if tag != 0x0a {
            // The samples come after the sample types: field 2.
            return (types > 0 && types == fields && tag == 0x12).then_some(Messages::Samples);
        }
        let (length, begin) = varint(head, at + 1)?;
        if length == 0 {
            return None;
        }
        let body = head.get(begin..)?;
        types += usize::from(is_sample_type(body.get(..length).unwrap_or_default()));
        fields += 1;
        at = begin.checked_add(length)?;
    }
    // The last packet of the head may be cut.
    (fields >= 3 && types == 0).then_some(Messages::Packets)
}

/// Two numbers: `08 TYPE 10 UNIT`.
fn is_sample_type(body: &[u8]) -> bool {
    let second = match body.first() {
        Some(0x08) => varint(body, 1).map(|(_, at)| at),
        _ => None,
    };
    let end = second.filter(|&at| body.get(at) == Some(&0x10)).and_then(|at| varint(body, at + 1));
    end.is_some_and(|(_, at)| at == body.len())
}

/// A number of up to 28 bits at that place, and where it ends.
fn varint(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let mut number = 0;
    for (nth, &byte) in bytes.get(at..)?.iter().take(4).enumerate() {
        number |= usize::from(byte & 0x7f) << (7 * nth);
        if byte < 0x80 {
            return Some((number, at + nth + 1));
        }
    }
    None
}
