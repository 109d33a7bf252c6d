//! Programs of any number of processes, of the kinds that are common: what their processes write down.

use std::collections::BTreeMap;

/// The lines of every process.
pub type Lines = BTreeMap<u32, Vec<String>>;

/// A kind of program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// A halo exchange on a square grid, several times in each step, and a reduction.
    Stencil,
    /// A value goes down the line of processes in each step.
    Pipeline,
    /// Process 0 gives every worker a piece in each step, and collects in their order.
    Master,
    /// The same, but the results come in another order in each step.
    AnyOrder,
    /// A ring, and collectives of communicators inside of each other: halves of halves, rows and columns.
    Nested,
}

impl Family {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Stencil, Self::Pipeline, Self::Master, Self::AnyOrder, Self::Nested];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stencil => "stencil",
            Self::Pipeline => "pipeline",
            Self::Master => "master",
            Self::AnyOrder => "master, any order",
            Self::Nested => "nested groups",
        }
    }

    /// The program of `side` x `side` processes.
    pub fn program(self, side: u32) -> Lines {
        match self {
            Self::Stencil => stencil(side, 20, 5),
            Self::Pipeline => pipeline(side * side, 20),
            Self::Master => master(side * side, 20),
            Self::AnyOrder => any_order(side * side, 4),
            Self::Nested => nested(side, 20),
        }
    }
}

/// A halo exchange on a square grid of `side` x `side` processes, `inner` times per step, and a reduction.
pub fn stencil(side: u32, steps: u32, inner: u32) -> Lines {
    let last = side * side - 1;
    let process = |p: u32| {
        let (x, y) = (p % side, p / side);
        let neighbours = [
            (x > 0, p.wrapping_sub(1)),
            (x + 1 < side, p + 1),
            (y > 0, p.wrapping_sub(side)),
            (y + 1 < side, p + side),
        ];
        let neighbours: Vec<u32> = neighbours.iter().filter(|(is, _)| *is).map(|(_, q)| *q).collect();
        let mut own = Vec::new();
        for _ in 0..steps {
            for _ in 0..inner {
                own.extend(neighbours.iter().map(|q| format!("{p} send {q} 1")));
                own.extend(neighbours.iter().map(|q| format!("{q} recv {p} 1")));
            }
            own.push(format!("{p} sync MPI_Allreduce 0-{last}"));
        }
        (p, own)
    };
    (0..side * side).map(process).collect()
}

/// A value goes down the line of processes in each step.
pub fn pipeline(processes: u32, steps: u32) -> Lines {
    let process = |p: u32| {
        let mut own = Vec::new();
        for _ in 0..steps {
            if p > 0 {
                own.push(format!("{} recv {p} 1", p - 1));
            }
            if p + 1 < processes {
                own.push(format!("{p} send {} 1", p + 1));
            }
        }
        (p, own)
    };
    (0..processes).map(process).collect()
}

/// Process 0 gives every worker a piece in each step, and collects.
pub fn master(processes: u32, steps: u32) -> Lines {
    handed_out(processes, steps, |_, worker| worker)
}

/// The same, but the results come in another order in each step, as a receive from anybody takes them.
pub fn any_order(processes: u32, steps: u32) -> Lines {
    // A number without a common measure with that of the workers gives each of them once.
    let workers = processes - 1;
    let common = |mut a: u32, mut b: u32| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    handed_out(processes, steps, |step, worker| {
        let factor = (2 + 7 * step..).find(|&f| common(f, workers) == 1).unwrap_or(1);
        let place = u64::from(worker) * u64::from(factor) + u64::from(step);
        1 + (place % u64::from(workers)) as u32
    })
}

/// `from` says from whom the results of a step come.
fn handed_out(processes: u32, steps: u32, from: impl Fn(u32, u32) -> u32) -> Lines {
    let mut lines: Lines = (0..processes).map(|p| (p, Vec::new())).collect();
    for step in 0..steps {
        for p in 1..processes {
            lines.entry(0).or_default().push(format!("0 send {p} 1"));
            lines.entry(p).or_default().push(format!("0 recv {p} 1"));
            lines.entry(p).or_default().push(format!("{p} send 0 2"));
        }
        for worker in 1..processes {
            lines.entry(0).or_default().push(format!("{} recv 0 2", from(step, worker)));
        }
    }
    lines
}

