use super::*;

fn labels(text: &str) -> Labels {
    let mut labels = Labels::default();
    text.lines().for_each(|line| labels.line(line.as_bytes()));
    labels
}

#[test]
fn types_and_values() {
    let labels = labels(
            "DEFAULT_OPTIONS\n\nLEVEL THREAD\n\nSTATES\n0    Idle\n\nEVENT_TYPE\n9   50000001    MPI Point-to-point\n\
             9 7 Seven\nVALUES\n2   MPI_Recv\n0   Outside MPI\n\nEVENT_TYPE\n7  42000050 PAPI_TOT_INS [Instr completed]\n\
             EVENT_TYPE\n0 60000019 User function\nVALUES\n0 End\n4 ma..in [main_of_it]\n5 a [b]\nx y\n\
             GRADIENT_NAMES\n0 Grad\n",
        );
    let value = |id, value| labels.values(id).and_then(|list| list.get(&value)).map(String::as_str);
    assert_eq!(labels.type_name(50_000_001), Some("MPI Point-to-point"));
    assert_eq!(value(50_000_001, 2), Some("MPI_Recv"));
    assert_eq!(value(7, 0), Some("Outside MPI"));
    assert_eq!(labels.type_name(42_000_050), Some("PAPI_TOT_INS [Instr completed]"));
    assert!(labels.values(42_000_050).is_none());
    assert_eq!((value(60_000_019, 4), value(60_000_019, 5)), (Some("main_of_it"), Some("a [b]")));
    assert_eq!((labels.type_name(0), labels.values.len()), (None, 2));
}
