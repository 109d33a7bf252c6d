//! Tables whose columns are matched, asked about, chosen or left out.

use super::*;
use crate::open::columns::Fate;
use crate::options::OptionChoices;
use crate::session::Session;
use crate::wire::{Step, TableColumns, TableFate};
use loopscope_formats::Field;

const ODD: &str = "Was,Wohin,Wer,Farbe\nMPI_Send,1,0,red\nMPI_Send,2,0,blue\n";
const SURE: &str = "rank,call,dst,tag\n0,MPI_Send,1,3\n0,MPI_Send,1,3\n";

fn opening(files: &[(&str, &str)]) -> Opening {
    let files = files.iter().map(|(path, text)| file(path, *text)).collect();
    let mut opening = Opening::new("drop", files, Limits::default());
    opening.ask_columns();
    opening
}

/// The questions that an opening ends with: file, number of files, titles.
fn asked(files: &[(&str, &str)]) -> Vec<(String, u32)> {
    let mut opening = opening(files);
    while let Ok(Status::Working) = opening.step(1 << 16) {}
    opening.questions().map(|table| (table.file.clone(), table.files)).collect()
}

fn asks(file: &str, files: u32) -> Vec<(String, u32)> {
    vec![(file.to_owned(), files)]
}

#[test]
fn what_is_matched_is_read_and_told() {
    let opened = work(opening(&[("a-0.csv", SURE), ("a-1.csv", &SURE.replace("\n0", "\n1"))]), 99);
    let opened = opened.unwrap();
    assert_eq!(sizes(&opened), [(0, 2), (1, 2)]);
    let [table] = opened.tables.as_slice() else { panic!("one header") };
    assert_eq!((table.fate, table.files, &*table.file), (Fate::Events, 2, "a-0.csv"));
    let shown = TableColumns::from(table);
    assert_eq!((shown.fate, &*shown.problem), (TableFate::Events, ""));
    let fields: Vec<&str> = shown.columns.iter().map(|column| &*column.field).collect();
    assert_eq!(fields, ["process", "name", "dst", "tag"]);
    assert_eq!(shown.columns[2].samples, ["1", "1"]);
    assert_eq!(shown.events, ["process 0: MPI_Send(1,tag3) · MPI_Send(1,tag3)"]);
}

#[test]
fn what_must_be_asked() {
    assert_eq!(asked(&[("odd.csv", ODD)]), asks("odd.csv", 1));
    // Taken for a list of symbols, or for nothing at all.
    let semicolons = ODD.replace(',', ";");
    assert_eq!(asked(&[("odd.csv", &semicolons)]), asks("odd.csv", 1));
    assert_eq!(asked(&[("odd", "a,b,c\nsolve,fast,1\nfill,slow,2\n")]), asks("odd", 1));
    // A table of events of which a column may be wrong.
    let twice = "rank,call,function\n0,solve,MPI_Send\n";
    assert_eq!(asked(&[("twice.csv", twice)]), asks("twice.csv", 1));
    // One question for all files with the same header, one for each header.
    let two = asked(&[("odd-0.csv", ODD), ("odd-1.csv", ODD), ("twice.csv", twice)]);
    assert_eq!(two, [("odd-0.csv".to_owned(), 2), ("twice.csv".to_owned(), 1)]);
    // What is asked comes together with what is not.
    assert_eq!(asked(&[("a-0.csv", SURE), ("a-1.csv", ODD)]), asks("a-1.csv", 1));
    // Not of a table that only lies beside one, by its name.
    assert_eq!(asked(&[("a-0.csv", SURE), ("odd.csv", ODD)]), []);
    assert_eq!(asked(&[("run.tar", "")]), []);
}

#[test]
fn calls_are_known_by_what_they_are() {
    let guessed = |text: &str| {
        let mut opening = opening(&[("odd.csv", text)]);
        while let Ok(Status::Working) = opening.step(1 << 16) {}
        let table = opening.questions().next().unwrap();
        table.mapping.columns.iter().map(|it| it.1).collect::<Vec<_>>()
    };
    assert_eq!(guessed(ODD), [Some(Field::Name), None, None, None]);
    // Of two such columns nobody knows which it is.
    let twice = ODD.replace("red", "MPI_Recv").replace("blue", "MPI_Recv");
    assert_eq!(guessed(&twice), [None; 4]);
    assert_eq!(guessed(&ODD.replace("MPI_Send", "solve")), [None; 4]);
}

