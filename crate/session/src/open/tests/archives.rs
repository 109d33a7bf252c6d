//! Containers: every fixture, every nesting, streams, sizes of steps.

use super::*;

/// Processes, each with its number of events in the first view.
type Sizes = &'static [(u32, usize)];

/// What every good archive holds, with its format.
const GOOD: &[(&str, &str, Sizes)] = &[
    ("bt.S.4-local.tar.zst", "native text", &[(0, 6068), (1, 6068), (2, 6068), (3, 6068)]),
    ("cg.S.4-symbols.tar.gz", "symbol list", &[(0, 5047), (1, 5047), (2, 5047), (3, 5047)]),
    ("cg.S.4.zip", "native text", CG),
    ("gnu-long-name.tar.gz", "native text", &[(0, 1490)]),
    ("long-line-rank-0.trace.gz", "native text", &[(0, 2)]),
    ("lulesh-gz.tar.zst", "native text", LULESH),
    ("lulesh.tar.zst", "native text", LULESH),
    ("pax-long-name.tar.gz", "native text", &[(0, 1490)]),
    ("stored.zip", "native text", &[(0, 100)]),
    ("two-frames-rank-0.trace.zst", "native text", &[(0, 1490)]),
    ("two-members-rank-0.trace.gz", "native text", &[(0, 1490)]),
    ("ustar-prefix.tar.gz", "native text", &[(0, 1490)]),
    ("v7.tar.gz", "native text", &[(0, 1490)]),
];

const LULESH: Sizes = &[(0, 2815), (1, 2815), (2, 2815), (3, 2815), (4, 2815), (5, 2815), (6, 2815), (7, 2815)];

#[test]
fn every_good_fixture_opens() {
    let found: Vec<String> = fixtures("archives/good").into_iter().map(|(name, _)| name).collect();
    let listed: Vec<&str> = GOOD.iter().map(|(name, ..)| *name).collect();
    assert_eq!(found, listed);
    for (name, format, expected) in GOOD {
        let bytes = fixture(&format!("archives/good/{name}"));
        for budget in [1, 1000, 1 << 20] {
            let opening = Opening::new(name, vec![file(name, bytes.clone())], Limits::default());
            let opened = work(opening, budget).unwrap();
            assert_eq!((opened.format, sizes(&opened).as_slice()), (*format, *expected), "{name}");
        }
    }
}

const CG: Sizes = &[(0, 3363), (1, 3363), (2, 3363), (3, 3363)];

#[test]
fn bad_fixtures_say_what_is_wrong() {
    let mut got = String::new();
    for (name, path) in fixtures("archives/bad") {
        let problems = refused([file(&name, std::fs::read(path).unwrap())]);
        got.push_str(&problems.join("\n"));
        got.push('\n');
    }
    assert_eq!(got, EVERY_BAD);
}

const EVERY_BAD: &str = r"encrypted.zip/rank-1.trace: the file is encrypted inside its zip archive; found encrypted data, expected a file without a password; unpack the archive first
rank-0.trace.bz2: bzip2 cannot be unpacked here; found bzip2, expected gzip, Zstandard, tar or zip; unpack it first
rank-0.trace.xz: xz cannot be unpacked here; found xz, expected gzip, Zstandard, tar or zip; unpack it first
truncated-rank-0.trace.gz: byte 300: the gzip data is truncated; found the end of the file, expected more data; copy or download the file again
truncated-rank-0.trace.zst: byte 200: the Zstandard data is truncated; found the end of the file, expected more data; copy or download the file again
truncated-tar.tar.gz: byte 9,000: the tar archive is truncated; found the end of the file, expected more data; copy or download the file again
truncated.zip: byte 400: the zip archive is truncated; found the end of the file, expected more data; copy or download the file again
wrong-checksum-rank-0.trace.gz: byte 446: the gzip data is damaged; found a checksum that does not agree with the data, expected the bytes that were packed; copy or download the file again
wrong-checksum-rank-0.trace.zst: byte 376: the Zstandard data is damaged; found a checksum that does not agree with the data, expected the bytes that were packed; copy or download the file again
wrong-checksum.zip/rank-0.trace: byte 1,483: the packed data is damaged; found a checksum that does not agree with the data, expected the bytes that were packed; copy or download the file again
zip-inside.zip/cg.S.4.zip: a zip archive cannot be read from a stream; found a zip archive inside another archive, compressed, or from a pipe, expected a zip archive as a file of its own; unpack it first
";

