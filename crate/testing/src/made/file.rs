//! A file of a made trace.

/// A path below the folder of the trace, and the bytes of the file.
pub type File = (String, Vec<u8>);
