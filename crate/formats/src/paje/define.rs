//! What the file says of its own events, and the words of a line.

use std::ops::Range;

use crate::input::words::is_blank;

/// What an event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    DefineType,
    DefineValue,
    CreateContainer,
    DestroyContainer,
    SetState,
    PushState,
    PopState,
    ResetState,
    NewEvent,
    StartLink,
    EndLink,
    Variable,
    Unknown,
}

/// Events by the names in their definitions, without `Paje`.
const KINDS: &[(&[u8], Kind)] = &[
    (b"DefineContainerType", Kind::DefineType),
    (b"DefineStateType", Kind::DefineType),
    (b"DefineEventType", Kind::DefineType),
    (b"DefineLinkType", Kind::DefineType),
    (b"DefineVariableType", Kind::DefineType),
    (b"DefineEntityValue", Kind::DefineValue),
    (b"CreateContainer", Kind::CreateContainer),
    (b"DestroyContainer", Kind::DestroyContainer),
    (b"SetState", Kind::SetState),
    (b"PushState", Kind::PushState),
    (b"PopState", Kind::PopState),
    (b"ResetState", Kind::ResetState),
    (b"NewEvent", Kind::NewEvent),
    (b"StartLink", Kind::StartLink),
    (b"EndLink", Kind::EndLink),
    (b"SetVariable", Kind::Variable),
    (b"AddVariable", Kind::Variable),
    (b"SubVariable", Kind::Variable),
];

/// What a field of an event says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Alias,
    Type,
    Name,
    Container,
    Value,
    Key,
    Start,
    End,
    Time,
    Other,
}

/// Roles by the names of fields.
const ROLES: &[(&[u8], Role)] = &[
    (b"Time", Role::Time),
    (b"Date", Role::Time),
    (b"Alias", Role::Alias),
    (b"NewType", Role::Alias),
    (b"NewContainer", Role::Alias),
    (b"NewValue", Role::Alias),
    (b"Type", Role::Type),
    (b"EntityType", Role::Type),
    (b"Name", Role::Name),
    (b"NewName", Role::Name),
    (b"Container", Role::Container),
    (b"Value", Role::Value),
    (b"Key", Role::Key),
    (b"StartContainer", Role::Start),
    (b"SourceContainer", Role::Start),
    (b"EndContainer", Role::End),
    (b"DestContainer", Role::End),
];

/// Roles whose word an event keeps.
pub(super) const KEPT: usize = 9;

/// Fields that an event may have.
const MAX_FIELDS: usize = 64;

/// The definition of an event.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) kind: Kind,
    /// What its fields say, in order.
    pub(super) roles: Vec<Role>,
}

/// Words of an event by their roles; empty ones it does not have.
pub(super) type Words<'a> = [&'a [u8]; KEPT];

/// The word of a role.
pub(super) fn word<'a>(words: &Words<'a>, role: Role) -> &'a [u8] {
    words.get(role as usize).copied().unwrap_or_default()
}

impl Definition {
    /// Of an event with that name.
    pub(super) fn new(name: &[u8]) -> Self {
        let name = name.strip_prefix(b"Paje").unwrap_or(name);
        let known = KINDS.iter().find(|(known, _)| *known == name);
        let kind = known.map_or(Kind::Unknown, |(_, kind)| *kind);
        Self { kind, roles: Vec::new() }
    }

    /// Adds a field of that name.
    pub(super) fn add(&mut self, name: &[u8]) {
        let known = ROLES.iter().find(|(known, _)| *known == name);
        let role = known.map_or(Role::Other, |(_, role)| *role);
        if self.roles.len() < MAX_FIELDS {
            self.roles.push(role);
        }
    }

    /// The words of an event by their roles; `None` if there are fewer than fields.
    #[inline]
    pub(super) fn read<'a>(&self, rest: &mut Tokens<'a>) -> Option<Words<'a>> {
        let mut words: Words<'a> = [&[]; KEPT];
        for &role in &self.roles {
            let (token, _) = rest.next()?;
            if let Some(place) = words.get_mut(role as usize) {
                *place = token;
            }
        }
        Some(words)
    }
}

/// Words between blanks; one in quotation marks may hold blanks.
pub(super) struct Tokens<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(line: &'a [u8]) -> Self {
        Tokens { line, at: 0 }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (&'a [u8], Range<usize>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.line.get(self.at).is_some_and(|&byte| is_blank(byte)) {
            self.at += 1;
        }
        let start = self.at;
        if self.line.get(start) == Some(&b'"') {
            let rest = self.line.get(start + 1..)?;
            // A mark that is not closed lasts to the end of the line.
            let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
            self.at = (start + length + 2).min(self.line.len());
            return Some((rest.get(..length)?, start..self.at));
        }
        while self.line.get(self.at).is_some_and(|&byte| !is_blank(byte)) {
            self.at += 1;
        }
        let word = self.line.get(start..self.at).filter(|word| !word.is_empty())?;
        Some((word, start..self.at))
    }
}
