//! Programs to draw: small nests with the structures of real ones.

#![allow(dead_code, unused_imports, reason = "every test uses a part of it")]
mod areas;
mod systems;

pub(crate) use areas::*;
use loopscope_core::affine::{Affine, Drawing};
use loopscope_core::nest::{text, LoopNames, Nest, NestBuilder, NodeId};
pub(crate) use loopscope_core::symbols::Symbol;
use loopscope_core::symbols::{Appearance, SymbolTable};
pub(crate) use loopscope_core::trace::View;
pub(crate) use loopscope_draw::paint::{picture, svg, Theme};
pub(crate) use loopscope_draw::scene::model::{model, ModelSource, ModelState};
pub(crate) use loopscope_draw::scene::ribbon::{ribbon, RibbonState};
use loopscope_draw::scene::source::Source;
use loopscope_draw::scene::tags::TagSlots;
use loopscope_draw::scene::tuples::Tuples;
pub(crate) use loopscope_draw::scene::{Anchor, Area, Font, HitKind, Ink, Scene, Shape};
pub(crate) use loopscope_testing::Random;
pub(crate) use systems::*;

/// A process with all that a picture needs.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) process: u32,
    pub(crate) nest: Nest,
    pub(crate) symbols: SymbolTable,
    pub(crate) names: LoopNames,
    pub(crate) tags: TagSlots,
    pub(crate) view: View,
    pub(crate) tuples: Option<(Affine, Drawing)>,
}

impl Program {
    pub(crate) fn new(name: &'static str, nest: Nest, symbols: SymbolTable, view: View) -> Self {
        let names = LoopNames::new(&nest);
        let tag = |text: &str| Appearance::of(view, text).tag;
        let tags = TagSlots::new(symbols.texts().iter().filter_map(|text| Some((tag(text)?, 1))));
        Self { name, process: 5, nest, symbols, names, tags, view, tuples: None }
    }

    /// Of a nest of tuples.
    pub(crate) fn of_tuples(name: &'static str, lines: &str) -> Self {
        let affine = loopscope_core::affine::text::parse(lines).expect("a nest of tuples");
        let mut drawing = affine.drawing();
        let nest = std::mem::take(&mut drawing.nest);
        let symbols = std::mem::take(&mut drawing.symbols);
        let names = std::mem::take(&mut drawing.names);
        let tags = TagSlots::of_labels(affine.labels().iter().map(|label| (&**label, 1)));
        let (view, tuples) = (View::Values, Some((affine, drawing)));
        Self { name, process: 0, nest, symbols, names, tags, view, tuples }
    }

    pub(crate) fn parsed(name: &'static str, view: View, lines: &str) -> Self {
        let (nest, symbols) = text::parse(lines).expect("a nest");
        Self::new(name, nest, symbols, view)
    }

    pub(crate) fn source(&self) -> Source<'_> {
        Source {
            process: self.process,
            nest: &self.nest,
            symbols: &self.symbols,
            view: self.view,
            names: &self.names,
            tags: &self.tags,
            orders: None,
            noun: match self.view {
                View::Calls => "call",
                View::Communication => "event",
                View::Values => "tuple",
            },
            tuples: self.tuples.as_ref().map(|(nest, drawing)| Tuples { nest, drawing }),
        }
    }
}

/// Waves across a grid and back: two inner loops and an exchange, between set-up and results.
pub(crate) fn waves() -> Program {
    Program::parsed("waves", View::Communication, WAVES)
}

const WAVES: &str = "
    for i0 = 0 to 3
      5 sync MPI_Bcast 0-15
    done
    5 sync MPI_Barrier 0-15
    4 recv 5 1
    for i0 = 0 to 248
      for i1 = 0 to 61
        4 recv 5 2
        1 recv 5 4
        5 send 6 2
        5 send 9 4
      done
      for i1 = 0 to 61
        6 recv 5 1
        9 recv 5 3
        5 send 4 1
        5 send 1 3
      done
      5 send 6 2
      4 recv 5 2
      5 send 4 1
      6 recv 5 1
    done
    for i0 = 0 to 1
      5 sync MPI_Allreduce 0-15
    done
    5 local finished early";

/// The product of two matrices: rows by steps of 8, columns by steps of 64.
pub(crate) fn product() -> Program {
    Program::of_tuples(
        "product",
        "for i0 = 0 to 63
          val write: 0x4a82e0 + 8*i0, 8
        done
        for i0 = 0 to 7
          for i1 = 0 to 7
            for i2 = 0 to 7
              val read: 0x4aa2e0 + 64*i0 + 8*i2, 8
              val read: 0x4a82e0 + 8*i1 + 64*i2, 8
            done
            val write: 0x4a62e0 + 64*i0 + 8*i1, 8
          done
        done
        val read: 0x7ffe0010, 8",
    )
}

/// A triangle: the inner loop runs once more each time round.
pub(crate) fn triangle() -> Program {
    Program::of_tuples(
        "triangle",
        "for i0 = 0 to 11
          val write: 0x7fff0000 + 16*i0, 4
          for i1 = 0 to 1 + i0
            val read: 0x10000 + 256*i0 + 8*i1, 8
          done
        done",
    )
}

/// Three levels of loops with calls in words.
pub(crate) fn grid() -> Program {
    Program::parsed(
        "grid",
        View::Calls,
        "Init
        for i0 = 0 to 14
          Irecv(7,8)
          Send(7,8)
          for i1 = 0 to 24
            for i2 = 0 to 1
              Irecv(7,8192)
              Send(7,8192)
              Wait
            done
            Allreduce(8,SUM,c0)
          done
          Bcast(4,root0,c0)
        done
        A_routine_with_a_very_long_name_that_no_label_can_ever_show_in_full_anywhere(1,2,3)
        Finalize",
    )
}

