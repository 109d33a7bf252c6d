//! What a model of many processes costs after the merge: its text, its files, its pictures, its matrix. Generated programs
//! of 64 to 1,024 processes; nanoseconds a construct, and by how much the largest program costs more of them than
//! the smallest.
//!
//! `cargo bench -p loopscope-tests --bench models`, with names of kinds behind `--` for those alone.

use std::error::Error;
use std::rc::Rc;

use loopscope_draw::scene::model::{model, ModelSource, ModelState};
use loopscope_draw::scene::tags::TagSlots;
use loopscope_formats::notes::Note;
use loopscope_session::analysis::{Analysis, ProcessNest};
use loopscope_session::files;
use loopscope_session::open::{Content, Limits, OpenedContent, Opening, SourceFile, Status};
use loopscope_session::options::OptionChoices;
use loopscope_session::tasks::model::{csv, options, Program, Selection};

use loopscope_testing::programs::Family;
use loopscope_testing::timing::shortest;

/// The shortest processor time, in nanoseconds.
fn nanoseconds<T>(call: impl FnMut() -> T) -> f64 {
    shortest(5, call).as_secs_f64() * 1e9
}

/// The program of a kind: from files of its lines.
fn program(family: Family, side: u32) -> Result<Program, Box<dyn Error>> {
    let files = family.program(side).into_iter().map(|(process, lines)| SourceFile {
        path: format!("{}.{process}", family.name()),
        data: Content::Random(Rc::new(lines.join("\n").into_bytes())),
    });
    let mut opening = Opening::new(family.name(), files.collect(), Limits::default());
    let opened = loop {
        match opening.step(usize::MAX).map_err(|notes| format!("{notes:?}"))? {
            Status::Working => {}
            Status::Done(opened) => break opened,
        }
    };
    let OpenedContent::Trace(trace) = opened.content else { return Err("these are lines".into()) };
    let options = options("bench", &trace, &OptionChoices::default()).map_err(|note| note.to_string())?;
    let nests = trace.processes().iter();
    let nests: Result<_, Note> = nests.map(|p| Ok(ProcessNest::build(p, trace.table(), &options)?.into())).collect();
    let whole = nests.and_then(|nests| Program::new("bench", Analysis::new(&options, nests)));
    Ok(whole.map_err(|note| note.to_string())?)
}

/// The nanoseconds of a construct, by what is done.
fn measure(family: Family, side: u32) -> Result<Vec<(&'static str, f64)>, Box<dyn Error>> {
    let whole = program(family, side)?;
    let constructs = whole.model().len() as f64;
    println!("{}, {} processes: {constructs} constructs", family.name(), side * side);
    let tags = TagSlots::default();
    let source = ModelSource { model: whole.model(), tags: &tags, volumes: None };
    let everything = ModelState { width: 1_120.0, height: 640.0, whole: true, ..Default::default() };
    let folded = ModelState { folded: true, ..everything.clone() };
    let opened = ModelState { opened: (0..side * side).collect(), ..folded.clone() };
    let matrix = || Selection::default().matrix("bench", &whole);
    let cells = whole.model().matrix();
    let written = files::model::write(&whole);
    Ok(vec![
        ("merge", nanoseconds(|| Program::new("bench", whole.analysis.clone())) / constructs),
        ("text", nanoseconds(|| whole.text()) / constructs),
        ("write JSON", nanoseconds(|| files::model::write(&whole)) / constructs),
        ("read JSON", nanoseconds(|| files::model::read("bench", &written)) / constructs),
        ("folded", nanoseconds(|| model(&source, &folded)) / constructs),
        ("a row each", nanoseconds(|| model(&source, &opened)) / constructs),
        ("SVG", nanoseconds(|| whole.svg("bench", true)) / constructs),
        ("matrix", nanoseconds(matrix) / constructs),
        ("matrix, SVG", nanoseconds(|| whole.matrix_svg("bench", &cells, false)) / constructs),
        ("matrix, CSV", nanoseconds(|| csv(&cells)) / constructs),
    ])
}

fn main() -> Result<(), Box<dyn Error>> {
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let wanted =
        |family: &Family| named.is_empty() || named.iter().any(|name| family.name().starts_with(name.as_str()));
    for family in Family::ALL.into_iter().filter(wanted) {
        let mut sizes = Vec::new();
        for side in [8, 16, 32] {
            sizes.push(measure(family, side)?);
        }
        for (at, (what, least)) in sizes[0].iter().enumerate() {
            let each: Vec<String> = sizes.iter().map(|figures| format!("{:9.1}", figures[at].1)).collect();
            let most = sizes.last().map_or(0.0, |figures| figures[at].1);
            println!("  {what:14}{} ns, {:.2} times", each.join(""), most / least);
        }
    }
    Ok(())
}
