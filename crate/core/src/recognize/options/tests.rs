use super::*;

#[test]
fn names() {
    for model in FunctionModel::ALL {
        assert_eq!(FunctionModel::from_name(model.name()), Some(model));
    }
    assert_eq!(FunctionModel::from_name("cubic"), None);
}

#[test]
fn bits_and_values() {
    assert_eq!(Kind::Unsigned.value(u64::MAX), (1 << 64) - 1);
    assert_eq!(Kind::Signed.value(u64::MAX), -1);
    for kind in [Kind::Unsigned, Kind::Signed] {
        for bits in [0, 7, 1 << 63, u64::MAX] {
            assert_eq!(kind.bits(kind.value(bits)), Some(bits));
        }
    }
    assert_eq!((Kind::Unsigned.bits(-1), Kind::Unsigned.bits(1 << 64)), (None, None));
    assert_eq!((Kind::Signed.bits(1 << 63), Kind::Signed.bits(-1)), (None, Some(u64::MAX)));
}
