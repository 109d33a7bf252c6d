//! Writes a program in C: a function for each class of processes, tables by rank, and the runtime.

use std::fmt::Write;

use super::places::{Item, Own, Places, Series};
use super::program::{Skeleton, Time};
use crate::numbers::{counted, percent, thousands};

/// What the code calls.
const RUNTIME: &str = include_str!("runtime.c");
const CALLS: &str = include_str!("calls.c");

/// Makes room for what calls ask of communicators.
const RANKS: &str = "  ranks_in = calloc(sizeof groups / sizeof *groups + MADE, sizeof *ranks_in);\n  if (!ranks_in) MPI_Abort(MPI_COMM_WORLD, 1);\n";

/// Numbers in a line of a table.
const IN_LINE: usize = 16;

/// What a program is made from.
pub(super) struct Source<'a> {
    /// What stands in its head.
    pub(super) title: &'a str,
    /// Whether it makes the calls of the trace, and not only its messages.
    pub(super) has_calls: bool,
    /// The processes of each communicator that is there from the beginning.
    pub(super) groups: Vec<&'a [u32]>,
    /// How many communicators a process makes.
    pub(super) made: usize,
}

/// The program. Writing to a string cannot fail, so no result of it is looked at.
pub(super) fn program(source: &Source<'_>, places: &Places, time: Time) -> Skeleton {
    let mut out = String::new();
    let ranks = places.processes.len();
    head(source, places, time, &mut out);
    let largest = places.largest.min(i32::MAX as u64);
    let made = source.made;
    let _ = write!(out, "#define PROCESSES {ranks}\n#define MADE {made}\n#define LARGEST {largest}\n\n{RUNTIME}\n");
    if source.has_calls {
        out.push_str(CALLS);
        out.push('\n');
    }
    for (class, items) in places.classes.iter().enumerate() {
        let of = places.processes.iter().filter(|own| own.class == class).count();
        function(class, items, of, time, &mut out);
    }
    for (rank, own) in places.processes.iter().enumerate() {
        tables(rank, own, &mut out);
    }
    main(source, places, &mut out);
    Skeleton {
        code: out,
        computed: places.computed,
        kept: places.kept,
        functions: places.classes.len(),
        left_out: places.left_out.iter().map(|(name, &count)| (name.clone(), count)).collect(),
    }
}

/// Text that ends no comment.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || c == '/' { ' ' } else { c }).collect()
}

fn head(source: &Source<'_>, places: &Places, time: Time, out: &mut String) {
    let processes = counted(places.processes.len() as u64, "process");
    let share = if places.computed == 0 { 0.0 } else { places.kept as f64 / places.computed as f64 };
    let kept = match time {
        Time::None => "It computes nothing.".to_owned(),
        _ if places.computed == 0 => "The trace has no times, so it computes nothing.".to_owned(),
        _ => {
            format!("It computes {} of what the trace computed ({}).", percent(share), time.name())
        }
    };
    let _ = write!(
        out,
        "/* The {} of {}, on {processes}.\n * {kept}\n * mpicc -O2 FILE.c && mpirun -n {} ./a.out\n * In SimGrid: smpicc -O2 -DSIMGRID FILE.c\n",
        if source.has_calls { "calls" } else { "communication" },
        comment(source.title),
        places.processes.len()
    );
    for (name, count) in &places.left_out {
        let _ = writeln!(out, " * Left out: {} of {}", thousands(*count), comment(name));
    }
    out.push_str(" */\n");
}

