//! Writers onto a disk that is full, at any call: the system's error comes back, and nothing is taken for written.

#![cfg(test)]

mod common;

use common::*;
use std::io::{self, ErrorKind, Write};

use loopscope_session::export::{begin_slices, end_slices, write_slices, Form, Iterations, Writer};

/// Takes what is written, in pieces, until a call fails.
struct Disk {
    written: Vec<u8>,
    calls: usize,
    /// The call that fails, and all after it.
    fails: usize,
    /// Bytes that a call takes at most.
    most: usize,
    /// Whether every second call is interrupted.
    interrupted: bool,
    /// Whether the last bytes cannot be brought to the disk.
    flush_fails: bool,
}

impl Disk {
    fn new(fails: usize, most: usize) -> Self {
        let (written, calls) = (Vec::new(), 0);
        Self { written, calls, fails, most, interrupted: false, flush_fails: false }
    }
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls > self.fails {
            return Err(ErrorKind::StorageFull.into());
        }
        if self.interrupted && self.calls.is_multiple_of(2) {
            return Err(ErrorKind::Interrupted.into());
        }
        let count = bytes.len().min(self.most);
        self.written.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.flush_fails {
            return Err(ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

fn trace(path: &str) -> Trace {
    open_path(&common::repository().join("tests/fixtures").join(path))
}

/// A trace in a form, all processes one after the other.
fn convert(trace: &Trace, form: Form, out: &mut Disk) -> io::Result<()> {
    if form != Form::Chrome {
        let writer = Writer::new(trace, form);
        writer.begin(out)?;
        return trace.processes().iter().try_for_each(|process| writer.process(process, out));
    }
    let options = OptionChoices::default().resolve("t", trace).unwrap();
    begin_slices(trace, options.view, out)?;
    for process in trace.processes() {
        let nest = ProcessNest::build(process, trace.table(), &options).unwrap();
        let most = Iterations::First(3);
        write_slices(process, trace.table(), options.view, &nest, most, out)?;
    }
    end_slices(out)
}

#[test]
fn every_form_says_that_the_disk_is_full() {
    let native = trace("native/by-hand/good/all-forms.trace");
    let numbers = trace("din/by-hand/good/no-size-3.din");
    let words = trace("symbols/by-hand/good/unicode-3.sym");
    let cases = [
        (&native, Form::Native),
        (&native, Form::Csv),
        (&native, Form::Chrome),
        (&numbers, Form::Csv),
        (&numbers, Form::Chrome),
        (&words, Form::Symbols),
        (&words, Form::Csv),
    ];
    for (trace, form) in cases {
        let mut whole = Disk::new(usize::MAX, usize::MAX);
        convert(trace, form, &mut whole).unwrap();
        assert!(whole.written.len() > 10 && whole.calls > 2, "{form:?}");
        let mut ragged = Disk { interrupted: true, ..Disk::new(usize::MAX, 3) };
        convert(trace, form, &mut ragged).unwrap();
        assert!(ragged.written == whole.written, "{form:?} in pieces");
        for fails in 0..whole.calls {
            let mut disk = Disk::new(fails, usize::MAX);
            let error = convert(trace, form, &mut disk).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::StorageFull, "{form:?}, call {fails}");
            assert!(whole.written.starts_with(&disk.written), "{form:?}, call {fails}");
            assert_eq!(disk.calls, fails + 1, "{form:?} goes on after a failure");
        }
    }
}

#[cfg(feature = "compress")]
mod compressed {
    use std::rc::Rc;

    use loopscope_session::lsz::{write_process, Compressed, Compressing, Failed, Settings, WriteFailed};
    use loopscope_session::open::{Limits, Opening};

    use super::*;

    fn compress(text: &str, out: &mut Disk) -> Result<u64, Failed> {
        let files = vec![common::file("rank-0.trace", text)];
        let mut compressing = Compressing::new(Opening::new("t", files, Limits::default()), Settings::default(), out)?;
        loop {
            if let Some(outcome) = compressing.step(1 << 16)? {
                return Ok(outcome.written);
            }
        }
    }

    fn text() -> String {
        let line = |at: u64| format!("0 send {} {}\n", at % 3, at * at % 17);
        (0..200).map(line).collect()
    }

    fn kind(failed: Failed) -> ErrorKind {
        match failed {
            Failed::Output(error) => error.kind(),
            Failed::Input(notes) => panic!("{notes:?}"),
        }
    }

    #[test]
    fn compressing_says_that_the_disk_is_full() {
        let mut whole = Disk::new(usize::MAX, usize::MAX);
        let written = compress(&text(), &mut whole).unwrap();
        assert_eq!(written, whole.written.len() as u64);
        for fails in 0..whole.calls {
            let mut disk = Disk::new(fails, usize::MAX);
            assert_eq!(kind(compress(&text(), &mut disk).unwrap_err()), ErrorKind::StorageFull);
            assert_eq!(disk.calls, fails + 1, "it goes on after a failure");
        }
        let mut late = Disk { flush_fails: true, ..Disk::new(usize::MAX, usize::MAX) };
        assert_eq!(kind(compress(&text(), &mut late).unwrap_err()), ErrorKind::StorageFull);
        let mut ragged = Disk { interrupted: true, ..Disk::new(usize::MAX, 2) };
        compress(&text(), &mut ragged).unwrap();
        assert!(ragged.written == whole.written);
    }

    #[test]
    fn expanding_says_that_the_disk_is_full() {
        let mut packed = Disk::new(usize::MAX, usize::MAX);
        compress(&text(), &mut packed).unwrap();
        let file = Rc::new(Compressed::open("t.lsz", Rc::new(packed.written)).unwrap());
        let mut whole = Disk::new(usize::MAX, usize::MAX);
        write_process(&file, 0, &mut whole, |_| ()).unwrap();
        assert_eq!(String::from_utf8(whole.written).unwrap(), text());
        for fails in 0..whole.calls {
            match write_process(&file, 0, &mut Disk::new(fails, usize::MAX), |_| ()) {
                Err(WriteFailed::Output(error)) => {
                    assert_eq!(error.kind(), ErrorKind::StorageFull, "call {fails}");
                }
                other => panic!("call {fails}: {other:?}"),
            }
        }
    }
}
