//! The details that a nest leaves out, in a document.

use loopscope_core::elided::{Elided, Form, Place, LONGEST};
use loopscope_core::nest::Nest;
use loopscope_core::numbers::counted;
use loopscope_core::symbols::{Symbol, SymbolTable};
use serde::{Deserialize, Serialize};

use super::orders::WrittenNest;
use super::symbol_nodes::Broken;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WrittenPlace {
    /// The symbol that leaves something out.
    symbol: u32,
    /// What it stood for: the recorded text, and how many events in a row had it.
    forms: Vec<(String, u32)>,
    /// For each time that the symbol comes, the place in `forms`.
    which: WrittenNest,
}

#[inline(never)] // of a part that most traces do not need
pub(super) fn written(elided: &Elided) -> Vec<WrittenPlace> {
    let form = |form: &Form| (form.text.to_string(), form.times as u32);
    let place = |place: &Place| WrittenPlace {
        symbol: place.symbol.0,
        forms: place.forms.iter().map(form).collect(),
        which: WrittenNest::of(&place.which),
    };
    elided.places.iter().map(place).collect()
}

/// The details of a process with that nest.
#[inline(never)]
pub(super) fn read(written: &[WrittenPlace], nest: &Nest, symbols: &SymbolTable) -> Result<Elided, Broken> {
    if nest.len() > LONGEST {
        let found = format!("details of {}", counted(nest.len(), "event"));
        return Err((found, "at most 8,388,608 events, or no details"));
    }
    let form = |(text, times): &(String, u32)| Form { text: text.as_str().into(), times: u64::from(*times) };
    let place = |written: &WrittenPlace| -> Result<Place, Broken> {
        let which = written.which.read(written.forms.len())?;
        let forms = written.forms.iter().map(form).collect();
        Ok(Place { symbol: Symbol(written.symbol), forms, which })
    };
    let places: Result<Vec<Place>, Broken> = written.iter().map(place).collect();
    let elided = Elided { places: places? };
    match elided.fits(nest, symbols) {
        true => Ok(elided),
        false => {
            let found = counted(elided.places.len() as u64, "symbol") + " with details";
            Err((found, "symbols of the list, each once, with a form for each time that it comes"))
        }
    }
}
