//! How fast a session opens a trace and finds its loops, natively. `worker.js` beside it is the
//! same for the browser; `npm run bench` runs both and prints how they compare.
//!
//! Prints `all EVENTS SECONDS PROCESSOR` (drop to summary) and `loops EVENTS SECONDS PROCESSOR` (the nests anew,
//! without reading): seconds on the clock and of the processor, each the best of several runs. What is not loops of
//! `all` is reading.

use std::error::Error;
use std::rc::Rc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use loopscope_session::open::{Content, Limits, SourceFile};
use loopscope_session::options::OptionChoices;
use loopscope_session::wire::Step;
use loopscope_session::Session;

const RUNS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo itself adds an argument of its own that begins with dashes.
    let paths: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let name = paths.first().ok_or(
        "name the files of a trace: cargo bench -p loopscope-tests --bench session -- FILE..",
    )?;
    let mut files = Vec::new();
    for path in &paths {
        files.push((path.clone(), Rc::new(std::fs::read(path)?)));
    }

    let (mut all, mut loops) = (Best::default(), Best::default());
    let mut events = 0.0;
    for _ in 0..RUNS {
        let mut session = Session::new();
        let source = |(path, bytes): &(String, Rc<Vec<u8>>)| SourceFile {
            path: path.clone(),
            data: Content::Random(Rc::clone(bytes) as Rc<_>),
        };
        let sources = files.iter().map(source).collect();
        let started = Started::now();
        session.open(1, name, sources, Limits::default(), OptionChoices::default());
        events = finish(&mut session)?;
        all.take(&started);

        let started = Started::now();
        session.configure(1, &OptionChoices::default()).map_err(|note| note.what)?;
        finish(&mut session)?;
        loops.take(&started);
    }
    for (what, best) in [("all", all), ("loops", loops)] {
        println!("{what} {events} {} {}", best.clock.as_secs_f64(), best.processor.as_secs_f64());
    }
    Ok(())
}

/// When something began, on both clocks.
struct Started(Instant, ProcessTime);

impl Started {
    fn now() -> Started {
        Started(Instant::now(), ProcessTime::now())
    }
}

/// The shortest times.
struct Best {
    clock: Duration,
    processor: Duration,
}

impl Default for Best {
    fn default() -> Best {
        Best { clock: Duration::MAX, processor: Duration::MAX }
    }
}

impl Best {
    fn take(&mut self, started: &Started) {
        self.clock = self.clock.min(started.0.elapsed());
        self.processor = self.processor.min(started.1.elapsed());
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