#[test]
fn a_run_is_the_same_in_every_wrapping() {
    let names = ["rank-0.trace", "rank-1.trace", "rank-2.trace", "rank-3.trace"];
    let folder = "native/npb-3.3-mpi/good/bt.S.4";
    let plain: Vec<Vec<u8>> = names.iter().map(|name| fixture(&format!("{folder}/{name}"))).collect();
    let pairs: Vec<(&str, &[u8])> = names.iter().copied().zip(plain.iter().map(Vec::as_slice)).collect();
    let zst = |bytes: &[u8]| ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest);
    let deflate = |bytes: &[u8]| {
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let packed: Vec<(u16, Vec<u8>)> = plain
        .iter()
        .zip([0, 8, 93, 8])
        .map(|(bytes, method)| match method {
            8 => (method, deflate(bytes)),
            93 => (method, zst(bytes)),
            _ => (method, bytes.clone()),
        })
        .collect();
    let entries: Vec<(&str, u16, &[u8], &[u8])> = pairs
        .iter()
        .zip(&packed)
        .map(|((name, plain), (method, packed))| (*name, *method, *plain, packed.as_slice()))
        .collect();
    let tar = tarred(&pairs);
    let zipped_gz = gzip(&plain[1]);
    let inner: Vec<(&str, u16, &[u8], &[u8])> = vec![
        ("a/rank-0.trace", 0, &plain[0], &plain[0]),
        ("a/rank-1.trace.gz", 0, &zipped_gz, &zipped_gz),
        ("b/rank-2.trace", 0, &plain[2], &plain[2]),
        ("b/rank-3.trace", 0, &plain[3], &plain[3]),
    ];
    let one_by_one = || pairs.iter().map(|(name, bytes)| file(name, *bytes)).collect();
    let mut reversed: Vec<SourceFile> = one_by_one();
    reversed.reverse();
    let wrappings: Vec<(&str, Vec<SourceFile>)> = vec![
        ("plain", one_by_one()),
        ("the other way round", reversed),
        ("gz", pairs.iter().map(|(name, bytes)| file(name, gzip(bytes))).collect()),
        ("zst", pairs.iter().map(|(name, bytes)| file(name, zst(bytes))).collect()),
        ("tar", vec![file("bt.tar", tar.clone())]),
        ("tar.gz", vec![file("bt", gzip(&tar))]),
        ("tar.zst", vec![file("bt", zst(&tar))]),
        ("tar.gz.zst.gz", vec![file("bt", gzip(&zst(&gzip(&tar))))]),
        ("tar in tar", vec![file("bt", tarred(&[("bt.tar.gz", &gzip(&tar))]))]),
        ("zip", vec![file("bt.zip", zipped(&entries, false))]),
        ("zip64", vec![file("bt.zip", zipped(&entries, true))]),
        ("gz in zip", vec![file("bt.zip", zipped(&inner, false))]),
        ("tar in zip", vec![file("bt.zip", zipped(&[("bt.tar", 8, &tar, &deflate(&tar))], false))]),
        (
            "archives and files",
            vec![
                file("a.tar", tarred(&pairs[..2])),
                file("b.zip", zipped(&entries[2..3], true)),
                file("rank-3.trace", plain[3].clone()),
            ],
        ),
        ("pipe", vec![streamed("standard input", Dribble { bytes: io::Cursor::new(gzip(&tar)), interrupted: false })]),
    ];
    let expected = open(one_by_one()).unwrap();
    for (what, files) in wrappings {
        let opened = open(files).unwrap_or_else(|notes| panic!("{what}: {:?}", messages(&notes)));
        let (a, b) = (trace(&expected), trace(&opened));
        assert_eq!(a.processes().len(), b.processes().len(), "{what}");
        for (a_process, b_process) in a.processes().iter().zip(b.processes()) {
            let told = |trace: &Trace, process: &loopscope_core::trace::Process| -> Vec<String> {
                let events = process.events(View::Communication).unwrap();
                let signature = loopscope_core::symbols::Signature::default_for(View::Communication);
                events.iter().map(|id| signature.text(trace.table().record(id), process.id, trace.table())).collect()
            };
            assert_eq!(told(a, a_process), told(b, b_process), "{what}");
        }
        assert_eq!(messages(&opened.notes), Vec::<String>::new(), "{what}");
        assert_eq!(opened.kinds, expected.kinds, "{what}");
    }
}

