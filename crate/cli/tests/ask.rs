//! `loopscope ask` and `loopscope iterations`: records, documents and programs, and what is refused.

#![cfg(test)]

mod program;
use program::*;

use loopscope_testing::programs::{stencil, timed_table};
use loopscope_testing::Random;

/// A folder with a trace of four processes, its model, and the model's text.
fn prepared(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let table = timed_table(&stencil(2, 9, 4), &mut Random::new(3));
    let trace = folder.write("trace.csv", table);
    let text = printed(&["model", "--positions", &trace], "");
    printed(&["model", &trace, "-o", &folder.path("model.json")], "");
    (folder, text)
}

/// The text with a line before the first one that begins so.
fn with(text: &str, before: &str, get: &str) -> String {
    let at = text.find(&format!("\n{before}")).unwrap() + 1;
    format!("{}{get}\n{}", &text[..at], &text[at..])
}

#[test]
fn records_programs_and_documents() {
    let (folder, text) = prepared("ask");
    let trace = folder.path("trace.csv");
    let query = with(&text, "for", "get \"step\" {0,2}.period,mpi,events -> each where i0 = 2..4");
    let csv = printed_silently(&["ask", "-", &trace], &query);
    let lines: Vec<&str> = csv.lines().collect();
    let titles = "label,i0,0.period,0.mpi,0.events,2.period,2.mpi,2.events";
    assert_eq!((lines[0], lines.len()), (titles, 4));
    assert!(lines[1].starts_with("step,2,") && lines[1].ends_with(",17"), "{csv}");
    let json = printed(&["ask", "-", &trace, "--to", "json"], &query);
    assert!(
        json.starts_with(
            "{\"format\":\"loopscope-records/1\",\"get\":[\n{\"label\":\"step\",\"columns\":[\"i0\",\"0.period\""
        ),
        "{json}"
    );
    assert_eq!(json.lines().filter(|line| line.starts_with('[')).count(), 3);
    // From the model alone.
    let model = folder.path("model.json");
    for (to, part) in [
        ("plan", "\"loops\":[[\"i0\",2,4]]"),
        ("c", "int main(int count, char **arguments)"),
        ("python", "parquet.ParquetFile(name)"),
        ("sql", "JOIN 'rank-0.parquet' AS r0"),
    ] {
        let from_model = printed(&["ask", "-", &model, "--to", to], &query);
        says(&from_model, part);
        let from_trace = printed(&["ask", "-", &trace, "--to", to], &query);
        assert_eq!(from_model, from_trace, "{to}");
    }
    fails(&["ask", "-", &model], &query, 1, "a model has no data");
    // The ending of the file says the form.
    printed(&["ask", "-", &model, "-o", &folder.path("query.sql")], &query);
    says(&folder.read("query.sql"), "COPY (");
}

#[test]
fn a_data_trace_gives_the_same_records() {
    let (folder, text) = prepared("ask-data");
    let (trace, model) = (folder.path("trace.csv"), folder.path("model.json"));
    let data = folder.path("data/");
    printed(&["split", &trace, "-o", &data], "");
    let all = "get \"all\" .start,end,duration,period,mpi,compute,bytes,events,position -> each";
    let query = with(&text, "for", all);
    let expected = printed(&["ask", "-", &trace], &query);
    let found = printed(&["ask", "-", &model, &data], &query);
    assert!(found == expected, "{found}{expected}");
    let out = folder.path("all.parquet");
    printed(&["ask", "-", &model, &data, "-o", &out], &query);
    let bytes = std::fs::read(out).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let two = with(&query, "for", "get \"two\" .start ->");
    fails(&["ask", "-", &model, &data, "--to", "parquet"], &two, 1, "found 2 questions, expected one question");
    // Without the model, without a process, and with that of another run.
    fails(&["ask", "-", &data], &query, 1, "a data trace has no model");
    std::fs::remove_file(folder.path("data/rank-2.parquet")).unwrap();
    fails(&["ask", "-", &model, &data], &query, 1, "the model has process 2, the data has not");
    let table = timed_table(&stencil(2, 8, 4), &mut Random::new(3));
    let other = folder.path("other/");
    printed(&["split", &folder.write("other.csv", table), "-o", &other], "");
    fails(
        &["ask", "-", &model, &other],
        &query,
        1,
        "rank-0.parquet: 136 events, the model has 153 of process 0: both must come from the same trace",
    );
}

