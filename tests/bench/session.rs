//! How fast a session opens a trace and finds its loops, natively. `worker.js` beside it is the
//! same for the browser; `npm run bench` runs both and prints how they compare.
//!
//! Prints `all EVENTS SECONDS` (drop to summary) and `loops EVENTS SECONDS` (the nests anew, without
//! reading), each the best of several runs. What is not loops of `all` is reading.

use std::error::Error;
use std::rc::Rc;
use std::time::{Duration, Instant};

use loopscope_session::message::Step;
use loopscope_session::open::{Content, Limits, SourceFile};
use loopscope_session::options::Wanted;
use loopscope_session::Session;

const RUNS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo itself adds an argument of its own that begins with dashes.
    let path = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let path =
        path.ok_or("name a trace: cargo bench -p loopscope-tests --bench session -- FILE")?;
    let bytes = Rc::new(std::fs::read(&path)?);

    let (mut all, mut loops) = (Duration::MAX, Duration::MAX);
    let mut events = 0.0;
    for _ in 0..RUNS {
        let mut session = Session::new();
        let file =
            SourceFile { path: path.clone(), data: Content::Random(Rc::clone(&bytes) as Rc<_>) };
        let started = Instant::now();
        session.open(1, &path, vec![file], Limits::default(), Wanted::default());
        events = finish(&mut session)?;
        all = all.min(started.elapsed());

        let started = Instant::now();
        session.configure(1, &Wanted::default()).map_err(|note| note.what)?;
        finish(&mut session)?;
        loops = loops.min(started.elapsed());
    }
    println!("all {events} {}", all.as_secs_f64());
    println!("loops {events} {}", loops.as_secs_f64());
    Ok(())
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
