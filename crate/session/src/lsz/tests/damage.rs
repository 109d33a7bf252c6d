//! Every byte flipped, every cut: refused with one message that names a byte.

use super::*;

fn small() -> Vec<u8> {
    let lines = "0 send 1 2\n0 sync B 0-3\n0 local x y\n".repeat(40) + "0 send 1 3\n0 send 2 2\n";
    compress(vec![file("rank-0.trace", lines.as_bytes())], 1 << 20).unwrap()
}

/// Whether all of a file can be read, blocks included; the message if not.
fn read(bytes: &[u8]) -> Result<String, String> {
    let file = Compressed::open("c.lsz", Rc::new(bytes.to_vec())).map_err(|note| note.to_string())?;
    let file = Rc::new(file);
    (0..file.blocks()).try_for_each(|at| file.check_block(at).map(|_| ())).map_err(|note| note.to_string())?;
    let mut out = Vec::new();
    for at in 0..file.processes().len() {
        write_process(&file, at, &mut out, |_| ()).map_err(|failed| format!("{failed:?}"))?;
    }
    Ok(String::from_utf8(out).unwrap())
}

/// Numbers of two instructions, one with a pattern, signed and split.
fn numbers() -> Vec<u8> {
    let line = |at: i64| format!("{:#x},{}\n", 0x4011 + at % 2, [8 * at, at * at % 91 - 7][at as usize % 2]);
    let lines: String = (0..122).map(line).collect();
    compress(vec![file("rank-0.csv", format!("pc,n\n{lines}").as_bytes())], 1 << 20).unwrap()
}

/// Calls with times.
fn timed() -> Vec<u8> {
    let line = |at: u64| format!("{},{},MPI_Send,1,{}\n", 100 * at, 100 * at + at % 7, at % 2);
    let lines: String = (0..300).map(line).collect();
    let text = format!("start_ns,end_ns,call,peer,tag\n{lines}");
    compress(vec![file("rank-0.csv", text.as_bytes())], 1 << 20).unwrap()
}

#[test]
fn every_altered_byte_is_noticed() {
    assert_eq!(read(&small()).unwrap().lines().count(), 122);
    assert_eq!(read(&numbers()).unwrap().lines().count(), 123);
    [small(), numbers(), timed()].iter().for_each(|good| alter_every_byte(good));
}

fn alter_every_byte(good: &[u8]) {
    for at in 0..good.len() {
        for flip in [1u8, 0x80, 0xff] {
            let mut bad = good.to_vec();
            bad[at] ^= flip;
            let problem = read(&bad).unwrap_err();
            assert!(problem.starts_with("c.lsz: byte ") && !problem.contains('\n'), "{at}: {problem}");
            let opened = open(vec![file("c.lsz", &bad)]).unwrap_err();
            assert_eq!(opened.len(), 1, "{at}: {opened:?}");
        }
    }
}

#[test]
fn every_cut_is_noticed() {
    [small(), numbers(), timed()].iter().for_each(|good| cut_everywhere(good));
}

fn cut_everywhere(good: &[u8]) {
    for cut in 0..good.len() {
        let problem = read(&good[..cut]).unwrap_err();
        let expected = format!("c.lsz: byte {cut}: the compressed trace is truncated; ");
        assert!(cut < 9 || problem.starts_with(&expected), "{cut}: {problem}");
        let opened = open(vec![file("c.lsz", &good[..cut])]).unwrap_err();
        assert_eq!(opened.len(), 1, "{cut}: {opened:?}");
        let opened = open(vec![stream("c.lsz", &good[..cut])]).unwrap_err();
        assert_eq!(opened.len(), 1, "{cut}: {opened:?}");
    }
    assert!(read(&[good, b"x"].concat()).is_err());
}

/// A file whose checksums are right, whatever its directory and blocks say.
fn forge(change: impl FnOnce(&mut directory::Directory), raw: &[u8]) -> Vec<u8> {
    let good = Compressed::open("f", Rc::new(small())).unwrap();
    let mut directory = good.directory.clone();
    let packed = block::pack(raw).unwrap();
    directory.blocks[0].length = packed.len() as u64;
    directory.blocks[0].pieces[0].bytes = raw.len() as u64;
    change(&mut directory);
    let mut bytes = [&MAGIC[..], &[VERSION], &packed].concat();
    let at = (bytes.len() as u64).to_le_bytes();
    bytes.extend(block::pack(&directory.write()).unwrap());
    let sum = block::checksum(&[MAGIC, &[VERSION], &at]);
    bytes.extend([&at[..], &sum.to_le_bytes(), END].concat());
    bytes
}

#[test]
fn forged_files_are_refused() {
    let bounds = |low: u8| [1, low, 0]; // for i = 0 to low/2: symbol 0
    let check = |bytes: Vec<u8>, expected: &str| {
        let problem = read(&bytes).unwrap_err();
        assert!(problem.contains(expected), "{problem}");
    };
    check(forge(|_| (), &bounds(4)), "a stream is shorter than it says");
    check(forge(|_| (), &bounds(1)), "a loop does not run");
    check(forge(|_| (), &[1, 0xff, 0xff, 0xff, 0x0e, 0]), "a loop does not run");
    check(forge(|_| (), &[1, 0xfe, 0xff, 0xff, 0x0e, 0]), "a stream is longer than it says");
    check(forge(|_| (), &[20]), "a symbol does not exist");
    check(forge(|_| (), &[1]), "a loop is longer than the bytes");
    check(forge(|d| d.records[0].name = 99, &[0]), "a record names what does not exist");
    check(forge(|d| d.streams[0].fields = 1, &[0]), "a process names what does not exist");
    check(forge(|d| d.streams[0].values = 1, &[0]), "longer or shorter");
    check(forge(|d| d.blocks[0].length = u64::MAX, &[0]), "longer than the file");
    check(forge(|d| d.blocks[0].length -= 1, &[0]), "shorter than the file");
    check(forge(|d| d.blocks[0].pieces[0].stream = 7, &[0]), "a stream does not exist");
    check(forge(|d| d.processes[0].number = 1 << 30, &[0]), "a process number is too large");
    check(forge(|d| d.blocks[0].pieces[0].bytes = 2, &[0]), "a block has another length than its pieces");
}

proptest! {
    #[test]
    fn any_directory_is_understood_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(directory) = directory::Directory::read(&bytes, VERSION) {
            prop_assert_eq!(directory::Directory::read(&directory.write(), VERSION).unwrap(), directory);
        }
    }

    #[test]
    fn any_times_are_read_or_refused(raw in proptest::collection::vec(any::<u8>(), 1..60)) {
        let mut entry = directory::TimesEntry::new(loopscope_core::trace::Tick::NANOSECOND);
        let bytes = forge(
            |directory| {
                let stream = directory.processes[0].communication.as_ref().unwrap().stream;
                entry.events = Some(stream);
                entry.moments = [Some(stream); 2];
                directory.processes[0].times = Some(entry);
            },
            &raw,
        );
        let _ = open(vec![file("c.lsz", &bytes)]);
    }

    #[test]
    fn any_block_is_run_or_refused(raw in proptest::collection::vec(any::<u8>(), 1..60)) {
        // 122 symbols are announced; damaged or not, reading ends.
        prop_assert!(read(&forge(|_| (), &raw)).map_or(true, |text| text.lines().count() == 122));
    }
}
