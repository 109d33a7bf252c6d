//! A program whose hubs are shown partner by partner.

use std::sync::Arc;

use loopscope_core::nest::text as nest_text;
use loopscope_core::numbers::{counted, percent, set_text, thousands};
use loopscope_core::partners::{split, text, Split, Turns, Which};
use loopscope_core::symbols::SymbolTable;
use loopscope_core::system::Local;

use super::program::{form, local};
use super::Program;
use crate::options::Partners;
use crate::view::bounded::Bounded;
use crate::view::partners::{about_hubs, times};
use crate::view::sentence::Sentence;
use crate::wire::{HubTurns, HubsMain, HubsReply, SentencePart};

/// The most letters of the turns in a comment.
const MOST_LETTERS: usize = 160;
/// The most hubs whose turns are listed.
const MOST_HUBS: usize = 16;
/// The most lines of the text that the page shows, and their bytes.
const MOST_LINES: u64 = 2_000;
const MOST_BYTES: usize = 1 << 20;
/// The most turns of a hub that the page draws.
const MOST_COLUMNS: u64 = 4_096;

impl Program {
    /// The program with its hubs partner by partner, if it has some; see [`partners`](loopscope_core::partners). Computed once.
    #[inline(never)] // of a part that most traces do not need
    pub fn split(&self) -> Option<&Split> {
        match self.may_split() {
            true => self.split.get_or_init(|| find(self)).as_deref(),
            false => None,
        }
    }

    /// The model as text, followed by a line about its coverage; hubs partner by partner.
    #[inline(never)]
    pub fn text(&self) -> String {
        match self.split() {
            Some(split) => text_of(self, split),
            None => self.exact_text(),
        }
    }

    /// What the page shows of hubs.
    #[inline(never)]
    pub(super) fn hubs(&self) -> Option<Box<HubsReply>> {
        self.split().map(reply)
    }
}

fn find(program: &Program) -> Option<Arc<Split>> {
    let which = match program.partners {
        Partners::Off => return None,
        Partners::Auto => Which::Auto,
        Partners::All => Which::All,
    };
    let processes = program.analysis.processes.iter();
    let locals: Vec<Local<'_>> = processes.map(|process| local(process)).collect();
    split(form(&program.analysis.method), &locals, which).map(Arc::new)
}

/// The text of a program whose hubs are shown partner by partner, followed by lines about it.
fn text_of(program: &Program, split: &Split) -> String {
    let order = program.order_line();
    let mut out = String::new();
    // Writing to a string cannot fail.
    let shown = text::write(&mut out, split).unwrap_or(0);
    out.push_str(&format!("# {}\n{order}", about_hubs(split)));
    for turns in split.turns.iter().take(MOST_HUBS) {
        let number = counted(turns.which.len(), "turn");
        out.push_str(&format!("# {number} of process {}: {}\n", turns.hub, in_order(turns)));
    }
    let (inside, all) = split.events();
    out.push_str(&format!(
        "# loops by {}: {}, {} shown; {} of {} in loops. --partners off shows the exact model.\n",
        program.analysis.method_text(),
        counted(split.model().len() as u64, "construct"),
        thousands(shown),
        percent(inside as f64 / all.max(1) as f64),
        counted(all, "event"),
    ));
    out
}

/// Whose turn it was, as a nest on one line.
fn in_order(turns: &Turns) -> String {
    let names = turns.partners.iter().map(|partner| format!("p{partner}").into_boxed_str());
    let mut text = nest_text::inline(&turns.which, &SymbolTable::new(names.collect()));
    if text.chars().count() > MOST_LETTERS {
        text = text.chars().take(MOST_LETTERS).chain(['…']).collect();
    }
    text
}

fn reply(split: &Split) -> Box<HubsReply> {
    let mut out = Bounded { text: String::new(), lines: MOST_LINES, bytes: MOST_BYTES };
    let shown = text::write(&mut out, split);
    if shown.is_err() {
        out.text.truncate(out.text.rfind('\n').map_or(0, |at| at + 1));
        out.text.push_str("# cut; `loopscope model` writes all\n");
    }
    Box::new(HubsReply {
        sentence: sentence(split),
        main: split.main_row().map(|row| HubsMain {
            times: times(&row),
            workers: row.workers as f64,
            all: row.times as f64,
            events: (row.share * split.events().1 as f64).round(),
            share: row.share,
        }),
        says: about_hubs(split),
        text: out.text,
        shown: shown.unwrap_or(0) as f64,
        constructs: split.model().len() as f64,
        turns: split.turns.iter().take(MOST_HUBS).map(turns).collect(),
    })
}

fn turns(turns: &Turns) -> HubTurns {
    let all = turns.which.len();
    let width = all.div_ceil(MOST_COLUMNS).max(1) as usize;
    let partner = |at: u32| turns.partners.get(at as usize).map_or(0, |partner| partner.0);
    HubTurns {
        hub: turns.hub.0,
        partners: set_text(turns.partners.iter().map(|partner| partner.0)),
        among: turns.partners.len() as u32,
        turns: all as f64,
        columns: turns.which.symbols().step_by(width).map(|turn| partner(turn.0)).collect(),
    }
}

/// "63 of 64 processes run one loop with process 0, **18 to 48 times** each. It holds **96.9 %** of 8,254 events."
fn sentence(split: &Split) -> Vec<SentencePart> {
    let mut sentence = Sentence::default();
    let processes = thousands(split.processes.len() as u64);
    let all = counted(split.events().1, "event");
    let Some(row) = split.main_row() else {
        sentence.say(format!("{processes} processes and no loop that they run together."));
        return sentence.parts;
    };
    if row.workers > 1 {
        let hubs = split.turns.iter().map(|turns| turns.hub.to_string()).collect::<Vec<_>>();
        let hub = match hubs.as_slice() {
            [hub] => format!("process {hub}"),
            several => format!("one of {} processes", thousands(several.len() as u64)),
        };
        sentence.say(format!("{} of {processes} processes each run one loop with {hub}, ", thousands(row.workers)));
        sentence.stress(times(&row));
        sentence.say(format!(" each, {} in all. Together they hold ", thousands(row.times)));
    } else {
        let which = if row.share >= 0.5 { "one loop" } else { "the largest loop" };
        sentence.say(format!("{processes} processes run {which} ")).stress(times(&row));
        sentence.say(". It holds ");
    }
    sentence.stress(percent(row.share)).say(format!(" of {all}."));
    sentence.parts
}
