//! Questions and choices as no page asks them: hostile numbers, places that are not there, words that mean nothing.
//!
//! The page asks what a link says, and anybody can write a link. Whatever is asked, the session answers or refuses, within
//! memory that the trace bounds and no number in the question does. A round is told by its number alone.

#![cfg(test)]

mod common;

use common::*;
use loopscope_testing::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// What the answer to any question about these small traces may take: the widest picture has some 100,000 dots.
const MOST_BYTES: usize = 96 << 20;
const ROUNDS: u64 = 400;

/// Asks at random.
struct Questions(Random);

impl Questions {
    fn next(&mut self) -> u64 {
        self.0.bits()
    }

    fn below(&mut self, most: u64) -> u64 {
        self.0.below(most)
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 0
    }

    /// Mostly a number that may exist.
    fn whole(&mut self) -> u32 {
        match self.below(6) {
            0 => *self.of(&[u32::MAX, u32::MAX - 1, 1 << 31, 1_000_000, 65_536]),
            1 => self.next() as u32,
            _ => self.below(12) as u32,
        }
    }

    fn real(&mut self) -> f64 {
        match self.below(4) {
            0 => *self.of(&[
                0.0,
                -0.0,
                -1.0,
                1e308,
                -1e308,
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::MIN_POSITIVE,
                9_007_199_254_740_993.0,
                1e19,
                99_999_999_999.0,
            ]),
            1 => (self.next() as i64) as f64 / 1e6,
            _ => self.below(3_000) as f64 / 8.0,
        }
    }

    /// The width of a picture: large ones are rare, since they take time.
    fn width(&mut self) -> f32 {
        match self.below(12) {
            0 => self.real() as f32,
            _ => self.below(1_500) as f32,
        }
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        self.0.one_of(all)
    }

