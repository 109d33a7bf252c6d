//! Models to draw: small programs with the structures of real ones.

use std::fmt::Write as _;

use loopscope_core::system::{text, Model};
use loopscope_draw::scene::model::ModelSource;
use loopscope_draw::scene::tags::TagSlots;

/// A model with the colours of its tags.
pub(crate) struct System {
    pub(crate) model: Model,
    pub(crate) tags: TagSlots,
}

impl System {
    pub(crate) fn parsed(lines: &str) -> Self {
        let model = text::parse(lines).expect("a model");
        let tags = TagSlots::new(model.channels().iter().map(|channel| (channel.tag, 1)));
        Self { model, tags }
    }

    pub(crate) fn source(&self) -> ModelSource<'_> {
        ModelSource { model: &self.model, tags: &self.tags, volumes: None }
    }
}

/// Writes lines to a text.
struct Lines(String);

impl Lines {
    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    /// All send, then all receive.
    fn exchange(&mut self, pairs: &[(usize, usize)], tag: usize) {
        for (from, to) in pairs {
            self.add(format_args!("{from} send {to} {tag}"));
        }
        for (from, to) in pairs {
            self.add(format_args!("{from} recv {to} {tag}"));
        }
    }
}

/// Waves across a grid and back, then an exchange with all neighbours, as LU does.
pub(crate) fn waves_of(n: usize) -> System {
    let all = n * n;
    let mut lines = Lines(String::new());
    lines.add(format_args!("processes 0-{}", all - 1));
    lines.add(format_args!("0-{0} sync MPI_Bcast 0-{0}", all - 1));
    lines.add(format_args!("for i0 = 0 to 248"));
    for back in [false, true] {
        lines.add(format_args!("for i1 = 0 to 61"));
        for step in 0..all {
            let own = if back { all - 1 - step } else { step };
            let (row, column) = (own / n, own % n);
            // Neighbours on one side, and tags of the messages to the right and down.
            let side = |position: usize| if back { position + 1 < n } else { position > 0 };
            let other = |position: usize| if back { position > 0 } else { position + 1 < n };
            let before = |distance: usize| if back { own + distance } else { own - distance };
            let after = |distance: usize| if back { own - distance } else { own + distance };
            let (across, down) = if back { (1, 3) } else { (2, 4) };
            if side(row) {
                lines.add(format_args!("{} recv {own} {down}", before(n)));
            }
            if side(column) {
                lines.add(format_args!("{} recv {own} {across}", before(1)));
            }
            if other(column) {
                lines.add(format_args!("{own} send {} {across}", after(1)));
            }
            if other(row) {
                lines.add(format_args!("{own} send {} {down}", after(n)));
            }
        }
        lines.add(format_args!("done"));
    }
    let right: Vec<(usize, usize)> = (0..all).filter(|p| p % n + 1 < n).map(|p| (p, p + 1)).collect();
    let down: Vec<(usize, usize)> = (0..all - n).map(|p| (p, p + n)).collect();
    let turned = |pairs: &[(usize, usize)]| pairs.iter().map(|&(a, b)| (b, a)).collect::<Vec<_>>();
    lines.exchange(&right, 2);
    lines.exchange(&turned(&right), 1);
    lines.exchange(&down, 4);
    lines.exchange(&turned(&down), 3);
    lines.add(format_args!("done"));
    lines.add(format_args!("0-{0} sync MPI_Reduce 0-{0}", all - 1));
    System::parsed(&lines.0)
}

/// An exchange of all with all neighbours, then loops over the rows, the columns and the diagonals of a grid, as SP
/// does.
pub(crate) fn grids_of(n: usize) -> System {
    let all = n * n;
    let at = |row: usize, column: usize| (row % n) * n + column % n;
    let ways = [(0, 1), (0, n - 1), (1, 0), (n - 1, 0), (1, n - 1), (n - 1, 1)];
    let mut lines = Lines(String::new());
    lines.add(format_args!("processes 0-{}", all - 1));
    lines.add(format_args!("for i0 = 0 to 399"));
    for (way, (down, right)) in ways.into_iter().enumerate() {
        for own in 0..all {
            let peer = at(own / n + down, own % n + right);
            lines.add(format_args!("{own} send {peer} {}", 2000 + 1000 * way + own));
        }
    }
    for (way, (down, right)) in ways.into_iter().enumerate() {
        for own in 0..all {
            let peer = at(own / n + down, own % n + right);
            lines.add(format_args!("{own} recv {peer} {}", 2000 + 1000 * way + own));
        }
    }
    for (down, right) in [(0, 1), (1, 0), (1, n - 1)] {
        for back in [false, true] {
            for group in 0..n {
                let first = if down == 0 { (group, 0) } else { (0, group) };
                let mut chain: Vec<usize> = (0..n).map(|k| at(first.0 + down * k, first.1 + right * k)).collect();
                if back {
                    chain.reverse();
                }
                let ring: Vec<(usize, usize)> =
                    (0..n).filter_map(|k| Some((*chain.get(k)?, *chain.get((k + 1) % n)?))).collect();
                lines.add(format_args!("for i1 = 0 to 2"));
                lines.exchange(&ring, 0);
                lines.add(format_args!("done"));
            }
        }
    }
    lines.add(format_args!("done"));
    System::parsed(&lines.0)
}

/// One of each: messages to oneself, without a partner, from one iteration to the next and across the border of a
/// loop; loops of one process in each other, and left side by side; local events; a collective that misses someone.
pub(crate) fn mixture_of_all() -> System {
    System::parsed(
        "processes 0-4
        0 local start
        0 send 1 5
        0 send 3 5
        0 send 0 1
        for i0 = 0 to 9
          0 recv 0 1
          0 send 0 1
          1 send 1 2
          1 recv 1 2
          for i1 = 0 to 3
            2 local work
            for i2 = 0 to 6
              2 send 3 3
            done
          done
          for i1 = 0 to 27
            2 recv 3 3
          done
          for i1 = 0 to 1
            0 send 4 6
            4 recv 0 7
            0,4 sync MPI_Barrier 0,4
          done
          0-3 sync MPI_Allreduce 0-4
          1 send 2 4
          for i1 = 0 to 99999
            1 local wait
          done
          1 recv 2 4
        done
        0 recv 0 1
        0 recv 1 5
        0-4 sync MPI_Finalize 0-4
        ",
    )
}
