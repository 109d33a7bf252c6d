//! Details that a nest leaves out, in words.

use loopscope_core::elided::{Elided, Form, Place};
use loopscope_core::numbers::{listed, thousands};
use loopscope_core::symbols::{Appearance, SymbolTable};
use loopscope_core::trace::{StepTags, View};

/// The most places that are listed.
const MOST_PLACES: usize = 16;
/// The most polls that are named.
const MOST_NAMED: usize = 3;

/// "Sizes change from 0 to 14,400 bytes and are not compared." "Rows of MPI_Test are one item, MPI_Test+: 1 to 6 calls each."
#[inline(never)] // of a part that most traces do not need
pub(super) fn about(elided: &Elided) -> String {
    let mut says = Vec::new();
    let plain = || elided.places.iter().filter(|place| !place.is_row());
    if let Some((least, most)) = range(plain().map(tags)) {
        says.push(format!("Tags from {least} to {most} count the steps and are not compared."));
    }
    if let Some((least, most)) = range(plain().map(sizes)).filter(|(least, most)| least < most) {
        says.push(format!("Sizes change from {} to {} bytes and are not compared.", thousands(least), thousands(most)));
    }
    let rows: Vec<&Place> = elided.places.iter().filter(|place| place.is_row()).collect();
    if let Some((least, most)) = range(rows.iter().map(|place| lengths(place))) {
        let mut names: Vec<String> = rows.iter().map(|place| name(place).to_owned()).collect();
        names.dedup();
        names.truncate(MOST_NAMED);
        let first = names.first().cloned().unwrap_or_default();
        says.push(format!(
            "Rows of {} are one item ({first}+): {} to {} calls each.",
            listed(&names),
            thousands(least),
            thousands(most)
        ));
    }
    says.join(" ")
}

/// "Tags from 1000 to 1046 count the steps of the program and are read as one."; empty if there are none.
#[inline(never)]
pub fn step_tags(tags: &[StepTags]) -> String {
    let each = tags.iter().map(|tags| format!("from {} to {}", tags.first, tags.last));
    match tags {
        [] => String::new(),
        _ => format!("Tags {} count the steps and are read as one.", listed(&each.collect::<Vec<_>>())),
    }
}

/// For each of the first places whose sizes change: `MPI_Send(5): 0 to 7,680 bytes, 70 different, mean 4,755`.
#[inline(never)]
pub(super) fn places(elided: &Elided, symbols: &SymbolTable) -> Vec<String> {
    let sized = elided.places.iter().filter(|place| !place.is_row());
    let lines = sized.take(MOST_PLACES).filter_map(|place| {
        let (least, most) = sizes(place).filter(|(least, most)| least < most)?;
        Some(format!(
            "{}: {} to {} bytes, {} different, mean {}",
            symbols.text(place.symbol),
            thousands(least),
            thousands(most),
            thousands(place.forms.len() as u64),
            thousands(mean(place)),
        ))
    });
    lines.collect()
}

fn name(place: &Place) -> &str {
    let text = place.forms.first().map_or("", |form| &*form.text);
    Appearance::of(View::Calls, text).name
}

fn bytes(text: &str) -> Option<u64> {
    Appearance::of(View::Calls, text).bytes
}

/// The least and the greatest tag of a place; `None` if it has one.
fn tags(place: &Place) -> Option<(i64, i64)> {
    let views = [View::Calls, View::Communication];
    let tag = |form: &Form| views.iter().find_map(|&view| Appearance::of(view, &form.text).tag);
    let tags = range(place.forms.iter().map(|form| tag(form).map(|tag| (tag, tag))))?;
    (tags.0 < tags.1).then_some(tags)
}

/// Whether the sizes of a place change.
pub(super) fn has_sizes(place: &Place) -> bool {
    !place.is_row() && sizes(place).is_some_and(|(least, most)| least < most)
}

/// The least and the most bytes of a place.
fn sizes(place: &Place) -> Option<(u64, u64)> {
    range(place.forms.iter().map(|form| bytes(&form.text).map(|bytes| (bytes, bytes))))
}

fn lengths(place: &Place) -> Option<(u64, u64)> {
    range(place.forms.iter().map(|form| Some((form.times, form.times))))
}

/// The mean size of all times that a place comes, rounded.
fn mean(place: &Place) -> u64 {
    let of_form: Vec<u64> = place.forms.iter().map(|form| bytes(&form.text).unwrap_or(0)).collect();
    let each = place.which.symbols().map(|number| of_form.get(number.0 as usize).copied());
    let sum: u128 = each.map(|bytes| u128::from(bytes.unwrap_or(0))).sum();
    let times = u128::from(place.which.len().max(1));
    ((sum + times / 2) / times) as u64
}

/// The range that holds several.
fn range<T: Ord>(mut ranges: impl Iterator<Item = Option<(T, T)>>) -> Option<(T, T)> {
    ranges.by_ref().flatten().reduce(|sum, own| (sum.0.min(own.0), sum.1.max(own.1)))
}
