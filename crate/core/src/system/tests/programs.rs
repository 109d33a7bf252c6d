//! Small parallel programs, and what their processes write down.

pub(super) use loopscope_testing::programs::Lines;
use loopscope_testing::Random;

/// Something that processes do together, or a loop around it.
#[derive(Clone, Debug)]
pub(super) enum Phase {
    /// All to their neighbours on a ring, and back: sends first, or receives where they can be.
    Stencil {
        tag: u64,
        both: bool,
        sends_first: bool,
    },
    /// From the first to the last, so often; each process receives before it sends.
    Pipeline {
        tag: u64,
        times: u64,
    },
    /// Process 0 hands out work, unevenly, and takes results back.
    Master {
        tag: u64,
        jobs: u64,
    },
    /// The same, but the results are taken in another order than the jobs are given.
    AnyOrder {
        tag: u64,
        jobs: u64,
        shift: u64,
    },
    /// All of them meet, then halves of them, then halves of those; or the other way round.
    Halves {
        inwards: bool,
    },
    /// A ring in which each waits for the one before it has sent: only some have sent before.
    Ring {
        tag: u64,
        first: u32,
    },
    /// All of them meet.
    Meet {
        name: u64,
    },
    /// Rows, or columns, of a grid of two rows meet on their own.
    MeetParts {
        rows: bool,
    },
    /// Loops of `for {send}` and `for {receive}` on two processes, both ways.
    Exchange {
        a: u32,
        b: u32,
        tag: u64,
        times: u64,
    },
    /// As many messages, in bodies of other sizes.
    Blocked {
        a: u32,
        b: u32,
        tag: u64,
        sends: u64,
        recvs: u64,
        times: u64,
    },
    /// A message is always one ahead.
    Prefetch {
        a: u32,
        b: u32,
        tag: u64,
        times: u64,
    },
    /// A process to itself, in phase or not.
    Own {
        a: u32,
        tag: u64,
        times: u64,
        ahead: bool,
    },
    /// Two tags, received in separate loops.
    Separate {
        a: u32,
        b: u32,
        tag: u64,
        times: u64,
    },
    /// Something of no concern to others.
    Local {
        a: u32,
        word: u64,
    },
    Repeat {
        times: u64,
        body: Vec<Self>,
    },
}

/// A random program: phases, with loops nested up to `depth`.
pub(super) fn phases(random: &mut Random, processes: u32, depth: u32) -> Vec<Phase> {
    let count = 1 + random.below(4);
    (0..count).map(|_| phase(random, processes, depth)).collect()
}

fn phase(random: &mut Random, processes: u32, depth: u32) -> Phase {
    let a = random.below(u64::from(processes)) as u32;
    let b = (a + 1 + random.below(u64::from(processes.max(2) - 1)) as u32) % processes;
    let tag = random.below(3);
    let times = 2 + random.below(6);
    match random.below(if depth > 0 { 23 } else { 15 }) {
        0 => Phase::Stencil { tag, both: random.below(2) == 0, sends_first: random.below(2) == 0 },
        1 => Phase::Pipeline { tag, times: 1 + random.below(4) },
        2 => Phase::Master { tag, jobs: 1 + random.below(9) },
        3 => Phase::Meet { name: random.below(2) },
        4 => Phase::MeetParts { rows: random.below(2) == 0 },
        5 => Phase::Exchange { a, b, tag, times },
        6 => {
            let (sends, recvs) = (1 + random.below(3), 1 + random.below(3));
            Phase::Blocked { a, b, tag, sends, recvs, times }
        }
        7 => Phase::Prefetch { a, b, tag, times },
        8 => Phase::Own { a, tag, times, ahead: random.below(2) == 0 },
        9 => Phase::Separate { a, b, tag, times },
        10 | 11 => Phase::Local { a, word: random.below(2) },
        12 => Phase::AnyOrder { tag, jobs: 1 + random.below(9), shift: random.below(5) },
        13 => Phase::Halves { inwards: random.below(2) == 0 },
        14 => Phase::Ring { tag, first: a },
        _ => Phase::Repeat { times: 2 + random.below(5), body: phases(random, processes, depth - 1) },
    }
}