/// A stream that hands out a few bytes at a time and is interrupted in between.
struct Dribble {
    bytes: io::Cursor<Vec<u8>>,
    interrupted: bool,
}

impl Read for Dribble {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = buffer.len().min(7);
        self.bytes.read(&mut buffer[..most])
    }
}

#[test]
fn a_file_is_named_with_its_archive() {
    let opened = open([file("runs/cg.S.4.zip", fixture("archives/good/cg.S.4.zip"))]).unwrap();
    let sources: Vec<&str> = trace(&opened).processes().iter().map(|p| &*p.source).collect();
    assert_eq!(sources[0], "runs/cg.S.4.zip/cg.S.4/rank-0.trace");
}

#[test]
fn processes_show_before_the_end_and_progress_is_true() {
    let bytes = fixture("archives/good/lulesh-gz.tar.zst");
    let length = bytes.len() as u64;
    let mut opening = Opening::new("drop", vec![file("lulesh", bytes)], Limits::default());
    assert_eq!(opening.progress().total_bytes, length);
    let mut seen = Vec::new();
    let mut last = (0, 0, 0);
    let opened = loop {
        let status = opening.step(8 << 10).unwrap();
        let progress = opening.progress();
        let now = (progress.bytes, progress.events, progress.files_done);
        assert!(now.0 >= last.0 && now.1 >= last.1 && now.2 >= last.2, "{last:?} {now:?}");
        assert!(progress.bytes <= length);
        last = now;
        match status {
            Status::Working => {
                seen.push(opening.so_far().processes().len());
                assert_eq!(opening.so_far().processes().len(), opening.finished_files());
            }
            Status::Done(opened) => break opened,
        }
    };
    assert!(seen.windows(2).all(|pair| pair[0] <= pair[1]));
    assert!(seen.contains(&1) && seen.contains(&7), "{seen:?}");
    assert_eq!(last, (length, 8 * 2815, 8));
    assert_eq!(trace(&opened).processes().len(), 8);
    let after = opening.step(1).expect_err("it is over");
    assert_eq!(messages(&after), ["drop: the opening is over; found another step, expected a new opening"]);
}

#[test]
fn nesting_has_an_end() {
    let mut bytes = b"0 send 1 2\n".to_vec();
    for _ in 0..8 {
        bytes = gzip(&bytes);
    }
    assert_eq!(sizes(&open([file("a", bytes.clone())]).unwrap()), [(0, 1)]);
    let deeper = refused([file("a", gzip(&bytes))]);
    assert_eq!(
        deeper,
        ["a: too many compressions and archives are nested; found more, expected at most 8; unpack the outer ones first"]
    );
}

#[test]
fn the_number_of_files_in_an_archive_is_limited() {
    let limits = Limits { entries: 2, ..Limits::default() };
    let line = b"0 send 1 2\n".as_slice();
    let names = ["a", "b", "c"];
    let tar: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, line)).collect();
    let zip: Vec<(&str, u16, &[u8], &[u8])> = names.iter().map(|name| (*name, 0, line, line)).collect();
    let message =
        "x: there are too many files in the archive; found 3, expected at most 2; unpack it and open a part of it";
    for bytes in [tarred(&tar), zipped(&zip, false), zipped(&zip, true)] {
        let notes = open_with([file("x", bytes)], limits.clone()).expect_err("too many");
        assert_eq!(notes[0].to_string(), message);
    }
}

