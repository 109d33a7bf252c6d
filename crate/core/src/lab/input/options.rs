//! What a link says beside the input.

/// What is asked for beside the input itself, as a link says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `k=`
    pub k: Option<u32>,
    /// `smax=`
    pub smax: Option<u32>,
    /// `nflush=`
    pub nflush: Option<u32>,
    /// `model=`
    pub model: Option<String>,
    /// `ahead=`
    pub ahead: Option<u32>,
    /// `split=`: `entries` or `none`.
    pub split: Option<String>,
    /// `case=`
    pub case: Option<String>,
    /// `of=`
    pub of: Option<String>,
    /// `p=`
    pub p: Option<i32>,
    /// `q=`
    pub q: Option<i32>,
}