/// What the processes write down.
pub(super) fn run(phases: &[Phase], processes: u32) -> Lines {
    let mut lines: Lines = (0..processes).map(|process| (process, Vec::new())).collect();
    run_all(phases, processes, &mut lines);
    lines
}

fn send(lines: &mut Lines, src: u32, dst: u32, tag: u64) {
    lines.entry(src).or_default().push(format!("{src} send {dst} {tag}"));
}

fn recv(lines: &mut Lines, src: u32, dst: u32, tag: u64) {
    lines.entry(dst).or_default().push(format!("{src} recv {dst} {tag}"));
}

fn meet(lines: &mut Lines, name: &str, members: &[u32]) {
    let group = crate::numbers::set_text(members.iter().copied());
    for member in members {
        lines.entry(*member).or_default().push(format!("{member} sync {name} {group}"));
    }
}

fn run_all(phases: &[Phase], processes: u32, lines: &mut Lines) {
    for phase in phases {
        match phase {
            Phase::Stencil { tag, both, sends_first } => {
                for p in 0..processes {
                    let next = (p + 1) % processes;
                    let last = (p + processes - 1) % processes;
                    // A receive cannot come before what it waits for: even ones begin then.
                    let first = *sends_first || p % 2 == 0;
                    let sends = |lines: &mut Lines| {
                        send(lines, p, next, *tag);
                        if *both {
                            send(lines, p, last, *tag + 10);
                        }
                    };
                    if first {
                        sends(lines);
                    }
                    recv(lines, last, p, *tag);
                    if *both {
                        recv(lines, next, p, *tag + 10);
                    }
                    if !first {
                        sends(lines);
                    }
                }
            }
            Phase::Pipeline { tag, times } => {
                for p in 0..processes {
                    for _ in 0..*times {
                        if p > 0 {
                            recv(lines, p - 1, p, *tag);
                        }
                        if p + 1 < processes {
                            send(lines, p, p + 1, *tag);
                        }
                    }
                }
            }
            Phase::Master { tag, jobs } => {
                for job in 0..*jobs {
                    let worker = 1 + (job * job % u64::from(processes.max(2) - 1)) as u32;
                    if worker < processes {
                        send(lines, 0, worker, *tag);
                        recv(lines, 0, worker, *tag);
                        send(lines, worker, 0, *tag);
                        recv(lines, worker, 0, *tag);
                    }
                }
            }
            Phase::AnyOrder { tag, jobs, shift } => {
                let worker = |job: u64| 1 + (job % u64::from(processes.max(2) - 1)) as u32;
                for worker in (0..*jobs).map(worker) {
                    send(lines, 0, worker, *tag);
                    recv(lines, 0, worker, *tag);
                    send(lines, worker, 0, *tag);
                }
                // Each as often as it was given a job.
                let mut from: Vec<u32> = (0..*jobs).map(worker).collect();
                from.rotate_left((shift % jobs) as usize);
                from.into_iter().for_each(|worker| recv(lines, worker, 0, *tag));
            }
            Phase::Halves { inwards } => {
                let mut sizes = vec![processes];
                while let Some(size) = sizes.last().filter(|size| **size > 2) {
                    sizes.push(size.div_ceil(2));
                }
                if !inwards {
                    sizes.reverse();
                }
                for size in sizes {
                    for first in (0..processes).step_by(size as usize) {
                        let members: Vec<u32> = (first..processes.min(first + size)).collect();
                        meet(lines, "MPI_Allreduce", &members);
                    }
                }
            }
            &Phase::Ring { tag, first } => {
                for p in 0..processes {
                    let (next, last) = ((p + 1) % processes, (p + processes - 1) % processes);
                    if p == first {
                        send(lines, p, next, tag);
                    }
                    recv(lines, last, p, tag);
                    if p != first {
                        send(lines, p, next, tag);
                    }
                }
            }
            Phase::Meet { name } => {
                let all: Vec<u32> = (0..processes).collect();
                meet(lines, &format!("MPI_{name}"), &all);
            }
            Phase::MeetParts { rows } => {
                let parts = if *rows { 2 } else { processes.div_ceil(2) };
                for part in 0..parts {
                    let member = |p: &u32| {
                        if *rows {
                            p / processes.div_ceil(2) == part
                        } else {
                            p % processes.div_ceil(2) == part
                        }
                    };
                    let members: Vec<u32> = (0..processes).filter(member).collect();
                    if !members.is_empty() {
                        meet(lines, "MPI_Reduce", &members);
                    }
                }
            }
            &Phase::Exchange { a, b, tag, times } => {
                for (src, dst) in [(a, b), (b, a)] {
                    (0..times).for_each(|_| send(lines, src, dst, tag));
                }
                for (src, dst) in [(b, a), (a, b)] {
                    (0..times).for_each(|_| recv(lines, src, dst, tag));
                }
            }
            &Phase::Blocked { a, b, tag, sends, recvs, times } => {
                for at in 0..times * sends * recvs {
                    send(lines, a, b, tag);
                    if at % sends == sends - 1 {
                        lines.entry(a).or_default().push(format!("{a} local block"));
                    }
                    recv(lines, a, b, tag);
                    if at % recvs == recvs - 1 {
                        lines.entry(b).or_default().push(format!("{b} local block"));
                    }
                }
            }
            &Phase::Prefetch { a, b, tag, times } => {
                for (src, dst) in [(a, b), (b, a)] {
                    send(lines, src, dst, tag);
                    for _ in 0..times {
                        send(lines, src, dst, tag);
                        recv(lines, dst, src, tag);
                    }
                    recv(lines, dst, src, tag);
                }
            }
            &Phase::Own { a, tag, times, ahead } => {
                let tag = tag + 20;
                if ahead {
                    send(lines, a, a, tag);
                }
                for _ in 0..times {
                    if ahead {
                        recv(lines, a, a, tag);
                        send(lines, a, a, tag);
                    } else {
                        send(lines, a, a, tag);
                        lines.entry(a).or_default().push(format!("{a} local own"));
                        recv(lines, a, a, tag);
                    }
                }
                if ahead {
                    recv(lines, a, a, tag);
                }
            }
            &Phase::Separate { a, b, tag, times } => {
                for _ in 0..times {
                    send(lines, a, b, tag);
                    send(lines, a, b, tag + 30);
                }
                (0..times).for_each(|_| recv(lines, a, b, tag));
                (0..times).for_each(|_| recv(lines, a, b, tag + 30));
            }
            Phase::Local { a, word } => {
                lines.entry(*a).or_default().push(format!("{a} local work {word}"));
            }
            Phase::Repeat { times, body } => {
                (0..*times).for_each(|_| run_all(body, processes, lines));
            }
        }
    }
}