#[test]
fn only_a_zip_file_of_its_own_is_read() {
    let zip = fixture("archives/good/stored.zip");
    let piped = streamed("standard input", io::Cursor::new(zip.clone()));
    let expected = "a zip archive cannot be read from a stream; found a zip archive inside another archive, compressed, or from a pipe, expected a zip archive as a file of its own; unpack it first";
    assert_eq!(refused([piped]), [format!("standard input: {expected}")]);
    assert_eq!(refused([file("a.gz", gzip(&zip))]), [format!("a.gz: {expected}")]);
    let tar = tarred(&[("b.zip", &zip)]);
    assert_eq!(refused([file("a.tar", tar)]), [format!("a.tar/b.zip: {expected}")]);
}

#[test]
fn a_tar_archive_without_its_end_mark_is_noted() {
    let tar = tarred(&[("rank-0.trace", b"0 send 1 2\n")]);
    let opened = open([file("a.tar", &tar[..1024])]).unwrap();
    assert_notes(&opened, &["a.tar: the tar archive has no end mark; it may be truncated: files may be missing"]);
}

#[test]
fn links_in_a_tar_archive_are_ignored() {
    let mut builder = ::tar::Builder::new(Vec::new());
    let mut header = ::tar::Header::new_gnu();
    header.set_size(11);
    builder.append_data(&mut header, "run/rank-0.trace", b"0 send 1 2\n".as_slice()).unwrap();
    let mut link = ::tar::Header::new_gnu();
    link.set_entry_type(::tar::EntryType::Symlink);
    link.set_size(0);
    builder.append_link(&mut link, "run/latest.trace", "rank-0.trace").unwrap();
    let opened = open([file("a.tar", builder.into_inner().unwrap())]).unwrap();
    assert_notes(&opened, &["a.tar/run/latest.trace: ignored: a link to another file"]);
}

#[test]
fn headers_of_a_tar_archive_that_cannot_be() {
    let with_size = |size: u64, kind: ::tar::EntryType| {
        let mut header = ::tar::Header::new_gnu();
        header.set_path("rank-0.trace").unwrap();
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_cksum();
        header.as_bytes().to_vec()
    };
    let file_kind = ::tar::EntryType::Regular;
    let name_kind = ::tar::EntryType::GNULongName;
    let cases = [
        (with_size(u64::MAX, file_kind), "a.tar: byte 0: the tar archive is damaged; found a size that cannot be"),
        (with_size(2 << 20, name_kind), "a.tar: byte 512: the tar archive is damaged; found a name that is too long"),
        (
            with_size(0, name_kind).repeat(20),
            "a.tar: byte 8,192: the tar archive is damaged; found headers that extend each other",
        ),
        (with_size(9, file_kind), "a.tar: byte 512: the tar archive is truncated; found the end of the file"),
    ];
    for (bytes, expected) in cases {
        let problems = refused([file("a.tar", bytes)]);
        assert_begins(&problems, expected);
    }
}

#[test]
fn places_in_a_zip_archive_that_cannot_be() {
    let line = b"0 send 1 2\n".as_slice();
    let good = zipped(&[("rank-0.trace", 0, line, line)], true);
    // The offset of the entry, in its 64-bit form behind the name in the directory.
    let at = good.windows(4).position(|four| four == b"PK\x01\x02").unwrap() + 46 + 12 + 4 + 16;
    for offset in [u64::MAX, good.len() as u64, 1] {
        let mut bad = good.clone();
        bad[at..at + 8].copy_from_slice(&offset.to_le_bytes());
        let problems = refused([file("a.zip", bad)]);
        assert!(problems[0].contains(": the zip archive is "), "{problems:?}");
    }
}
