//! Programs that take whatever message comes first, and the programs that do the same in a fixed order: their twins.
//!
//! Both have the same events in each process; only receives that wait at the same time stand in another order. All numbers
//! follow from a seed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::programs::Lines;
use crate::Random;

/// How the receives of one exchange come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// As they were posted: the deterministic twin of the others.
    Posted,
    /// In any order.
    Uniform,
    /// With two neighbours exchanged in so many of a hundred exchanges.
    Swapped {
        /// Of a hundred.
        percent: u64,
    },
    /// By the time at which each message arrives, where computing takes up to so many hundredths longer.
    Delayed {
        /// Of a hundred.
        percent: u64,
    },
}

/// An exchange of all processes of a grid with their neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    /// The grid has `side` x `side` processes.
    pub side: u32,
    /// Whether the grid is closed in both directions.
    pub is_torus: bool,
    /// How often the neighbours exchange.
    pub steps: u32,
    /// A reduction ends every so many steps.
    pub reduce_every: u32,
    /// Whether two broadcasts come first and a reduction last.
    pub has_ends: bool,
    /// In so many of a hundred steps, the neighbours exchange a second time.
    pub branch_percent: u64,
}

impl Exchange {
    /// 80 steps on a grid, each with a reduction.
    pub fn on_grid(side: u32) -> Self {
        Self { side, is_torus: false, steps: 80, reduce_every: 1, has_ends: true, branch_percent: 0 }
    }

    fn neighbours(&self, p: u32) -> Vec<u32> {
        let side = self.side;
        let (x, y) = (p % side, p / side);
        let at = |x: u32, y: u32| x % side + y % side * side;
        let inside = |is| is || self.is_torus;
        let all = [
            inside(x > 0).then(|| at(x + side - 1, y)),
            inside(x + 1 < side).then(|| at(x + 1, y)),
            inside(y > 0).then(|| at(x, y + side - 1)),
            inside(y + 1 < side).then(|| at(x, y + 1)),
        ];
        all.into_iter().flatten().collect()
    }

    /// The lines of all processes.
    pub fn program(&self, arrival: Arrival, seed: u64) -> Lines {
        let mut random = Random::new(seed);
        let mut branches = Random::new(seed ^ 0x5eed);
        let processes = self.side * self.side;
        let group = format!("0-{}", processes - 1);
        let mut lines: Lines = (0..processes).map(|p| (p, Vec::new())).collect();
        let sync = |lines: &mut Lines, name: &str| {
            for (p, own) in lines.iter_mut() {
                own.push(format!("{p} sync {name} {group}"));
            }
        };
        if self.has_ends {
            sync(&mut lines, "MPI_Bcast");
            sync(&mut lines, "MPI_Barrier");
        }
        let mut clock = vec![0u64; processes as usize];
        for step in 1..=self.steps {
            self.exchange((1, arrival), &mut clock, &mut random, &mut lines);
            if branches.below(100) < self.branch_percent {
                self.exchange((2, arrival), &mut clock, &mut random, &mut lines);
            }
            if step % self.reduce_every == 0 {
                sync(&mut lines, "MPI_Allreduce");
                let last = clock.iter().max().copied().unwrap_or(0);
                clock.fill(last);
            }
        }
        if self.has_ends {
            sync(&mut lines, "MPI_Reduce");
        }
        lines
    }

    fn exchange(&self, (tag, arrival): (u32, Arrival), clock: &mut [u64], random: &mut Random, lines: &mut Lines) {
        let sent: Vec<u64> = clock.iter().map(|&now| now + computing(arrival, random)).collect();
        for (&p, own) in lines.iter_mut() {
            let neighbours = self.neighbours(p);
            own.extend(neighbours.iter().map(|q| format!("{p} send {q} {tag}")));
            let mut posted: Vec<(u64, u32)> =
                neighbours.iter().map(|&q| (sent[q as usize] + random.below(20), q)).collect();
            let last = posted.iter().map(|(time, _)| *time).max().unwrap_or(0);
            clock[p as usize] = last.max(sent[p as usize]);
            match arrival {
                Arrival::Posted => {}
                Arrival::Uniform => shuffle(&mut posted, random),
                Arrival::Swapped { percent } => {
                    if random.below(100) < percent && posted.len() > 1 {
                        let at = random.index(posted.len() - 1);
                        posted.swap(at, at + 1);
                    }
                }
                Arrival::Delayed { .. } => posted.sort(),
            }
            own.extend(posted.iter().map(|(_, q)| format!("{q} recv {p} {tag}")));
        }
    }
}