/// Spoils a trace: processes end early, are missing, or do things in another order.
pub(super) fn spoil(random: &mut Random, lines: &mut Lines) {
    let processes: Vec<u32> = lines.keys().copied().collect();
    for process in processes {
        let own = lines.entry(process).or_default();
        match random.below(11) {
            // It names a process that nobody has seen.
            8 => {
                let at = own.iter().position(|line| line.contains(" sync "));
                if let Some(line) = at.and_then(|at| own.get_mut(at)) {
                    line.push_str(",77");
                }
            }
            // Two collectives, or whatever it is, in another order than the others have.
            9 if own.len() > 1 => {
                let mut place = || random.below(own.len() as u64) as usize;
                let (a, b) = (place(), place());
                own.swap(a, b);
            }
            // It waits before it does what others wait for.
            10 => own.sort_by_key(|line| !line.contains(" recv ")),
            0 => {
                let kept = random.below(own.len() as u64 + 1) as usize;
                own.truncate(kept);
            }
            1 => {
                lines.remove(&process);
            }
            2 => {
                for _ in 0..3 {
                    if own.len() > 1 {
                        let at = random.below(own.len() as u64 - 1) as usize;
                        own.swap(at, at + 1);
                    }
                }
            }
            3 if !own.is_empty() => {
                let at = random.below(own.len() as u64) as usize;
                own.remove(at);
            }
            _ => {}
        }
    }
}
