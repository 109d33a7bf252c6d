//! The one place that calls the methods on a string.

use loopscope_core::method::{self, Built, Method};
use loopscope_core::nest::TooLong;
use loopscope_core::symbols::Symbol;

/// Calls [`method::build`]. Never inlined, because each inlined copy would contain all methods.
///
/// # Errors
/// Those of [`method::build`].
#[inline(never)]
pub(crate) fn build(method: Method, string: &[Symbol]) -> Result<Built, TooLong> {
    method::build(method, string)
}