fn computing(arrival: Arrival, random: &mut Random) -> u64 {
    match arrival {
        Arrival::Delayed { percent } => 1000 + random.below(10 * percent + 1),
        Arrival::Posted | Arrival::Uniform | Arrival::Swapped { .. } => 1000,
    }
}

/// Shuffles a list (Fisher and Yates).
pub fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for at in (1..list.len()).rev() {
        list.swap(at, random.index(at + 1));
    }
}

/// What stands between the rounds of [`rounds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// A broadcast.
    Broadcast,
    /// Nothing: process 0 takes all messages of a round before the first of the next.
    Nothing,
    /// Nothing, and messages of a round may come in after those of the next.
    Stragglers,
}

/// Process 0 takes a message from each other process, in any order or, without a seed, in turn, `times` times.
pub fn rounds(processes: u32, times: u32, between: Between, seed: Option<u64>) -> Lines {
    let mut random = Random::new(seed.unwrap_or(0));
    let last = processes - 1;
    let mut lines: Lines = (0..processes).map(|p| (p, Vec::new())).collect();
    let sync = |lines: &mut Lines, name: &str| {
        for (p, own) in lines.iter_mut() {
            own.push(format!("{p} sync {name} 0-{last}"));
        }
    };
    sync(&mut lines, "MPI_Barrier");
    let mut messages: Vec<(u64, u32)> = Vec::new();
    for round in 0..u64::from(times) {
        let mut workers: Vec<u32> = (1..processes).collect();
        for p in &workers {
            lines.entry(*p).or_default().push(format!("{p} send 0 1"));
        }
        if seed.is_some() {
            shuffle(&mut workers, &mut random);
        }
        let late = |random: &mut Random| match (between, seed) {
            // Less than a round, so that messages of one process stay in order.
            (Between::Stragglers, Some(_)) => random.below(95),
            _ => 0,
        };
        for p in workers {
            messages.push((100 * round + late(&mut random), p));
        }
        if between == Between::Broadcast {
            take(&mut messages, &mut lines);
            sync(&mut lines, "MPI_Bcast");
        }
    }
    take(&mut messages, &mut lines);
    sync(&mut lines, "MPI_Reduce");
    lines
}

fn take(messages: &mut Vec<(u64, u32)>, lines: &mut Lines) {
    messages.sort_by_key(|(time, _)| *time);
    for (_, p) in messages.drain(..) {
        lines.entry(0).or_default().push(format!("{p} recv 0 1"));
    }
}

/// A master gives `tasks` tasks to the other processes, a new one to whoever finishes first; work has tag 1, results 2, and
/// the end 3. A barrier comes first and a reduction last. Without a seed, all tasks take equally long, so the workers come in turn.
pub fn farm(processes: u32, tasks: u32, seed: Option<u64>) -> Lines {
    let mut random = Random::new(seed.unwrap_or(0));
    let mut lines: Lines = (0..processes).map(|p| (p, Vec::new())).collect();
    sync(&mut lines, "MPI_Barrier");
    let mut running: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
    let mut given = 0;
    let mut give = |lines: &mut Lines, now: u64, worker: u32| {
        let tag = if given < tasks { 1 } else { 3 };
        lines.entry(0).or_default().push(format!("0 send {worker} {tag}"));
        lines.entry(worker).or_default().push(format!("0 recv {worker} {tag}"));
        if given == tasks {
            return None;
        }
        given += 1;
        lines.entry(worker).or_default().push(format!("{worker} send 0 2"));
        let longer = if seed.is_some() { random.below(1000) } else { 0 };
        Some(Reverse((now + 500 + longer, worker)))
    };
    for worker in 1..processes {
        running.extend(give(&mut lines, 0, worker));
    }
    while let Some(Reverse((now, worker))) = running.pop() {
        lines.entry(0).or_default().push(format!("{worker} recv 0 2"));
        running.extend(give(&mut lines, now, worker));
    }
    sync(&mut lines, "MPI_Reduce");
    lines
}

