use super::*;

fn tasks(line: &str) -> Option<Vec<u32>> {
    let header = Header::read(line.as_bytes(), true)?;
    Some(header.tasks.iter().map(|tasks| tasks.0).collect())
}

#[test]
fn headers() {
    let one = "#Paraver (09/10/2019 at 16:08):6082352213_ns:1(4):1:4(1:1,1:1,1:1,1:1),5";
    assert_eq!(tasks(one), Some(vec![4]));
    let two = "#Paraver (09/10/2019 at 16:08):60:0:2:2(1:1,1:1),1:3(2:1,2:1,1:1)";
    assert_eq!(tasks(two), Some(vec![2, 3]));
    assert_eq!(tasks("#Paraver (09/10/2019 at 16:08):60:0:1:30(1:1,1:1"), Some(vec![30]));
    let cut = Header::read(b"#Paraver (1):60:0:1:30(1:1,1:1", false).unwrap_or_default();
    assert_eq!((cut.tasks(1), cut.rank(1, 30)), (None, Some(29)), "not as many are listed");
    for bad in ["#Paraver", "#Paraver (a at 1:2)", "#Paraver (a):1_ns:0:1", "#Paraver (a):1:0:x:4"] {
        assert_eq!(tasks(bad), None, "{bad}");
    }
}

#[test]
fn units_of_times() {
    let tick = |time: &str| {
        let line = format!("#Paraver (09/10/2019 at 16:08):{time}:0:1:1(1:1)");
        Header::read(line.as_bytes(), false).unwrap_or_default().tick()
    };
    assert_eq!(tick("6082352213_ns"), Some(Tick::NANOSECOND));
    assert_eq!(tick("6_us"), Some(Tick::per_second(1_000_000)));
    assert_eq!([tick("6082352213"), tick("6_days"), tick("6_")], [None; 3]);
}

#[test]
fn ranks_go_on_from_application_to_application() {
    let header = Header { tasks: vec![(2, true), (3, true)], tick: None };
    assert_eq!([1, 2].map(|task| header.rank(1, task)), [Some(0), Some(1)]);
    assert_eq!([1, 3].map(|task| header.rank(2, task)), [Some(2), Some(4)]);
    // A missing number is not the caller's fault.
    assert_eq!(header.rank(1, 9), Some(8));
    assert_eq!([header.rank(0, 1), header.rank(1, 0), header.rank(4, 1)], [None; 3]);
    assert_eq!([header.rank(1, 1 << 30), header.rank(2, u64::MAX)], [None; 2]);
    assert_eq!(Header::default().rank(1, 4), Some(3));
}