/// A message around the ring, then collectives of communicators: all, halves, halves of those and so on, rows and
/// columns of the grid.
pub fn nested(side: u32, steps: u32) -> Lines {
    let processes = side * side;
    let process = |p: u32| {
        let (next, last) = ((p + 1) % processes, (p + processes - 1) % processes);
        let mut step = vec![format!("{p} send {next} 3"), format!("{last} recv {p} 3")];
        let mut size = processes;
        while size > 1 {
            let first = p / size * size;
            let end = (first + size).min(processes) - 1;
            let group = if end == first + 1 { format!("{first},{end}") } else { format!("{first}-{end}") };
            if end > first {
                step.push(format!("{p} sync MPI_Allreduce {group}"));
            }
            size = size.div_ceil(2);
            if size == 1 {
                break;
            }
        }
        let row = p / side * side;
        step.push(format!("{p} sync MPI_Bcast {row}-{}", row + side - 1));
        let column: Vec<String> = (0..side).map(|y| (p % side + y * side).to_string()).collect();
        step.push(format!("{p} sync MPI_Alltoall {}", column.join(",")));
        let own = (0..steps).flat_map(|_| step.clone()).collect();
        (p, own)
    };
    (0..processes).map(process).collect()
}

/// Lines as numbers, in order of first appearance, and what the numbers stand for.
pub fn symbols(lines: &[String]) -> (Vec<u32>, Vec<&str>) {
    let mut texts: Vec<&str> = Vec::new();
    let mut known = BTreeMap::new();
    let number = |line| {
        *known.entry(line).or_insert_with(|| {
            texts.push(line);
            texts.len() as u32 - 1
        })
    };
    let string = lines.iter().map(String::as_str).map(number).collect();
    (string, texts)
}

/// A table of the calls of a program with times and sizes, of which the times are random, but no message is received before it
/// is sent and no collective of all ends before all have begun it. Only such collectives are written.
pub fn timed_table(lines: &Lines, random: &mut crate::Random) -> String {
    use std::collections::{BTreeMap, VecDeque};
    use std::fmt::Write;

    /// When each message was sent, and which it is, in order.
    type Messages = VecDeque<(u64, u64)>;
    let mut table = "process,start_ns,end_ns,call,peer,tag,bytes,comm,commsize\n".to_owned();
    let size = lines.len();
    let mut next = vec![0usize; size];
    let mut now = vec![1_000u64; size];
    let mut sent: BTreeMap<(u32, u32, &str), Messages> = BTreeMap::new();
    loop {
        let mut moved = false;
        for (&process, own) in lines {
            let at = process as usize;
            let Some(line) = own.get(next[at]) else { continue };
            let words: Vec<&str> = line.split(' ').collect();
            let number = |word: &str| word.parse::<u32>().unwrap();
            let start = now[at] + random.below(500);
            let (end, row) = match words[1] {
                "send" => {
                    let (peer, tag, bytes) = (number(words[2]), words[3], 8 * random.below(4) + 8);
                    sent.entry((process, peer, tag)).or_default().push_back((start, bytes));
                    (start + random.below(90), format!("MPI_Send,{peer},{tag},{bytes},,"))
                }
                "recv" => {
                    let (peer, tag) = (number(words[0]), words[3]);
                    let queue = sent.entry((peer, process, tag)).or_default();
                    let Some((begun, bytes)) = queue.pop_front() else { continue };
                    let end = start.max(begun) + random.below(90);
                    (end, format!("MPI_Recv,{peer},{tag},{bytes},,"))
                }
                // Other: a collective.
                _ => {
                    let waits = |(other, own): (&u32, &Vec<String>)| {
                        own.get(next[*other as usize]).is_none_or(|other| {
                            other.split_once(' ').map(|it| it.1) != line.split_once(' ').map(|it| it.1)
                        })
                    };
                    if lines.iter().any(waits) {
                        continue;
                    }
                    // All are there: they end together, each at its turn.
                    let latest = now.iter().copied().max().unwrap_or(0) + 500;
                    for other in 0..size {
                        let start = now[other] + random.below(400);
                        now[other] = latest + random.below(90);
                        next[other] += 1;
                        let (end, name) = (now[other], words[2]);
                        writeln!(table, "{other},{start},{end},{name},,,8,0,{size}").unwrap();
                    }
                    moved = true;
                    continue;
                }
            };
            writeln!(table, "{process},{start},{end},{row}").unwrap();
            now[at] = end;
            next[at] += 1;
            moved = true;
        }
        if !moved {
            return table;
        }
    }
}
