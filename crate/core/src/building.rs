//! The methods, for tests of what stands above them in the crate: nests of every kind to look at.

pub(crate) use crate::method::{build, Method};
