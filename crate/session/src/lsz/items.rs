//! Reads the items of one process in one view from a compressed file.

use std::rc::Rc;

use loopscope_core::recognize::compress::{Bytes, Malformed, Player, TermReader};
use loopscope_core::trace::View;
use loopscope_formats::notes::Note;

use super::file::{Compressed, Where};

/// A stream that is being read.
struct Cursor {
    pieces: Vec<Where>,
    /// The piece that comes next.
    next: usize,
    /// The piece that is being read, and the position in it.
    bytes: Vec<u8>,
    at: usize,
    /// The next piece, if its block was already unpacked for another stream.
    ahead: Option<Vec<u8>>,
    reader: TermReader,
    player: Player,
    /// Values that are still to come.
    left: u64,
}

/// The items of one process in one view.
pub(super) struct Items {
    file: Rc<Compressed>,
    /// The stream of symbols, followed by the streams of numbers.
    cursors: Vec<Cursor>,
    /// The number of different symbols.
    symbols: u32,
    /// The split field, and the number of each key in it.
    split: Option<(usize, Vec<u64>)>,
    symbol: u32,
    fields: Vec<u64>,
}

impl Items {
    /// The items of the process with that index; `None` if it does not have the view.
    pub(super) fn new(file: &Rc<Compressed>, process: usize, view: View) -> Option<Self> {
        let entry = file.process(process)?;
        let cursor = |&stream: &u32| {
            let streams = &file.directory.streams;
            let (fields, left) = streams.get(stream as usize).map(|entry| (entry.fields, entry.values))?;
            Some(Cursor {
                pieces: file.pieces(stream).to_vec(),
                next: 0,
                bytes: Vec::new(),
                at: 0,
                ahead: None,
                reader: TermReader::new(fields),
                player: Player::new(),
                left,
            })
        };
        let (mut streams, mut split) = (Vec::new(), None);
        let symbols = match view {
            View::Calls | View::Communication => {
                let flow = if view == View::Calls { &entry.calls } else { &entry.communication };
                let flow = flow.as_ref()?;
                streams.push(flow.stream);
                flow.records.len()
            }
            View::Values => {
                let values = entry.values.as_ref()?;
                streams.push(values.flow);
                streams.extend(&values.numbers);
                let numbers = || values.keys.iter().map(|key| key.number).collect();
                split = values.split.map(|field| (field, numbers()));
                values.keys.len()
            }
        };
        let cursors = streams.iter().map(cursor).collect::<Option<Vec<Cursor>>>()?;
        let (file, symbols) = (file.clone(), u32::try_from(symbols).ok()?);
        Some(Self { file, cursors, symbols, split, symbol: 0, fields: Vec::new() })
    }

    /// Goes to the next item; `false` at the end.
    pub(super) fn advance(&mut self) -> Result<bool, Note> {
        if !self.advance_stream(0)? {
            return Ok(false);
        }
        let symbol = self.cursors.first().map_or(0, |cursor| cursor.player.label());
        if symbol >= self.symbols {
            return Err(self.malformed(0, "a symbol does not exist"));
        }
        self.symbol = symbol;
        let numbers = self.cursors.len() - 1;
        if numbers > 0 {
            let stream = (symbol as usize).min(numbers - 1) + 1;
            if !self.advance_stream(stream)? {
                return Err(self.malformed(stream, "a stream is shorter than its keys say"));
            }
            self.fields.clear();
            if let Some(cursor) = self.cursors.get(stream) {
                self.fields.extend_from_slice(cursor.player.fields());
            }
            if let Some((field, keys)) = &self.split {
                let number = keys.get(symbol as usize).copied().unwrap_or_default();
                self.fields.insert((*field).min(self.fields.len()), number);
            }
        }
        Ok(true)
    }

    /// The symbol of the item: the index of its record, or of its key.
    pub(super) fn symbol(&self) -> u32 {
        self.symbol
    }

    /// The numbers of a tuple.
    pub(super) fn fields(&self) -> &[u64] {
        &self.fields
    }

    fn advance_stream(&mut self, stream: usize) -> Result<bool, Note> {
        loop {
            let Some(cursor) = self.cursors.get_mut(stream) else { return Ok(false) };
            match cursor.step() {
                Ok(Some(more)) => return Ok(more),
                Ok(None) => self.next_piece(stream)?,
                Err(error) => return Err(self.malformed(stream, error.what)),
            }
        }
    }

    /// Fetches the next piece of a stream, and the next pieces of other streams if they are in the same block. So a block
    /// is unpacked only once while the streams advance evenly.
    fn next_piece(&mut self, stream: usize) -> Result<(), Note> {
        let ahead = self.cursors.get_mut(stream).and_then(|cursor| cursor.ahead.take());
        let wanted = self.cursors.get(stream).and_then(|cursor| cursor.pieces.get(cursor.next)).copied();
        let Some(wanted) = wanted else { return Ok(()) };
        let bytes = match ahead {
            Some(bytes) => bytes,
            None => {
                let raw = self.file.block(wanted.block)?;
                let part =
                    |piece: &Where| raw.get(piece.start..).and_then(|rest| rest.get(..piece.bytes)).map(<[u8]>::to_vec);
                let others = self.cursors.iter_mut().enumerate().filter(|(at, _)| *at != stream);
                for (_, cursor) in others.filter(|(_, cursor)| cursor.ahead.is_none()) {
                    let piece = cursor.pieces.get(cursor.next);
                    cursor.ahead = piece.filter(|piece| piece.block == wanted.block).and_then(part);
                }
                part(&wanted).unwrap_or_default()
            }
        };
        if let Some(cursor) = self.cursors.get_mut(stream) {
            cursor.next += 1;
            (cursor.bytes, cursor.at) = (bytes, 0);
        }
        Ok(())
    }

    /// The note on the current piece of a stream.
    fn malformed(&self, stream: usize, what: &str) -> Note {
        let cursor = self.cursors.get(stream);
        let piece = cursor.and_then(|cursor| cursor.pieces.get(cursor.next.saturating_sub(1)));
        self.file.bad_in_block(piece.map_or(0, |piece| piece.block as usize), 0, what)
    }
}

impl Cursor {
    /// Goes to the next value. Returns whether there is one, or `None` if a piece has to be fetched first.
    #[inline]
    fn step(&mut self) -> Result<Option<bool>, Malformed> {
        loop {
            if self.player.advance()? {
                let missing = Malformed { at: 0, what: "a stream is longer than it says" };
                self.left = self.left.checked_sub(1).ok_or(missing)?;
                return Ok(Some(true));
            }
            if self.at < self.bytes.len() {
                let mut bytes = Bytes::from(&self.bytes, self.at);
                self.player.load(&self.reader.read(&mut bytes)?);
                self.at = bytes.position();
            } else if self.next < self.pieces.len() {
                return Ok(None);
            } else if self.left > 0 {
                return Err(Malformed { at: 0, what: "a stream is shorter than it says" });
            } else {
                return Ok(Some(false));
            }
        }
    }
}