    fn list<T>(&mut self, most: u64, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let most = if self.below(20) == 0 { most * 40 } else { most };
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    fn word(&mut self, known: &[&str]) -> String {
        match self.below(4) {
            0 => self.of(&["", "x", "\0", "é\u{202e}", "peer:", "light\u{fffd}", "NLR"]).to_string(),
            1 => "w".repeat(self.below(2_000) as usize),
            _ => self.of(known).to_string(),
        }
    }

    fn theme(&mut self) -> PictureTheme {
        *self.of(&[PictureTheme::Light, PictureTheme::Dark, PictureTheme::Variables])
    }

    fn zoom(&mut self) -> (f64, f64) {
        (self.real(), self.real())
    }

    fn look(&mut self) -> RibbonLook {
        RibbonLook {
            width: self.width(),
            theme: self.theme(),
            compact: self.flag(),
            path: self.list(5, |r| OpenedLoop { item: r.whole(), iteration: r.real() }),
            zoom: self.list(5, Self::zoom),
            selected: self.whole(),
        }
    }

    fn model_look(&mut self) -> ModelLook {
        ModelLook {
            width: self.width(),
            height: self.real() as f32,
            theme: self.theme(),
            compact: self.flag(),
            whole: self.flag(),
            folded: self.flag(),
            zoom: self.flag().then(|| self.zoom()),
            selected: self.whole(),
            closed: self.list(6, Self::whole),
            process: self.flag().then(|| self.whole()),
            opened: self.list(6, Self::whole),
            card: self.flag(),
        }
    }

    fn request(&mut self) -> Request {
        let handle = if self.below(8) == 0 { self.whole() } else { 1 };
        let process = self.whole();
        match self.below(13) {
            0 => Request::Summary { handle },
            1 => Request::Process { handle, process },
            2 | 3 => Request::Ribbon { handle, process, look: self.look() },
            4 => {
                let (look, strip, field) = (self.look(), self.whole(), self.whole());
                Request::Addresses { handle, process, look, strip, field }
            }
            5 => Request::Thumbnails {
                handle,
                process,
                theme: self.theme(),
                width: self.width(),
                height: self.real() as f32,
                ids: self.list(8, Self::whole),
            },
            6 => Request::Aligned { handle, process, look: self.look() },
            7 => {
                let node = self.flag().then(|| self.whole());
                Request::Items { handle, process, node, offset: self.whole(), limit: self.whole() }
            }
            8 => Request::Columns {
                file: self.word(&["a.csv"]),
                head: self.word(&["rank,call\n0,MPI_Send\n", "a;b\n1;2\n"]),
                fields: self.list(4, |r| r.word(&["process", "name", "peer", ""])),
            },
            9 => Request::Model { handle, look: self.model_look() },
            10 => Request::ModelPart { handle, ids: self.list(4, Self::whole) },
            11 => Request::ModelFile {
                handle,
                what: *self.of(&[ModelFileKind::Text, ModelFileKind::Json, ModelFileKind::Csv, ModelFileKind::Svg]),
                look: self.model_look(),
            },
            _ => Request::Export {
                handle,
                process: self.flag().then_some(process),
                what: *self.of(&[NestFileKind::Json, NestFileKind::Text, NestFileKind::Csv, NestFileKind::Svg]),
                look: self.flag().then(|| self.look()),
            },
        }
    }

    fn wanted(&mut self) -> OptionsRequest {
        OptionsRequest {
            method: self.flag().then(|| self.word(&["greedy", "optimal", "smallest", "nlr"])),
            k: self.flag().then(|| self.whole()),
            view: self.flag().then(|| self.word(&["calls", "communication", "values"])),
            signature: self
                .flag()
                .then(|| self.list(4, |r| r.word(&["name", "peer", "peer:rel", "tag", "comm", "bytes"]))),
            locals: self.flag().then(|| self.word(&["keep", "drop"])),
            order: self.flag().then(|| self.word(&["auto", "recorded"])),
            only: None,
            lenient: Some(true),
            words: None,
        }
    }
}

/// Small traces of every kind: messages, words, numbers, and one without an event that repeats.
fn traces() -> Vec<(&'static str, Vec<SourceFile>)> {
    let mut grid = String::new();
    for step in 0..20 {
        for rank in 0..6 {
            for turn in 0..3 {
                grid += &format!("{rank} send {} {turn}\n", (rank + 1) % 6);
                grid += &format!("{} recv {rank} {turn}\n", (rank + 5) % 6);
            }
            grid += &format!("{rank} local work{}\n", step % 2);
        }
        for rank in 0..6 {
            grid += &format!("{rank} sync MPI_Barrier 0-5\n");
        }
    }
    let words = "a b b c b b c ".repeat(60);
    let mut numbers = String::from("label,address,size\n");
    for i in 0..24_u64 {
        for j in 0..i % 5 + 3 {
            numbers += &format!("read,{},8\n", 4096 + 256 * i + 8 * j);
        }
        numbers += &format!("write,{},8\n", (1u64 << 40) | (8 * i));
    }
    let once: String = (0..60).map(|tag| format!("0 send 1 {tag}\n")).collect();
    vec![
        ("grid.trace", vec![file("grid.trace", grid)]),
        ("words.sym", vec![file("words.sym", words)]),
        ("numbers.csv", vec![file("numbers.csv", numbers)]),
        ("once.trace", vec![file("once.trace", once)]),
    ]
}

#[test]
fn whatever_is_asked_is_answered_or_refused_in_bounded_memory() {
    for (name, files) in traces() {
        let mut session = opened_files(name, files, OptionChoices::default());
        // Where there is a model, a comparison, there is more to ask about.
        let modelled = session.start(1, &model()).map(|()| finish_task(&mut session));
        run_task(&mut session, &compare(0)).unwrap();
        let mut answered = 0;
        for round in 0..ROUNDS {
            let request = Questions(Random::new(round)).request();
            let before = ALLOCATOR.reset_peak();
            let reply = session.handle(&request);
            let peak = ALLOCATOR.peak().saturating_sub(before);
            assert!(peak < MOST_BYTES, "{name}, round {round}: {peak} bytes for {request:?}");
            answered += u32::from(!matches!(reply, Reply::Refused { .. }));
        }
        assert!(answered > 50, "{name}: {answered} answers, {modelled:?}");
    }
}

#[test]
fn choices_of_a_link_that_a_trace_does_not_have_are_left_out() {
    for (name, files) in traces() {
        for round in 0..60 {
            let words = Questions(Random::new(round)).wanted();
            let wanted = OptionChoices::try_from(words.clone()).unwrap();
            let files = files.iter().map(|file| SourceFile {
                path: file.path.clone(),
                data: match &file.data {
                    Content::Random(data) => Content::Random(data.clone()),
                    Content::Stream(_) => panic!("a file"),
                },
            });
            let mut session = opened_files(name, files.collect(), wanted.clone());
            // The same choices for the trace that is there, and for its model.
            session.configure(1, &wanted).unwrap();
            assert!(matches!(finish_opening(&mut session), Step::Done { .. }), "{name}: {words:?}");
            if session.start(1, &model_by(words)).is_ok() {
                // Nests by fewer fields than a model needs have none, and that is said.
                match finish_task(&mut session) {
                    Ok(result) => assert!(matches!(result, TaskResult::Model(_)), "{name}"),
                    Err(problem) => assert!(!problem.what.is_empty(), "{name}"),
                }
            }
        }
    }
}

#[test]
fn choices_of_a_person_that_a_trace_does_not_have_are_refused() {
    let words = OptionsRequest { signature: Some(vec!["x".to_owned()]), ..Default::default() };
    let mut session = Session::new();
    let (name, files) = traces().remove(0);
    session.open(1, name, files, Limits::default(), OptionChoices::try_from(words).unwrap());
    assert!(matches!(finish_opening(&mut session), Step::Failed { .. }));
    let words = OptionsRequest { method: Some("guess".to_owned()), ..Default::default() };
    assert!(OptionChoices::try_from(words).is_err());
}

#[test]
fn work_with_any_number_ends() {
    for (name, files) in traces() {
        let mut session = opened_files(name, files, OptionChoices::default());
        for number in [0, 1, 5, u32::MAX] {
            if session.start(1, &compare(number)).is_ok() {
                let result = finish_task(&mut session);
                assert!(matches!(result, Ok(TaskResult::Compare(_))), "{name}: {number}");
            }
            assert!(session.start(7, &compare(0)).is_err());
            assert!(session.start(7, &predict(number)).is_err());
            let result = run_task(&mut session, &predict(number));
            assert!(matches!(result, Ok(TaskResult::Predict(_))), "{name}: {number}");
        }
    }
}