#[test]
fn what_is_not_asked() {
    let numbers = "label,address,size\nread,1,2\nwrite,3,4\n";
    assert_eq!(work(opening(&[("n.csv", numbers)]), 99).unwrap().format, "CSV of numbers");
    // A summary beside a trace stays a companion.
    let opened = work(opening(&[("odd.csv", ODD), ("rank-9.trace", "9 send 1 2\n")]), 99).unwrap();
    assert_eq!(sizes(&opened), [(9, 1)]);
    // Whoever cannot be asked gets what could be read before.
    let opened = open([file("odd.csv", ODD.replace(",red", "").replace(",blue", "").replace(",Farbe", ""))]);
    assert_eq!(opened.unwrap().format, "CSV of numbers");
    assert!(open([file("odd.csv", ODD)]).is_err());
    // A file that cannot be read is said first.
    assert_eq!(asked(&[("odd.csv", ODD), ("rank-0.trace", "")]), []);
}

/// A choice of fields, in the order of the columns of that text, judged.
fn choice(text: &str, fields: &[&str]) -> TableColumns {
    let fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
    TableColumns::judged("table.csv", text, &fields).unwrap()
}

#[test]
fn a_choice_is_judged() {
    let none = choice(ODD, &["", "dst", "process", ""]);
    assert!(none.problem.contains("one column must contain the name of the call or event"), "{}", none.problem);
    let wrong = choice(ODD, &["name", "", "", "process"]);
    assert!(wrong.problem.contains("a row has no valid process number"), "{}", wrong.problem);
    assert_eq!(wrong.columns[3].doubt, "should contain numbers, but contains \"red\"");
    let good = choice(ODD, &["name", "dst", "process", ""]);
    assert_eq!((&*good.problem, good.doubts.len()), ("", 0));
    assert_eq!(good.events, ["process 0: MPI_Send(1) · MPI_Send(2)"]);
}

/// Works the session off; what the last step said.
fn last(session: &mut Session) -> Step {
    loop {
        match session.step() {
            Step::Working { .. } => {}
            step => return step,
        }
    }
}

#[test]
fn a_session_asks_and_takes_the_answer() {
    let mut session = Session::new();
    let open = |session: &mut Session, handle, text: &str, columns: &[TableColumns]| {
        let columns = columns.iter().map(TableColumns::mapping).collect();
        let files = vec![file("table.csv", text)];
        session.open_asking(handle, ("table", files, Limits::default()), OptionChoices::default(), columns);
        last(session)
    };
    assert!(matches!(open(&mut session, 1, SURE, &[]), Step::Done { .. }));
    let Step::Asking { tables, files, .. } = open(&mut session, 2, ODD, &[]) else { panic!("asks") };
    assert_eq!((tables.len(), files, tables[0].fate), (1, 1, TableFate::Asked));
    // What was loaded is there as before.
    assert_eq!(session.loaded().unwrap().handle.0, 1);
    let answer = choice(ODD, &["name", "dst", "process", ""]);
    let Step::Done { summary, .. } = open(&mut session, 3, ODD, &[answer]) else { panic!("done") };
    assert_eq!(summary.events, 2.0);
    assert_eq!(summary.tables[0].fate, TableFate::Events);
    // A choice survives other options.
    session.configure(3, &OptionChoices::default()).unwrap();
    let Step::Done { summary, .. } = last(&mut session) else { panic!("done") };
    assert_eq!(summary.tables.len(), 1);
}

#[test]
fn a_table_without_chosen_columns_is_left_out() {
    let mut opening = opening(&[("a-0.csv", SURE), ("odd.csv", ODD)]);
    opening.choose_columns(choice(ODD, &["", "", "", ""]).mapping());
    let opened = work(opening, 1 << 20).unwrap();
    assert_eq!(sizes(&opened), [(0, 2)]);
    assert_notes(&opened, &["odd.csv: ignored: none of its columns was chosen"]);
    let fates: Vec<Fate> = opened.tables.iter().map(|table| table.fate).collect();
    assert_eq!(fates, [Fate::Events, Fate::LeftOut]);
}

#[test]
fn columns_by_their_titles() {
    use Field::{Destination, Name, Process, Tag};
    let rules = |list: &[(Field, &str)]| {
        let mut opening = Opening::new("drop", vec![file("odd.csv", ODD)], Limits::default());
        opening.choose_by_title(list.iter().map(|(field, title)| (*field, (*title).to_owned())).collect());
        opening
    };
    let opening = rules(&[(Name, "was"), (Destination, "WOHIN"), (Process, "Wer"), (Tag, "")]);
    assert_eq!(sizes(&work(opening, 1 << 20).unwrap()), [(0, 2)]);
    let mut opening = rules(&[(Name, "Was"), (Process, "Rang")]);
    while let Ok(Status::Working) = opening.step(1 << 16) {}
    let note = opening.unmet_titles().unwrap().to_string();
    assert_eq!(
        note,
        "odd.csv: there is no column \"Rang\"; found the columns \"Was\", \"Wohin\", \"Wer\", \"Farbe\", expected titles of columns"
    );
    let mut opening = rules(&[(Name, "Was")]);
    assert!(opening.step(1 << 20).is_ok() && opening.unmet_titles().is_none());
}
