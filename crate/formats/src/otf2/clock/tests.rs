use super::*;

#[test]
fn lines_through_measurements() {
    let offsets = [(100, -10), (200, -20), (300, 80)];
    let offsets = offsets.map(|(time, offset)| ClockOffset { time, offset });
    let clock = Clock::new(&offsets);
    assert_eq!(clock.global(100), Some(90));
    assert_eq!(clock.global(150), Some(135));
    assert_eq!(clock.global(200), Some(180));
    assert_eq!(clock.global(250), Some(280));
    assert_eq!(clock.global(50), Some(45));
    assert_eq!(clock.global(400), Some(580));
}

#[test]
fn without_measurements_and_with_one() {
    assert_eq!(Clock::default().global(17), Some(17));
    let clock = Clock::new(&[ClockOffset { time: 100, offset: 5 }]);
    assert_eq!((clock.global(0), clock.global(1000)), (Some(5), Some(1005)));
    let twice = Clock::new(&[ClockOffset { time: 7, offset: 1 }, ClockOffset { time: 7, offset: 2 }]);
    assert_eq!(twice.global(7), Some(8));
    let before = Clock::new(&[ClockOffset { time: 0, offset: -50 }]);
    assert_eq!((before.global(49), before.global(50)), (None, Some(0)));
}
