//! Tables among the files: what their columns are taken for, by whom, and when to ask.
//!
//! A table whose header says what its columns are is read at once. Where it does not, or where another choice is as
//! likely (see [`Proposal::doubts`](loopscope_formats::csv_events::Proposal::doubts)), an opening that may
//! [ask](super::Opening::ask_columns) reads nothing more: it looks which other tables there are, so that all questions come
//! together, and ends with them. The answers are given to [an opening anew](super::Opening::choose_columns).
//!
//! A table that nothing recognises is asked about only where it would be an error that it cannot be read: a
//! summary that lies beside a trace is left out without a question, like any other companion.

use std::sync::Arc;

use loopscope_core::trace::natural_order;
use loopscope_formats::csv_events::{self, columns, Mapping, Proposal, ROWS};
use loopscope_formats::notes::{quote, Note};
use loopscope_formats::Field;
use loopscope_formats::{process_number, Format};

/// A kind of table among the files: all those with the same titles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The first file with these titles.
    pub file: String,
    /// How many files have them.
    pub files: u32,
    /// Its header and first rows.
    pub head: String,
    /// What its columns are taken for.
    pub mapping: Mapping,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is read as events.
    Events,
    /// It is read as numbers.
    Numbers,
    /// It is left out, as its user wished.
    LeftOut,
    /// Somebody must say what its columns are.
    Asked,
}

/// Different headers that are remembered; more are not asked about at once.
const MAX_TABLES: usize = 20;

/// Bytes of a table's head.
const MAX_HEAD: usize = 16 << 10;

/// What columns are by their titles, as words of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    /// The column of that title is the field; with an empty title none is.
    rules: Vec<(Field, String)>,
    /// Whether a table had all the titles.
    met: bool,
    /// The first table that lacked one, with its titles.
    lacking: Option<Table>,
}

/// The tables among the files, and what a user says of their columns.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// What a user says, for each kind of table and by titles.
    chosen: Vec<Arc<Mapping>>,
    rules: Rules,
    /// Whether somebody can be asked.
    asks: bool,
    /// Each kind once.
    known: Vec<Table>,
    /// Files that no format accepts and that may be tables.
    unrecognized: Vec<Table>,
}

impl Tables {
    /// Reads tables with these titles as tables of events whose columns are these; leaves tables without any column out.
    pub(super) fn choose(&mut self, mapping: Mapping) {
        self.chosen.push(Arc::new(mapping));
    }

    /// Reads tables that have columns of all these titles as tables of events in which these are those fields.
    pub(super) fn choose_by_title(&mut self, rules: Vec<(Field, String)>) {
        self.rules.rules = rules;
    }

    /// Asks what columns are instead of guessing.
    pub(super) fn ask(&mut self) {
        self.asks = true;
    }

    /// The tables of which somebody must say what their columns are.
    pub(super) fn questions(&self) -> impl Iterator<Item = &Table> {
        self.known.iter().filter(|table| table.fate == Fate::Asked)
    }

    /// The tables that were read or left out.
    pub(super) fn known(&self) -> &[Table] {
        &self.known
    }

    /// Takes the tables that were read or left out.
    pub(super) fn take(&mut self) -> Vec<Table> {
        std::mem::take(&mut self.known)
    }

    /// Forgets all tables: the files are read again.
    pub(super) fn begin_again(&mut self) {
        self.known.clear();
        self.unrecognized.clear();
    }

    /// Whether somebody can be asked.
    pub(super) fn may_ask(&self) -> bool {
        self.asks
    }

    /// Whether a user says what the columns of a file are that begins like this.
    pub(super) fn is_chosen(&self, head: &[u8]) -> bool {
        self.chosen.iter().any(|mapping| mapping.fits(head))
    }

    /// A table that could not be read because nobody says what its columns are.
    pub(super) fn unrecognized(&self) -> Option<&Table> {
        self.unrecognized.first()
    }

    /// Why the [titles](Self::choose_by_title) were of no use, with the columns that there are; `None` if a table had them
    /// all. `name` stands for all files.
    pub(super) fn unmet_titles(&self, name: &str) -> Option<Note> {
        let Rules { rules, met, lacking } = &self.rules;
        if rules.is_empty() || *met {
            return None;
        }
        let Some(table) = lacking else {
            let note = Note::error(name, "there is no table with a header");
            return Some(note.found("other files").expected("a table whose columns have titles"));
        };
        let known = |title: &str| table.mapping.columns.iter().any(|it| is_titled(&it.0, title));
        let wanted = rules.iter().map(|(_, title)| title.as_str());
        let missing: Vec<String> = wanted.filter(|title| !title.is_empty() && !known(title)).map(named).collect();
        let what = format!("there is no column {}", missing.join(", "));
        Some(Note::error(&table.file, what).found(table.titles()).expected("titles of columns"))
    }

    /// What a user says of the columns of a file that begins like this.
    pub(super) fn chosen(&mut self, head: &[u8], path: &str) -> Option<Arc<Mapping>> {
        if let Some(mapping) = self.chosen.iter().find(|mapping| mapping.fits(head)) {
            return Some(mapping.clone());
        }
        if self.rules.rules.is_empty() {
            return None;
        }
        let mut proposal = columns(head)?;
        for (field, title) in &self.rules.rules {
            let place = proposal.columns.iter().position(|column| is_titled(&column.title, title));
            if place.is_none() && !title.is_empty() {
                let table = || Table::new(path, head, &proposal, Fate::Asked);
                self.rules.lacking.get_or_insert_with(table);
                return None;
            }
            for (at, column) in proposal.columns.iter_mut().enumerate() {
                if Some(at) == place {
                    column.field = Some(*field);
                } else if column.field == Some(*field) {
                    column.field = None;
                }
            }
        }
        self.rules.met = true;
        Some(Arc::new(proposal.mapping()))
    }

