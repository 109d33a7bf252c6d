//! The methods, for tests of modules above them in the crate: they need nests of every kind.

pub(crate) use crate::method::{build, Method};
