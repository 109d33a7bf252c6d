//! How fast a session opens a trace and finds its loops, natively. `worker.js` beside it is the
//! same for the browser; `npm run bench` runs both and prints how they compare.
//!
//! Prints `EVENTS READ ALL LOOPS`, each the best of several runs, in seconds: READ is reading from memory, in processor
//! time of the thread; ALL (from the drop to the summary) and LOOPS (the nests anew, without reading) are on the clock.

use std::error::Error;
use std::rc::Rc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use loopscope_session::open::{Content, Limits, SourceFile};
use loopscope_session::options::OptionChoices;
use loopscope_session::wire::{Step, WorkPhase};
use loopscope_session::Session;

const RUNS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let paths = loopscope_tests::given();
    let name =
        paths.first().ok_or("name the files of a trace: cargo bench -p loopscope-tests --bench session -- FILE..")?;
    let mut files = Vec::new();
    for path in &paths {
        files.push((path.clone(), Rc::new(std::fs::read(path)?)));
    }

    let [mut read, mut all, mut loops] = [Duration::MAX; 3];
    let mut events = 0.0;
    for _ in 0..RUNS {
        let mut session = Session::new();
        let source = |(path, bytes): &(String, Rc<Vec<u8>>)| SourceFile {
            path: path.clone(),
            data: Content::Random(Rc::clone(bytes) as Rc<_>),
        };
        let sources = files.iter().map(source).collect();
        let (started, thread) = (Instant::now(), ThreadTime::now());
        session.open(1, name, sources, Limits::default(), OptionChoices::default());
        let rest = step_while_reading(&mut session)?;
        read = read.min(thread.elapsed());
        events = match rest {
            Some(events) => events,
            None => finish(&mut session)?,
        };
        all = all.min(started.elapsed());

        let started = Instant::now();
        session.configure(1, &OptionChoices::default()).map_err(|note| note.what)?;
        finish(&mut session)?;
        loops = loops.min(started.elapsed());
    }
    let [read, all, loops] = [read, all, loops].map(|time| time.as_secs_f64());
    println!("{events} {read} {all} {loops}");
    Ok(())
}

/// Works until all is read; gives the number of events if that was all.
fn step_while_reading(session: &mut Session) -> Result<Option<f64>, Box<dyn Error>> {
    loop {
        match session.step() {
            Step::Working { progress, .. } if progress.phase == WorkPhase::Reading => {}
            Step::Working { .. } => return Ok(None),
            Step::Done { summary, .. } => return Ok(Some(summary.events)),
            other => return Err(format!("{other:?}").into()),
        }
    }
}

/// Works until nothing is left to do; gives the number of events.
fn finish(session: &mut Session) -> Result<f64, Box<dyn Error>> {
    loop {
        match session.step() {
            Step::Working { .. } => {}
            Step::Done { summary, .. } => return Ok(summary.events),
            other => return Err(format!("{other:?}").into()),
        }
    }
}