fn function(class: usize, items: &[Item], of: usize, time: Time, out: &mut String) {
    let _ = write!(
        out,
        "/* {} */\nstatic void run_{class}(const struct own *own) {{\n  (void)own;\n",
        counted(of as u64, "process")
    );
    let (mut depth, mut event) = (0usize, 0usize);
    for item in items {
        let indent = "  ".repeat(depth + 1);
        match item {
            Item::Begin(count) => {
                let _ = writeln!(out, "{indent}for (long long i{depth} = 0; i{depth} < {count}LL; i{depth}++) {{");
                depth += 1;
                continue;
            }
            Item::End => {
                depth = depth.saturating_sub(1);
                let _ = writeln!(out, "{}}}", "  ".repeat(depth + 1));
                continue;
            }
            _ => {}
        }
        if time != Time::None {
            let _ = writeln!(out, "{indent}busy(next(&own->times[{event}]));");
        }
        let _ = match item {
            Item::Send(slot, tag) => {
                writeln!(out, "{indent}put(own->peers[{slot}], {tag}, next(&own->sizes[{event}]));")
            }
            Item::Recv(slot, tag) => writeln!(out, "{indent}get(own->peers[{slot}], {tag});"),
            Item::Sync(name, slot) => {
                writeln!(out, "{indent}do_{name}(own->groups[{slot}], next(&own->sizes[{event}]), 0);")
            }
            Item::Line(line) => writeln!(out, "{indent}{line}"),
            Item::Begin(_) | Item::End => Ok(()),
        };
        event += 1;
    }
    out.push_str("}\n\n");
}

/// A list of numbers between braces; C has no empty ones.
fn list<T: std::fmt::Display>(numbers: &[T], out: &mut String) {
    out.push('{');
    if numbers.is_empty() {
        out.push('0');
    }
    for (at, number) in numbers.iter().enumerate() {
        let apart = match at {
            0 => "",
            _ if at % IN_LINE == 0 => ",\n  ",
            _ => ", ",
        };
        let _ = write!(out, "{apart}{number}");
    }
    out.push('}');
}

fn tables(rank: usize, own: &Own, out: &mut String) {
    let _ = write!(out, "static const int peers_{rank}[] = ");
    list(&own.peers, out);
    let _ = write!(out, ";\nstatic const int groups_{rank}[] = ");
    list(&own.groups, out);
    let _ = write!(out, ";\nstatic const long long rooms_{rank}[] = ");
    list(&own.rooms, out);
    out.push_str(";\n");
    for (name, series) in [("times", &own.times), ("sizes", &own.sizes)] {
        let _ = write!(out, "static struct series {name}_{rank}[] = {{");
        for one in series {
            write_series(one, out);
        }
        if series.is_empty() {
            write_series(&Vec::new(), out);
        }
        out.push_str("\n};\n");
    }
    let _ = write!(
        out,
        "static const struct own own_{rank} = {{peers_{rank}, groups_{rank}, rooms_{rank}, times_{rank}, sizes_{rank}}};\n\n"
    );
}

fn write_series(series: &Series, out: &mut String) {
    let _ = write!(out, "\n  {{{}, 0, (const long long[])", series.len());
    list(series, out);
    out.push_str("},");
}

fn main(source: &Source<'_>, places: &Places, out: &mut String) {
    for (at, group) in source.groups.iter().enumerate() {
        let _ = write!(out, "static const int group_{at}[] = ");
        list(group, out);
        out.push_str(";\n");
    }
    let count = source.groups.len();
    let names: Vec<String> = (0..count).map(|at| format!("group_{at}")).collect();
    let sizes: Vec<usize> = source.groups.iter().map(|group| group.len()).collect();
    out.push_str("static const int *const groups[] = ");
    list(&names, out);
    out.push_str(";\nstatic const int sizes[] = ");
    list(&sizes, out);
    let _ = write!(
        out,
        ";\n\nint main(int count, char **arguments) {{\n  int rank = begin(&count, &arguments, groups, sizes, {count});\n{}  switch (rank) {{\n",
        if source.has_calls { RANKS } else { "" }
    );
    for (rank, own) in places.processes.iter().enumerate() {
        let _ = writeln!(out, "    case {rank}: run_{}(&own_{rank}); break;", own.class);
    }
    out.push_str("  }\n");
    if source.has_calls {
        out.push_str("  finish();\n");
    }
    out.push_str("  MPI_Finalize();\n  return 0;\n}\n");
}
