//! The command-line options that say how tables and texts are read.

use clap::{Args, ValueEnum};
use loopscope_session::formats::notes::Note;
use loopscope_session::formats::Field;
use loopscope_session::open::columns::Table;
use loopscope_session::open::words::Words;
use loopscope_session::open::Opening;
use loopscope_session::wire::TableColumns;

/// How tables and texts in no known format are read.
#[derive(Args, Default)]
pub(crate) struct Columns {
    /// The fields of columns of a table (CSV) whose titles do not identify them, as name=Was,process=Wer
    ///
    /// The case of titles does not matter. FIELD= means no column. Other columns go by their titles. The fields are
    /// name (the call or event), event (its kind), process, thread, start, end, duration, peer, src, dst, tag, bytes,
    /// comm, commsize, op, root, req, nreq, flag, peer2, tag2, bytes2 and matched.
    #[arg(long, value_name = "FIELD=TITLE,..", value_delimiter = ',', value_parser = column)]
    pub(crate) columns: Vec<(Field, String)>,

    /// The format of the files, whatever they look like: symbols for words separated by spaces, one event each
    ///
    /// Without this option, words in no known format are read as symbols if they repeat as events do, or if the name of the
    /// file says so (.sym).
    #[arg(long = "as", value_name = "FORMAT", value_enum)]
    pub(crate) form: Option<Form>,

    /// Whether tags that count the steps of the program (1000, 1001, 1002, ..) are read as one, so that its loops are found,
    /// or as they were recorded [default: read as one]
    #[arg(long, value_name = "TAGS", value_enum)]
    pub(crate) tags: Option<Tags>,
}

/// How tags that count steps are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tags {
    Auto,
    Recorded,
}

/// A format that the user can assign to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    Symbols,
}

impl Columns {
    /// Applies the options to an opening.
    pub(crate) fn apply(&self, opening: &mut Opening) {
        opening.choose_by_title(self.columns.clone());
        opening.read_as_words(self.words());
    }

    /// Which texts in no known format are lists of symbols.
    pub(crate) fn words(&self) -> Words {
        match self.form {
            Some(Form::Symbols) => Words::All,
            None => Words::ByRule,
        }
    }
}

/// `name=Was`.
fn column(text: &str) -> Result<(Field, String), String> {
    let (field, title) = text.split_once('=').ok_or("FIELD=TITLE is expected")?;
    let names = Field::ALL.map(Field::name).join(", ");
    let known = Field::from_name(field);
    let known = known.ok_or_else(|| format!("there is no field {field}; the fields are {names}"))?;
    Ok((known, title.to_owned()))
}

const REMEDY: &str = "name the columns: --columns name=TITLE,process=TITLE,..";

/// Advice on a table or text that could not be read.
pub(crate) fn hint(opening: &Opening) -> Option<Note> {
    if let Some(question) = opening.words() {
        let what = "if these words are events, one list for each process, read them as symbols";
        return Some(Note::error(&question.file, what).remedy("--as symbols"));
    }
    let table = opening.unrecognized_table()?;
    let what = "the titles of the table do not identify its columns";
    Some(Note::error(&table.file, what).found(table.titles()).remedy(REMEDY))
}

/// Possible errors in how tables were read.
pub(crate) fn doubts(tables: &[Table]) -> Vec<Note> {
    let of_table = |table: &Table| {
        let judged = TableColumns::from(table);
        let columns = judged.columns.iter().filter(|column| !column.doubt.is_empty());
        let of_column = columns.map(|column| format!("column {} {}", column.title, column.doubt));
        let all = of_column.chain(judged.doubts.iter().cloned());
        all.map(|what| Note::error(&table.file, what).remedy(REMEDY)).collect::<Vec<_>>()
    };
    tables.iter().flat_map(of_table).collect()
}
