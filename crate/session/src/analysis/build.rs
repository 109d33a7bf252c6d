//! The one place that calls the methods on a string.

use loopscope_core::method::{self, Built, Method};
use loopscope_core::nest::TooLong;
use loopscope_core::symbols::Symbol;

/// [`method::build`], once: every caller that the compiler puts it into would have a copy of every method.
///
/// # Errors
/// As there.
#[inline(never)]
pub(crate) fn build(method: Method, string: &[Symbol]) -> Result<Built, TooLong> {
    method::build(method, string)
}
