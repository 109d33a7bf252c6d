//! Runs a program: a process for each rank, blocking sockets between them, every call recorded.

use std::error::Error;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::patterns::{Change, Pattern, Program, Step, RANKS};
use crate::Protocol;

/// Bytes of a message.
pub(crate) const BYTES: usize = 1024;

/// A call as it was recorded: times in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Called {
    /// Which step of its process it is.
    pub(crate) step: usize,
    /// When it was entered.
    pub(crate) enter: u64,
    /// When it was left.
    pub(crate) leave: u64,
}

/// A run as it was recorded: the calls of each process, when they began, when each ended.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// By process.
    pub(crate) calls: Vec<Vec<Called>>,
    /// When all began.
    pub(crate) start: u64,
    /// When each ended.
    pub(crate) ends: Vec<u64>,
}

impl Recorded {
    /// How long it lasted, in nanoseconds.
    pub(crate) fn length(&self) -> i64 {
        self.ends.iter().max().map_or(0, |end| end.saturating_sub(self.start) as i64)
    }
}

/// One clock for all processes of a machine.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// The sockets of a process: on which it sends to each other one, and on which it receives.
struct Sockets {
    to: Vec<Option<UnixStream>>,
    from: Vec<Option<UnixStream>>,
}

impl Sockets {
    fn connect(folder: &Path, rank: usize) -> io::Result<Self> {
        let path = |rank: usize| folder.join(format!("{rank}.socket"));
        let listener = UnixListener::bind(path(rank))?;
        let mut sockets = Self { to: (0..RANKS).map(|_| None).collect(), from: (0..RANKS).map(|_| None).collect() };
        for (other, to) in sockets.to.iter_mut().enumerate().filter(|(other, _)| *other != rank) {
            let mut stream = loop {
                match UnixStream::connect(path(other)) {
                    Ok(stream) => break stream,
                    // It has not begun yet.
                    Err(_) => std::thread::sleep(Duration::from_millis(1)),
                }
            };
            stream.write_all(&[rank as u8])?;
            *to = Some(stream);
        }
        for _ in 1..RANKS {
            let mut stream = listener.accept()?.0;
            let mut from = [0];
            stream.read_exact(&mut from)?;
            if let Some(known) = sockets.from.get_mut(usize::from(from[0])) {
                *known = Some(stream);
            }
        }
        Ok(sockets)
    }

    fn of(list: &mut [Option<UnixStream>], rank: usize) -> io::Result<&mut UnixStream> {
        let stream = list.get_mut(rank).and_then(Option::as_mut);
        stream.ok_or_else(|| io::Error::other("a message to itself"))
    }

    fn step(&mut self, step: Step, protocol: Protocol) -> io::Result<()> {
        let mut byte = [0];
        match step {
            Step::Compute(_) => {}
            Step::Send(to) => {
                let stream = Self::of(&mut self.to, to)?;
                if protocol == Protocol::Rendezvous {
                    stream.read_exact(&mut byte)?;
                }
                stream.write_all(&[7; BYTES])?;
            }
            Step::Receive(from) => {
                let stream = Self::of(&mut self.from, from)?;
                if protocol == Protocol::Rendezvous {
                    stream.write_all(&byte)?;
                }
                stream.read_exact(&mut [0; BYTES])?;
            }
        }
        Ok(())
    }
}

/// What a child process does: it begins when a line with a time comes, and prints its calls.
pub(crate) fn run_rank(
    folder: &str,
    rank: &str,
    (pattern, change, protocol): (&str, &str, &str),
) -> Result<(), Box<dyn Error>> {
    let rank: usize = rank.parse()?;
    let (pattern, change) = (Pattern::named(pattern), Change::named(change));
    let program = Program::new(pattern.ok_or("no pattern")?, change.ok_or("no change")?);
    let protocol = if protocol == "Eager" { Protocol::Eager } else { Protocol::Rendezvous };
    let mut sockets = Sockets::connect(Path::new(folder), rank)?;
    println!("ready");
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let start: u64 = line.trim().parse()?;
    std::thread::sleep(Duration::from_nanos(start.saturating_sub(now())));
    let mut calls = String::new();
    for (at, &step) in program.steps.get(rank).ok_or("no such rank")?.iter().enumerate() {
        if let Step::Compute(microseconds) = step {
            if microseconds > 0 {
                std::thread::sleep(Duration::from_micros(microseconds));
            }
            continue;
        }
        let enter = now();
        sockets.step(step, protocol)?;
        calls += &format!("{at} {enter} {}\n", now());
    }
    println!("{calls}end {}", now());
    Ok(())
}

fn begin(folder: &Path, rank: usize, program: &Program, protocol: Protocol) -> io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .arg(folder)
        .args([&rank.to_string(), program.pattern.name(), program.change.name()])
        .arg(format!("{protocol:?}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
}

fn run(program: &Program, protocol: Protocol) -> Result<Recorded, Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("loopscope-sleeping-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let children: Result<Vec<Child>, io::Error> =
        (0..RANKS).map(|rank| begin(&folder, rank, program, protocol)).collect();
    let mut children = children?;
    let mut outputs = Vec::new();
    for child in &mut children {
        let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
        output.read_line(&mut String::new())?;
        outputs.push(output);
    }
    let start = now() + 20_000_000;
    for child in &mut children {
        child.stdin.take().ok_or("no input")?.write_all(format!("{start}\n").as_bytes())?;
    }
    let mut recorded = Recorded { calls: Vec::new(), start, ends: Vec::new() };
    for output in outputs {
        let mut calls = Vec::new();
        for line in output.lines() {
            let line = line?;
            if let Some(end) = line.strip_prefix("end ") {
                recorded.ends.push(end.parse()?);
                continue;
            }
            let numbers: Result<Vec<u64>, _> = line.split(' ').map(str::parse).collect();
            let &[step, enter, leave] = numbers?.as_slice() else {
                return Err("a broken line".into());
            };
            calls.push(Called { step: step as usize, enter, leave });
        }
        recorded.calls.push(calls);
    }
    for child in &mut children {
        child.wait()?;
    }
    fs::remove_dir_all(&folder)?;
    Ok(recorded)
}

/// The shortest of several runs: what else goes on makes runs longer, never shorter.
pub(crate) fn shortest(program: &Program, protocol: Protocol, repeats: usize) -> Result<Recorded, Box<dyn Error>> {
    let mut best: Option<Recorded> = None;
    for _ in 0..repeats.max(1) {
        let recorded = run(program, protocol)?;
        if best.as_ref().is_none_or(|best| recorded.length() < best.length()) {
            best = Some(recorded);
        }
    }
    Ok(best.ok_or("no run")?)
}
