//! Tags that count the steps of a program, read as one tag.

/// Tags of a range each of which is used in one step: what a program counts, and no two iterations have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepTags {
    /// The least of them.
    pub first: i64,
    /// The greatest.
    pub last: i64,
    /// How far the tags of two steps are apart; tags of one step that differ stay different.
    pub apart: i64,
    /// Tags within the range that are used in many steps, ascending.
    pub except: Vec<i64>,
}

impl StepTags {
    /// The tag that stands for one of these in all steps; `None` for any other tag.
    pub fn read_as(&self, tag: i64) -> Option<i64> {
        let holds = (self.first..=self.last).contains(&tag) && !self.except.contains(&tag);
        let above = holds.then(|| tag.checked_sub(self.first)).flatten()?;
        let mut least = self.first.checked_add(above.checked_rem(self.apart)?)?;
        while self.except.contains(&least) {
            least = least.checked_add(self.apart)?;
        }
        Some(least)
    }
}
