use super::*;

#[test]
fn every_letter_is_known() {
    assert_eq!(FUNCTIONS.len(), 290);
    for known in FUNCTIONS {
        assert!(known.layout.iter().all(|byte| b"ndptcgxkorRfjJsNiLMbhlawWVEDHA()".contains(byte)));
    }
    let at = |name: &str| number_of(name.as_bytes());
    assert_eq!((at("MPI_Send"), at("MPI_Barrier"), at("MPI_Finalize")), (Some(0), Some(52), Some(125)));
    assert_eq!(at("MPI_Nothing"), None);
}
