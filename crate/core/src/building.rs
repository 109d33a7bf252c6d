//! The methods, for tests of what stands above them in the crate: nests of every kind to look at.

pub(crate) use crate::method::Method;
use crate::nest::{Nest, TooLong};
use crate::symbols::Symbol;

/// The nest of a string, whether or not the search for it came to its end.
pub(crate) fn build(method: Method, string: &[Symbol]) -> Result<Nest, TooLong> {
    crate::method::build(method, string).map(|built| built.nest)
}