#[test]
fn what_has_no_answer_is_an_error_and_no_number() {
    let (folder, text) = prepared("ask-refused");
    let trace = folder.path("trace.csv");
    let native: String = stencil(2, 9, 4).into_values().flatten().map(|line| line + "\n").collect();
    let native = folder.write("native.trace", native);
    let bytes = with(&text, "for", "get \"a\" {0}.bytes -> each");
    let times = with(&text, "for", "get \"a\" {0}.period -> each");
    let wrong = with(&text, "for", "get \"a\" {9}.period -> each");
    let other = text.replace(" 0 send 1 1", " 0 send 3 1");
    for (query, path, message) in [
        (&times, &native, "native.trace: the data has no times, and 'period' of process 0 needs them"),
        (&bytes, &native, "native.trace: the data has no sizes of messages, and 'bytes' of process 0 needs them"),
        (&wrong, &trace, "process 9 has no part in this construct; it covers {0-3}"),
        (&other, &trace, "found '0 send 3 1', the model has '0 send 1 1' here: annotate the text of this model"),
    ] {
        fails(&["ask", "-", path], query, 1, message);
    }
    for (query, message) in [
        ("{\"format\":\"loopscope-query/1\",\"get\":[{\"label\":\"a\",\"construct\":999,\"attributes\":[\"start\"]}]}", "get 1: found the construct 999; expected 0 to"),
        ("{\"format\":\"loopscope-query/1\",\"get\":[{\"label\":\"a\",\"construct\":0,\"attributes\":[\"size\"]}]}", "get 1: found the attribute \"size\"; expected one of bytes, compute"),
        ("{\"format\":\"loopscope-query/1\",\"get\":[{\"label\":\"a\",\"construct\":0,\"attribute\":[\"start\"]}]}", "the field \"attribute\""),
        ("{\"format\":\"loopscope-query/2\",\"get\":[]}", "\"loopscope-query/1\""),
        ("{\"format\":\"loopscope-query/1\"", "the end of the file"),
    ] {
        fails(&["ask", "-", &trace], query, 1, message);
    }
    fails(&["ask", "-", &trace], &text, 1, "nothing is asked");
    fails(&["ask", &folder.path("none.txt"), &trace], "", 1, "the questions cannot be read");
}

#[test]
fn iterations_are_those_of_time() {
    let (folder, _) = prepared("iterations");
    let trace = folder.path("trace.csv");
    for form in ["text", "csv"] {
        let own = worked(&["iterations", "--loop", "2", "--format", form, &trace], "");
        let time = ["time", "--by", "iteration", "--loop", "2", "--format", form, &trace];
        assert_eq!(own, worked(&time, ""));
    }
    let all = printed(&["iterations", "--loop", "2", "--format", "csv", &trace], "");
    let few = printed(&["iterations", "--loop", "2", "--outliers", "--format", "csv", &trace], "");
    assert!(few.lines().all(|line| all.lines().any(|known| known == line)), "{few}");
    assert!(few.lines().count() < all.lines().count());
    let csv = printed(&["iterations", "--each", "period,events", &trace], "");
    assert!(csv.starts_with("label,i0,0.period,0.events,1.period,1.events,"), "{csv}");
    // The periods are those of the other table, where clocks agree.
    let table = printed(&["iterations", "--format", "csv", &trace], "");
    let periods = |of: &str, process: &str| -> Vec<String> {
        let rows = of.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
        rows.filter(|row| row[1] == process).map(|row| row[4].to_owned()).collect()
    };
    let asked: Vec<String> = csv.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().to_owned()).collect();
    assert_eq!(asked, periods(&table, "0"));
    fails(&["iterations", "--each", "wait", &trace], "", 2, "'wait' is no attribute of a loop");
    fails(&["iterations", "--loop", "77", &trace], "", 1, "there is no such loop");
    fails(&["iterations", "--between", "MPI_Foo", &trace], "", 1, "there are no such rounds");
    let mut table = "process,call,start_ns,end_ns,root,bytes,comm\n".to_owned();
    for at in 0..40 {
        let (start, end) = (100 * at, 100 * at + 50);
        for process in 0..2 {
            table += &format!("{process},MPI_Bcast,{start},{end},0,8,0-1\n");
        }
    }
    let rounds = printed(&["iterations", "--between", "mpi_bcast", "--format", "csv", "-"], &table);
    assert_eq!(rounds.lines().count(), 2 * 39 + 1);
    assert!(rounds.lines().skip(1).all(|line| line.contains(",100,")), "{rounds}");
}
