//! What blocks, loops and lines say.

use loopscope_core::event_flow::{FlowSums, LoopKind};
use loopscope_core::numbers::{counted, duration, percent, thousands};
use loopscope_core::symbols::Appearance;

use super::blocks::Block;
use super::columns::Column;
use super::lanes::Line;
use super::state::FlowSource;
use crate::scene::{measure, Font};

/// The most lines of text in a block.
const MOST_LINES: usize = 3;
/// Between two calls of a block.
const BETWEEN: &str = " · ";

impl FlowSource<'_> {
    /// The name of the call that a node stands for, without its arguments and the prefix that all of them share.
    pub(super) fn name_of(&self, node: u32) -> &str {
        let text = self.text(node);
        let base = text.split_once(" via ").map_or(text, |(base, _)| base);
        let name = Appearance::of(self.view, base).name;
        let name = name.strip_prefix("MPI_").unwrap_or(name);
        if name.is_empty() {
            "(no name)"
        } else {
            name
        }
    }

    /// ` #2` of the second of several nodes of that name: they are calls at different places of the program.
    fn which(&self, node: u32) -> String {
        match self.namesakes.get(node as usize) {
            None | Some(0) => String::new(),
            Some(place) => format!(" #{place}"),
        }
    }

    pub(super) fn count_of(&self, node: u32) -> u64 {
        self.graph.nodes().get(node as usize).map_or(0, |node| node.count)
    }

    /// How often a block is entered.
    pub(super) fn times_of(&self, block: &Block) -> u64 {
        match block.own_loop {
            Some(id) => self.visits(id),
            None => self.count_of(block.first()),
        }
    }

    pub(super) fn visits(&self, id: u32) -> u64 {
        self.metrics.loops.get(id as usize).map_or(0, |loops| loops.visits)
    }

    pub(super) fn iterations(&self, id: u32) -> u64 {
        self.metrics.loops.get(id as usize).map_or(0, |loops| loops.iterations)
    }

    /// The fewest and the most iterations of a visit.
    fn each(&self, id: u32) -> (u64, u64) {
        self.lengths.get(id as usize).map_or((0, 0), |known| (known.least, known.most))
    }

    /// How often a call that follows itself does so, on the tab of its block: `×7`, `×1–6`.
    pub(super) fn repeats(&self, id: u32) -> String {
        match self.each(id) {
            (least, most) if least == most => format!("×{}", thousands(most)),
            (least, most) => format!("×{}–{}", thousands(least), thousands(most)),
        }
    }

    /// What is said of the visits of a loop, longest first: `in 249 visits, 62 each`, `249 × 62`.
    pub(super) fn visit_words(&self, id: u32) -> [String; 2] {
        let ((least, most), visits) = (self.each(id), self.visits(id));
        let several = self.loops.get(id).is_some_and(|it| it.kind == LoopKind::Irreducible);
        let [long, short] = match (visits, least == most) {
            (0 | 1, _) => ["in one visit".to_owned(), String::new()],
            (_, true) => [
                format!("in {}, {} each", counted(visits, "visit"), thousands(most)),
                format!("{} × {}", thousands(visits), thousands(most)),
            ],
            (_, false) => {
                let range = format!("{}–{}", thousands(least), thousands(most));
                let visits = counted(visits, "visit");
                [format!("in {visits}, {range} each"), format!("{visits}, {range}")]
            }
        };
        match several {
            true => [format!("several entries, {long}"), "several entries".to_owned()],
            false => [long, short],
        }
    }

    /// The lines of text of a block: its calls, equal neighbours as one, in as many lines as fit. What does not is counted.
    pub(super) fn block_lines(&self, block: &Block, room: f64) -> Vec<String> {
        if block.is_folded {
            let calls = counted(block.nodes.len() as u64, "call");
            let name = |node: Option<&u32>| node.map_or("", |&node| self.name_of(node));
            let line = match block.own_loop {
                Some(id) => format!("F{}: {calls}, folded", self.number(id)),
                None => {
                    let [first, last] = [block.nodes.first(), block.nodes.last()].map(name);
                    format!("{first} … {last}: {calls}, folded")
                }
            };
            return vec![measure::fit(Font::Label, &line, room)];
        }
        let mut runs: Vec<(&str, u64, u32)> = Vec::new();
        for &node in &block.nodes {
            let name = self.name_of(node);
            match runs.last_mut() {
                Some((known, count, _)) if *known == name => *count += 1,
                _ => runs.push((name, 1, node)),
            }
        }
        let word = |&(name, count, node): &(&str, u64, u32)| match count {
            1 if runs.len() == 1 => format!("{name}{}", self.which(node)),
            1 => name.to_owned(),
            count => format!("{name} ×{count}"),
        };
        let mut lines: Vec<String> = Vec::new();
        for run in &runs {
            let word = word(run);
            let is_full = lines.len() == MOST_LINES;
            let Some(line) = lines.last_mut() else {
                lines.push(word);
                continue;
            };
            let longer = format!("{line}{BETWEEN}{word}");
            if measure::width(Font::Label, &longer) <= room {
                *line = longer;
            } else if is_full {
                *line = format!("… {} in all", counted(block.nodes.len() as u64, "call"));
                break;
            } else {
                lines.push(word);
            }
        }
        lines.iter().map(|line| measure::fit(Font::Label, line, room)).collect()
    }

    /// The calls of a block in one line, for its tooltip.
    pub(super) fn block_title(&self, block: &Block) -> String {
        let times = counted(self.times_of(block), "time");
        let words = match block.is_folded {
            true => format!("{}, folded", counted(block.nodes.len() as u64, "call")),
            false => self.block_lines(block, 480.0).join(BETWEEN),
        };
        match block.own_loop {
            Some(id) => {
                format!("F{} {} {words}, {times}", self.number(id), self.repeats(id))
            }
            None => format!("{words}, {times}"),
        }
    }

    pub(super) fn block_detail(&self, block: &Block, sums: FlowSums, column: &Column) -> String {
        let text = match block.nodes.as_slice() {
            [only] => self.text(*only).to_owned(),
            nodes => counted(nodes.len() as u64, "call"),
        };
        match self.tick {
            Some(_) => format!("{text}; {}", self.time_words(sums, column)),
            None => text,
        }
    }

    /// `1.27 s, 63.5 % of process 0, 89.5 % in calls`.
    fn time_words(&self, sums: FlowSums, column: &Column) -> String {
        let time = duration(self.nanoseconds(sums.time()));
        let (share, inside) = (percent(column.share(sums.time())), percent(sums.inside_share()));
        format!("{time}, {share} of process {}, {inside} in calls", column.process)
    }

    pub(super) fn loop_title(&self, id: u32) -> String {
        format!("F{} ×{}", self.number(id), thousands(self.iterations(id)))
    }

    pub(super) fn loop_detail(&self, id: u32, column: &Column) -> String {
        let [visits, _] = self.visit_words(id);
        let sums = column.loops.get(id as usize).copied().unwrap_or_default();
        let calls = counted(sums.calls, "call");
        match self.tick {
            Some(_) => format!("{visits}; {calls}; {}", self.time_words(sums, column)),
            None => format!("{visits}; {calls}"),
        }
    }

    /// `Wait → Allreduce`.
    pub(super) fn line_title(&self, line: &Line) -> String {
        let name = |node: u32| format!("{}{}", self.name_of(node), self.which(node));
        format!("{} → {}", name(line.from), name(line.to))
    }

    /// `12 times, 3.5 ms between on average`.
    pub(super) fn line_detail(&self, line: &Line) -> String {
        let times = counted(line.count, "time");
        match self.tick {
            Some(_) => {
                let mean = duration(self.nanoseconds(line.time / line.count.max(1)));
                format!("{times}, {mean} between on average")
            }
            None => times,
        }
    }
}
