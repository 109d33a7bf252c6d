use super::*;

#[test]
fn names_tell_the_part() {
    assert_eq!(name_of("a.b/otf2/traces/4294967296.evt"), ("4294967296", "evt"));
    assert_eq!(name_of("traces.def.gz"), ("traces", "def"));
    assert_eq!(name_of("traces"), ("traces", ""));
    assert!(matches!(OpenFile::new("x/traces/7.evt"), OpenFile::Events(7, ..)));
    assert!(matches!(OpenFile::new("x/traces/7.def"), OpenFile::Local(7, ..)));
    assert!(matches!(OpenFile::new("x/traces.def"), OpenFile::Global(..)));
    assert!(matches!(OpenFile::new("x/traces/7.snap"), OpenFile::Other));
    assert!(matches!(OpenFile::new("x/traces.otf2"), OpenFile::Unknown(..)));
}