    /// Remembers the table that a file is, if it is one; whether it is not to be read now.
    pub(super) fn meet(&mut self, format: &Format, head: &[u8], path: &str, chosen: Option<&Mapping>) -> bool {
        let is = |one: &Format| one.name == format.name;
        let events = is(&csv_events::FORMAT);
        let numbers = is(&loopscope_formats::tuples::csv::FORMAT);
        let symbols = is(&loopscope_formats::symbols::FORMAT);
        let proposal = if events || numbers || symbols { columns(head) } else { None };
        let Some(mut proposal) = proposal else { return self.asking() };
        if let Some(chosen) = chosen {
            let fields = chosen.columns.iter().map(|it| it.1);
            proposal.columns.iter_mut().zip(fields).for_each(|(column, field)| column.field = field);
        }
        let numbered = process_number(path).is_some();
        let fate = match chosen {
            Some(chosen) if chosen.is_empty() => Fate::LeftOut,
            Some(_) => Fate::Events,
            None if !self.asks && symbols => return false,
            None if !self.asks => {
                if events {
                    Fate::Events
                } else {
                    Fate::Numbers
                }
            }
            None if events && proposal.doubts(numbered).is_empty() => Fate::Events,
            None if events || proposal.may_be_events(symbols) => Fate::Asked,
            None if numbers => Fate::Numbers,
            None => return self.asking(),
        };
        if fate == Fate::Asked {
            proposal.guess_names();
        }
        self.add_table(Table::new(path, head, &proposal, fate));
        fate == Fate::LeftOut || self.asking()
    }

    /// Remembers a file that no format accepts, if it may be a table.
    pub(super) fn meet_unrecognized(&mut self, head: &[u8], path: &str) {
        let table = columns(head).filter(|proposal| proposal.may_be_events(true));
        if let Some(mut proposal) = table.filter(|_| self.unrecognized.len() < MAX_TABLES) {
            proposal.guess_names();
            self.unrecognized.push(Table::new(path, head, &proposal, Fate::Asked));
        }
    }

    /// All files are read: asks about tables instead of failing because of them, if somebody can be asked.
    pub(super) fn ask_unrecognized(&mut self, errors: &mut Vec<Note>) {
        if !self.asks {
            return;
        }
        for table in std::mem::take(&mut self.unrecognized) {
            let failed = errors.iter().position(|note| note.file == table.file);
            if failed.is_some() || self.asking() {
                failed.map(|at| errors.remove(at));
                self.add_table(table);
            }
        }
    }

    /// Whether there is a question, so that nothing is read any more.
    pub(super) fn asking(&self) -> bool {
        self.questions().next().is_some()
    }

    fn add_table(&mut self, table: Table) {
        let titles = |of: &Table| of.mapping.columns.iter().map(|it| it.0.clone()).collect::<Vec<_>>();
        let own = titles(&table);
        if let Some(known) = self.known.iter_mut().find(|known| titles(known) == own) {
            known.files += 1;
            // The first file that is doubtful is the one to show.
            if table.fate == Fate::Asked && known.fate != Fate::Asked {
                *known = Table { files: known.files, ..table };
            }
        } else if self.known.len() < MAX_TABLES {
            // In the order of files, also where one is met when all others are read.
            let before = |known: &Table| natural_order(&known.file, &table.file).is_lt();
            let at = self.known.iter().take_while(|known| before(known)).count();
            self.known.insert(at, table);
        }
    }
}

impl Table {
    fn new(path: &str, head: &[u8], proposal: &Proposal, fate: Fate) -> Self {
        let mapping = proposal.mapping();
        Self { file: path.to_owned(), files: 1, head: first_rows(head), mapping, fate }
    }

    /// Its titles in one line, each in quotation marks.
    pub fn titles(&self) -> String {
        let titles: Vec<String> = self.mapping.columns.iter().map(|it| named(&it.0)).collect();
        format!("the columns {}", titles.join(", "))
    }
}

/// Whether a file is a table of calls and messages without a doubt, so that its name says nothing against it.
pub(super) fn is_surely_table(format: &Format, head: &[u8]) -> bool {
    format.name == csv_events::FORMAT.name && columns(head).is_some_and(|it| it.is_surely_trace())
}

fn named(title: &str) -> String {
    quote(title.as_bytes())
}

fn is_titled(column: &str, title: &str) -> bool {
    column.trim().eq_ignore_ascii_case(title.trim())
}

/// The lines of the header and the rows below it.
fn first_rows(head: &[u8]) -> String {
    let head = head.get(..MAX_HEAD).unwrap_or(head);
    let whole = match head.iter().rposition(|&byte| byte == b'\n') {
        Some(end) => head.get(..end + 1).unwrap_or(head),
        None => head,
    };
    let text = String::from_utf8_lossy(whole);
    text.trim_start_matches('\u{feff}').split_inclusive('\n').take(ROWS + 1).collect()
}
