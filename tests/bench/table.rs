//! The tables of Xu and Subhlok 2008 again: on strings with the structures of their traces, and on real traces.
//!
//! - `cargo bench -p loopscope-tests --bench table` prints both; real traces are those of the folder
//!   `LOOPSCOPE_TRACES` (every `symbols.tar.zst` in it or one level down), or else the fixtures;
//! - `-- write` writes the file that the page shows, too.
//!
//! Of a trace on a square grid of processes the first interior one is taken, as the paper did, else process 0.
//! Times are medians of processor time, of the method alone. `cargo bench -p loopscope-core --bench table3`
//! has the same strings beside a suffix array and a plain scan of every level.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use loopscope_core::nest::paper::{Row, TABLE_3};
use loopscope_session::analysis::string_of;
use loopscope_session::measure::{Method, Trial};
use loopscope_session::open::{Content, Limits, SourceFile};
use loopscope_session::options::OptionChoices;
use loopscope_session::wire::{Step, TrialFigures};
use loopscope_session::Session;
use loopscope_testing::timing::median;
use loopscope_tests::table::{results, FILE};
use serde_json::{json, Map, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    println!("Strings with the structures of table 3");
    let mut seconds = Vec::new();
    for (index, row) in TABLE_3.iter().enumerate() {
        println!("{}, {} symbols", row.name, row.length);
        let mut trial = Trial::of_row(index, None).ok_or("no such row")?;
        seconds.push(methods(&mut trial, Some((row, true)))?);
    }
    if std::env::args().any(|argument| argument == "write") {
        let file = json!({
            "about": "Written by npm run bench -- table. Of the results a test says whether the engine still computes them; the measurements are medians of one machine.",
            "results": results(),
            "measurements": { "machine": machine(), "seconds": seconds },
        });
        std::fs::write(root.join(FILE), serde_json::to_string(&file)? + "\n")?;
        println!("wrote {FILE}");
    }
    println!("\nReal traces");
    for path in traces(&root)? {
        let shown = name(&path);
        match open(&path) {
            Ok((process, mut trial)) => {
                println!("{shown}, process {process}, {} symbols", trial.length());
                methods(&mut trial, row_of(&shown))?;
            }
            Err(why) => println!("{shown}: {why}"),
        }
    }
    Ok(())
}

/// Runs and prints all methods; gives their times.
fn methods(trial: &mut Trial, paper: Option<(&Row, bool)>) -> Result<Map<String, Value>, Box<dyn Error>> {
    let mut times = Map::new();
    for method in Method::ALL {
        let time = median(|| trial.run(method).is_ok()).as_secs_f64();
        let figures = trial.figures().ok_or("the string is too long for the method")?;
        println!("  {}  {}", ours(trial.length(), &figures, time), theirs(paper, method, time));
        // Three digits say all that such a time can.
        let rounded: f64 = format!("{time:.2e}").parse()?;
        times.insert(method.name().to_owned(), rounded.into());
    }
    Ok(times)
}

fn ours(length: usize, figures: &TrialFigures, time: f64) -> String {
    let TrialFigures { method, top_level, total, loops, depth, exact, .. } = figures;
    let (method, length) = (method.name(), length as f64);
    format!(
        "{method:8} {top_level:4} items on top, 1 : {:<7.2} {total:4} in all, 1 : {:<7.2} {loops:3} loops, depth {depth}, \
         {:.2} % in loops, {:9.3} ms{}  {}",
        length / top_level, length / total, 100.0 * figures.covered / length, time * 1e3,
        if *exact { "" } else { " (search given up)" }, figures.structure
    )
}

/// The paper's figures for the same method, and of which row if it is another class of the program.
fn theirs(paper: Option<(&Row, bool)>, method: Method, time: f64) -> String {
    let Some((row, same)) = paper else { return String::new() };
    let (items, seconds, structure) = match method {
        Method::Greedy => (row.greedy_items, row.greedy_seconds, row.greedy_structure),
        Method::Optimal => (row.optimal_items, row.optimal_seconds, row.structure),
        Method::Smallest | Method::Nlr { .. } => return String::new(),
    };
    let (name, length) = (row.name, row.length);
    let ratio = length as f64 / items as f64;
    let factor = format!("{:.0} times as long", seconds / time);
    let of = if same { "paper".to_owned() } else { format!("paper, {name}, {length} symbols") };
    format!("| {of}: {items} items, 1 : {ratio:.2}, {seconds} s = {factor}, {structure}")
}

/// The machine in words that name no one's.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kind = std::env::consts::ARCH.replace('_', "-");
    format!("one core of a {cores}-core {kind} machine")
}

fn traces(root: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    match std::env::var_os("LOOPSCOPE_TRACES") {
        Some(folder) => {
            let folder = PathBuf::from(folder);
            found.push(folder.join("symbols.tar.zst"));
            for entry in std::fs::read_dir(&folder)? {
                found.push(entry?.path().join("symbols.tar.zst"));
            }
            found.retain(|path| path.exists());
        }
        None => {
            for entry in std::fs::read_dir(root.join("tests/fixtures/corpus"))? {
                found.push(entry?.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The name of a trace: of its folder where files in all folders are called alike.
fn name(path: &Path) -> String {
    let of = |path: &Path| path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into());
    let file: String = of(path);
    if file.starts_with("symbols.") {
        path.parent().map_or(file, of)
    } else {
        file.split("-symbols").next().unwrap_or_default().to_owned()
    }
}

/// The row of the same program, and whether it is of the same class.
fn row_of(name: &str) -> Option<(&'static Row, bool)> {
    let mut parts = name.trim_start_matches("npb-").split('.');
    let (program, class) = (parts.next()?.to_uppercase(), parts.next()?);
    let of_program = |row: &&Row| row.name.split(' ').next() == Some(program.as_str());
    let same = |row: &Row| row.name.split([' ', '/']).skip(1).any(|known| known == class);
    let rows: Vec<&Row> = TABLE_3.iter().filter(of_program).collect();
    let row = rows.iter().find(|row| same(row)).or(rows.first())?;
    Some((row, same(row)))
}

/// Reads a trace; the string of the process that the paper would take.
fn open(path: &Path) -> Result<(u32, Trial), Box<dyn Error>> {
    let bytes = Rc::new(std::fs::read(path)?);
    let name = path.to_string_lossy().into_owned();
    let file = SourceFile { path: name.clone(), data: Content::Random(bytes as Rc<_>) };
    let mut session = Session::new();
    session.open(1, &name, vec![file], Limits::default(), OptionChoices::default());
    loop {
        match session.step() {
            Step::Working { .. } => {}
            Step::Done { .. } => break,
            other => return Err(format!("{other:?}").into()),
        }
    }
    let loaded = session.loaded().ok_or("nothing was read")?;
    let (trace, options) = loaded.trace.as_ref().zip(loaded.options.as_ref()).ok_or("no trace")?;
    let processes = trace.processes();
    let side = processes.len().isqrt();
    let wished = if side >= 3 && side * side == processes.len() { side + 1 } else { 0 };
    let process = processes.get(wished).or(processes.first()).ok_or("no process")?;
    let string = string_of(process, trace.table(), options).map_err(|many| many.to_string())?;
    Ok((process.id.0, Trial::of_symbols(string.symbols)))
}
