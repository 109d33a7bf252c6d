use super::*;

fn of(name: &'static str, path: &str) -> String {
    key(path, Sort { name, title: "", alone: false, certain: true })
}

#[test]
fn files_of_one_trace_have_one_key() {
    for path in ["run/a.otf2", "run/a.def", "run/a/0.evt", "run/a/12.def", "run/a/3.evt.gz"] {
        assert_eq!(of("otf2", path), "otf2 run/a.otf2", "{path}");
    }
    assert_eq!(of("otf2", "7.def"), "otf2 7.otf2");
    for path in ["b.prv.gz", "b.pcf", "b.row"] {
        assert_eq!(of("paraver", path), "paraver b.prv", "{path}");
    }
    for path in ["c/run.meta", "c/run-0000.bin", "c/run_12.bin.zst"] {
        assert_eq!(of("dumpi", path), "dumpi c/run*", "{path}");
    }
    assert_eq!(of("native", "d/rank-0.trace"), "native d");
    assert_eq!(of("native", "rank-0.trace"), "native ");
}
