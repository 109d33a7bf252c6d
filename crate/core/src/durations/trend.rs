//! Whether iterations get longer or shorter from first to last.

/// The least square of the correlation of a trend, and the fewest iterations.
const STRAIGHT: f64 = 0.81;
const FEWEST: usize = 4;

/// Whether periods get longer, or shorter: their number and duration correlate (Pearson), and the last differs from the first by a tenth.
/// `None` if neither. O(n).
pub fn trend(periods: &[u64]) -> Option<bool> {
    let (mut sum, mut squares, mut products) = (0.0, 0.0, 0.0);
    for (at, &period) in periods.iter().enumerate() {
        let own = period as f64;
        (sum, squares, products) = (sum + own, squares + own * own, products + own * at as f64);
    }
    let n = periods.len() as f64;
    let both = products - sum * (n - 1.0) / 2.0;
    let own = (squares - sum * sum / n) * n * (n * n - 1.0) / 12.0;
    let (&first, &last) = (periods.first()?, periods.last()?);
    let far = first.abs_diff(last) * 10 >= first.min(last) && (both > 0.0) == (last > first);
    let is_straight = both * both >= STRAIGHT * own;
    (periods.len() >= FEWEST && far && is_straight).then_some(last > first)
}