/// One string in two nests: an inner loop is cut in another place, and the outer one with it.
pub(crate) fn two_ways() -> [Program; 2] {
    let outer = "x y (w (a b c)^26 a)^15 (z)^4";
    let shifted = "x y w (a b c)^3 a (w a (b c a)^26)^14 z z z z";
    [("whole", outer), ("shifted", shifted)].map(|(name, inline)| {
        let (nest, symbols) = text::parse_inline(inline).expect("a nest");
        Program::new(name, nest, symbols, View::Calls)
    })
}

/// Many loops of very different sizes side by side.
pub(crate) fn mixture() -> Program {
    let mut lines = String::new();
    for k in 0..40u64 {
        let count = [1, 3, 7, 90, 2_000][(k % 5) as usize] + k;
        lines += &format!("{k} recv 5 {}\n", k % 9);
        lines += &format!("for i0 = 0 to {count}\n5 send {k} {}\n{k} recv 5 7\ndone\n", k % 9);
    }
    Program::parsed("mixture", View::Communication, &lines)
}

/// No loop at all, a few events.
pub(crate) fn few() -> Program {
    Program::parsed("few", View::Communication, "5 send 6 1\n6 recv 5 1\n5 sync MPI_Barrier 0-15\n5 local compute")
}

/// No loop at all, hundreds of events that all differ.
pub(crate) fn many() -> Program {
    let lines: Vec<String> =
        (0..500).map(|k| if k % 3 == 0 { format!("5 send {k} {}", k % 5) } else { format!("{k} recv 5 1") }).collect();
    Program::parsed("many", View::Communication, &lines.join("\n"))
}

/// One event.
pub(crate) fn single() -> Program {
    Program::parsed("single", View::Communication, "5 send 6 1")
}

/// A process without events.
pub(crate) fn empty() -> Program {
    Program::new("empty", Nest::default(), SymbolTable::default(), View::Communication)
}

/// Loops in loops, forty levels of them.
pub(crate) fn deep() -> Program {
    let mut builder = NestBuilder::new();
    let mut body = vec![builder.symbol(Symbol(0))];
    for _ in 0..40 {
        body = vec![builder.repeat(2, &body), builder.symbol(Symbol(1))];
    }
    let nest = builder.finish(&body);
    Program::new("deep", nest, table(2), View::Communication)
}

/// A million million events in three loops.
pub(crate) fn long() -> Program {
    let mut builder = NestBuilder::new();
    let inner: Vec<NodeId> = (0..4).map(|k| builder.symbol(Symbol(k))).collect();
    let middle = builder.repeat(50_000, &inner);
    let outer = [middle, inner[0]];
    let outer = builder.repeat(5_000_000, &outer);
    let nest = builder.finish(&[inner[1], outer, inner[2]]);
    Program::new("long", nest, table(4), View::Communication)
}

/// A million items on the top level, most of them events, some of them loops.
pub(crate) fn wide() -> Program {
    let mut builder = NestBuilder::new();
    let symbols: Vec<NodeId> = (0..50).map(|k| builder.symbol(Symbol(k))).collect();
    let small = builder.repeat(2, &symbols[..2]);
    let large = builder.repeat(30_000, &symbols[..3]);
    let root: Vec<NodeId> = (0..1_000_000usize)
        .map(|k| match k {
            500_000 => large,
            _ if k % 97 == 0 => small,
            _ => symbols[k * k % 50],
        })
        .collect();
    let nest = builder.finish(&root);
    Program::new("wide", nest, table(50), View::Communication)
}

/// Those that are quickly made and drawn.
pub(crate) fn programs() -> Vec<Program> {
    vec![waves(), grid(), mixture(), few(), many(), single(), empty(), long(), product(), triangle()]
}

/// Those that are large in one way or another.
pub(crate) fn extremes() -> Vec<Program> {
    vec![deep(), long(), wide()]
}

/// Texts for that many symbols: sends, receives, collectives and others.
pub(crate) fn table(symbols: u32) -> SymbolTable {
    let text = |k: u32| match k % 4 {
        0 => format!("5 send {k} {}", k % 7),
        1 => format!("{k} recv 5 {}", k % 7),
        2 => format!("5 sync MPI_Allreduce 0-{k}"),
        _ => format!("5 local step {k}"),
    };
    SymbolTable::new((0..symbols).map(|k| text(k).into()).collect())
}

/// A nest as it comes: loops in loops with counts from 2 to thousands.
pub(crate) fn random(numbers: &mut Random) -> Program {
    let mut builder = NestBuilder::new();
    let mut known: Vec<NodeId> = (0..12).map(|k| builder.symbol(Symbol(k))).collect();
    for _ in 0..numbers.below(12) {
        let body: Vec<NodeId> =
            (0..=numbers.below(7)).map(|_| known[numbers.below(known.len() as u64) as usize]).collect();
        let count = 2 + numbers.below(4) * numbers.below(4) * numbers.below(300);
        let node = builder.repeat(count, &body);
        known.push(node);
    }
    let root: Vec<NodeId> = (0..numbers.below(25)).map(|_| known[numbers.below(known.len() as u64) as usize]).collect();
    let nest = builder.finish(&root);
    Program::new("random", nest, table(12), View::Communication)
}