/// A collective of all processes.
fn sync(lines: &mut Lines, name: &str) {
    let last = lines.len() as u32 - 1;
    for (p, own) in lines.iter_mut() {
        own.push(format!("{p} sync {name} 0-{last}"));
    }
}

/// A master takes the results of one to four workers, and then gives each of them a new task, in the order of the results.
pub fn batches(processes: u32, tasks: u32, seed: u64) -> Lines {
    let mut random = Random::new(seed);
    let mut lines: Lines = (0..processes).map(|p| (p, Vec::new())).collect();
    let give = |lines: &mut Lines, worker: u32, tag: u32| {
        lines.entry(0).or_default().push(format!("0 send {worker} {tag}"));
        lines.entry(worker).or_default().push(format!("0 recv {worker} {tag}"));
        if tag == 1 {
            lines.entry(worker).or_default().push(format!("{worker} send 0 2"));
        }
    };
    let mut busy: Vec<u32> = (1..processes).collect();
    busy.iter().for_each(|&worker| give(&mut lines, worker, 1));
    let mut given = busy.len() as u32;
    while !busy.is_empty() {
        shuffle(&mut busy, &mut random);
        let some = busy.split_off(busy.len() - busy.len().min(1 + random.index(4)));
        for worker in &some {
            lines.entry(0).or_default().push(format!("{worker} recv 0 2"));
        }
        for worker in some {
            let is_left = given < tasks;
            give(&mut lines, worker, if is_left { 1 } else { 3 });
            if is_left {
                given += 1;
                busy.push(worker);
            }
        }
    }
    lines
}

/// All processes of a grid send to their neighbours, answer each as its message comes, and meet.
pub fn answers(side: u32, steps: u32, seed: u64) -> Lines {
    let mut random = Random::new(seed);
    let grid = Exchange::on_grid(side);
    let mut lines: Lines = (0..side * side).map(|p| (p, Vec::new())).collect();
    for _ in 0..steps {
        for (&p, own) in &mut lines {
            let mut neighbours = grid.neighbours(p);
            own.extend(neighbours.iter().map(|q| format!("{p} send {q} 1")));
            shuffle(&mut neighbours, &mut random);
            for q in &neighbours {
                own.extend([format!("{q} recv {p} 1"), format!("{p} send {q} 2")]);
            }
            shuffle(&mut neighbours, &mut random);
            own.extend(neighbours.iter().map(|q| format!("{q} recv {p} 2")));
        }
        sync(&mut lines, "MPI_Allreduce");
    }
    lines
}

/// Exchanges the order of receives within each stretch of receives, in so many of a hundred stretches.
pub fn shuffled(lines: &Lines, percent: u64, seed: u64) -> Lines {
    let mut random = Random::new(seed);
    let is_receive = |line: &String| line.split(' ').nth(1) == Some("recv");
    let mut shuffled = lines.clone();
    for own in shuffled.values_mut() {
        for stretch in own.chunk_by_mut(|a, b| is_receive(a) == is_receive(b)) {
            if stretch.first().is_some_and(is_receive) && random.below(100) < percent {
                shuffle(stretch, &mut random);
            }
        }
    }
    shuffled
}

/// A table of calls: process 0 sends messages whose sizes change every few steps, process 1 polls another number of times each step.
pub fn calls(steps: u64, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut out = "rank,call,peer,tag,bytes\n".to_owned();
    let mut bytes = 0;
    for step in 0..steps {
        if step % 7 == 0 {
            bytes = 8 * random.below(500);
        }
        out += &format!("0,MPI_Send,1,3,{bytes}\n0,MPI_Recv,1,4,{}\n", 64 + bytes);
        out += "0,MPI_Barrier,,,\n";
    }
    for _ in 0..steps {
        out += "1,MPI_Isend,0,4,64\n";
        (0..=random.below(5)).for_each(|_| out += "1,MPI_Test,,,\n");
        out += "1,MPI_Irecv,0,3,64\n";
    }
    out
}
