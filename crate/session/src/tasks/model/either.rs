//! A program as one loop of several variants.

use loopscope_core::numbers::{counted, percent, thousands};
use loopscope_core::system::either::{either, text, Either};
use loopscope_core::system::Local;
use loopscope_core::variants::ENOUGH;
#[cfg(feature = "variants")]
use loopscope_formats::notes::{Note, Severity};

use super::program::{form, local};
use super::Program;
use crate::view::variants::{bounded, columns, in_reply, order};
use crate::wire::VariantsReply;

/// How much more of the events the loop of several variants must have.
const LEAST_GAIN: f64 = 0.1;

impl Program {
    /// The program as one loop of several variants, if that has at most two thirds of the constructs and a tenth more of the
    /// events in its loop; see [`either`](loopscope_core::system::either).
    pub fn either(&self) -> Option<Either> {
        let all = self.model().events().max(1) as f64;
        let share = self.model().main_loop().map_or(0.0, |main| main.events as f64 / all);
        if share >= ENOUGH {
            return None;
        }
        let processes = self.analysis.processes.iter();
        let locals: Vec<Local<'_>> = processes.map(|process| local(process)).collect();
        let found = either(form(&self.analysis.method), &locals)?;
        let is_worth = 3 * found.constructs() <= 2 * self.model().len() && share_of(&found) >= share + LEAST_GAIN;
        is_worth.then_some(found)
    }

    /// What the page shows of it; `None` if there is no such loop.
    #[inline(never)] // of a part that most traces do not need
    pub(crate) fn variants(&self) -> Option<Box<VariantsReply>> {
        let found = self.either()?;
        let times = found.times();
        Some(Box::new(VariantsReply {
            sentence: format!("{}.", holds(&found)),
            share: share_of(&found),
            iterations: found.which.len() as f64,
            order: order(&found.which, times.len()),
            columns: columns(&found.which, &times, &[]),
            variants: in_reply(&times),
            text: bounded("loopscope model", |out| text::write(out, &found)),
            ..VariantsReply::default()
        }))
    }
}

#[cfg(feature = "variants")]
impl Program {
    /// The text of the program as one loop of several variants, followed by a line about it.
    pub fn text_of(&self, either: &Either) -> String {
        let mut written = String::new();
        let _ = text::write(&mut written, either);
        let order = self.order_line();
        let method = self.analysis.method_text();
        let says = about(either);
        format!("{written}{order}# loops by {method}: {says}. --variants off shows the exact model.\n")
    }

    /// A note that the program may be read as one loop of several variants.
    pub fn offer(&self, name: &str, either: &Either) -> Note {
        let exact = thousands(self.model().len() as u64);
        let what = format!("{}, not {exact}", about(either));
        Note::new(Severity::Info, name, what).remedy("`loopscope model --variants on` shows it")
    }

    /// A note that the program is written exactly, for want of a shorter loop of several variants.
    pub fn no_either(&self, name: &str) -> Note {
        let what =
            "no loop of several variants that all processes run together is shorter than the exact model by a third";
        Note::new(Severity::Info, name, what.to_owned()).remedy("the exact model is written")
    }
}

fn share_of(either: &Either) -> f64 {
    let (inside, all) = either.events();
    inside as f64 / all.max(1) as f64
}

/// `52 iterations of 2 variants hold 96.8 % of 7,288 events`.
fn holds(either: &Either) -> String {
    let variants = match either.bodies.len() {
        1 => String::new(),
        several => format!(" of {} variants", thousands(several as u64)),
    };
    format!(
        "{}{variants} hold {} of {}",
        counted(either.which.len(), "iteration"),
        percent(share_of(either)),
        counted(either.events().1, "event"),
    )
}

/// The same `in 687 constructs`.
#[cfg(feature = "variants")]
fn about(either: &Either) -> String {
    format!("{} in {}", holds(either), counted(either.constructs() as u64, "construct"))
}
