//! A program in C that maps columns into memory and prints records.

use std::fmt::Write;

use super::{expression, field, files, formula, head, passes, Reads};
use crate::extract::columns::Column;
use crate::extract::plan::{Plan, Read, Records};

const HEAD: &str = r#"#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(const char *name, const char *why) {
  fprintf(stderr, "%s: %s\n", name, why);
  exit(1);
}

/* A column: the numbers of a file in NumPy's format, as many as the process has events. */
static const int64_t *column(const char *folder, const char *file, int64_t events) {
  char name[4096];
  struct stat info;
  const unsigned char *bytes;
  size_t size, from;
  int number, length = snprintf(name, sizeof name, "%s/%s", folder, file);
  if (length < 0 || (size_t)length >= sizeof name) fail(folder, "the path is too long");
  number = open(name, O_RDONLY);
  if (number < 0 || fstat(number, &info) != 0) fail(name, "cannot be read");
  size = (size_t)info.st_size;
  if (size < 16) fail(name, "is no column in NumPy's format");
  bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, number, 0);
  if (bytes == MAP_FAILED) fail(name, "cannot be mapped into memory");
  close(number);
  from = bytes[6] == 1 ? 10 + (size_t)bytes[8] + 256 * (size_t)bytes[9] : 0;
  if (memcmp(bytes, "\223NUMPY", 6) != 0 || from < 16 || from > size || from % 8 != 0)
    fail(name, "is no column in NumPy's format, version 1");
  for (number = 10; number + 5 < (int)from && memcmp(bytes + number, "'<i8'", 5) != 0; number++) {
  }
  if (number + 5 >= (int)from) fail(name, "does not hold integers of 64 bits");
  if ((size - from) / 8 != (size_t)events)
    fail(name, "has another number of events than the model: both must come from the same trace");
  return (const int64_t *)(const void *)(bytes + from);
}
"#;

const LARGEST: &str = "
static int64_t larger(int64_t a, int64_t b) {
  return a > b ? a : b;
}
";

/// The program. O(values).
pub fn print(plan: &Plan) -> String {
    let mut out = super::heading(
        " *",
        plan,
        "rank-P.COLUMN.npy in the folder that is its argument, as `loopscope split --to columns` writes them.\n * cc -O2 ask.c -o ask && ./ask FOLDER",
    );
    out.insert(0, '/');
    out.replace_range(1..2, "*");
    out.push_str(" */\n");
    out.push_str(HEAD);
    let late = |records: &Records| records.values.iter().any(|value| value.is == super::Is::Late);
    if plan.records.iter().any(late) {
        out.push_str(LARGEST);
    }
    out.push_str("\nint main(int count, char **arguments) {\n");
    let files = files(plan);
    let needs_folder = !files.is_empty();
    if needs_folder {
        out.push_str("  const char *folder = count > 1 ? arguments[1] : \".\";\n");
    } else {
        out.push_str("  (void)count;\n  (void)arguments;\n");
    }
    for (process, column) in files {
        let (name, events) = (column.name(), plan.events(process));
        let _ = writeln!(
            out,
            "  const int64_t *{name}{process} = column(folder, \"rank-{process}.{name}.npy\", {events});"
        );
    }
    for records in &plan.records {
        block(&mut out, plan, records);
    }
    out.push_str("  return 0;\n}\n");
    out
}

fn block(out: &mut String, plan: &Plan, records: &Records) {
    let reads = Reads::new(records);
    let _ = writeln!(out, "  puts(\"{}\");", string(&head(records)));
    let mut indent = 2;
    for (level, indices) in records.loops.iter().enumerate() {
        let (first, last) = (indices.first, indices.last);
        let _ = writeln!(out, "{:indent$}for (int64_t i{level} = {first}; i{level} <= {last}; i{level}++) {{", "");
        indent += 2;
    }
    let _ = writeln!(out, "{:indent$}{{", "");
    indent += 2;
    for (number, read) in reads.all.iter().enumerate() {
        let _ = writeln!(out, "{:indent$}const int64_t v{number} = {};", "", one(plan, records, read));
    }
    let _ = writeln!(out, "{:indent$}fputs(\"{}\", stdout);", "", string(&field(&records.label)));
    for level in 0..records.loops.len() {
        let _ = writeln!(out, "{:indent$}printf(\",%\" PRId64, i{level});", "");
    }
    for value in &records.values {
        let read = |read: &Read| format!("v{}", reads.number(read));
        let largest = |all: &[String]| {
            let mut all = all.iter();
            let first = all.next().cloned().unwrap_or_default();
            all.fold(first, |largest, next| format!("larger({largest}, {next})"))
        };
        let value = expression(value, read, largest);
        let _ = writeln!(out, "{:indent$}printf(\",%\" PRId64, (int64_t)({value}));", "");
    }
    let _ = writeln!(out, "{:indent$}putchar('\\n');", "");
    while indent > 2 {
        indent -= 2;
        let _ = writeln!(out, "{:indent$}}}", "");
    }
}

fn one(plan: &Plan, records: &Records, read: &Read) -> String {
    let Read { process, column, at, .. } = read;
    let (name, at) = (column.name(), formula(at));
    if !passes(plan, records, read) {
        return format!("{name}{process}[{at}]");
    }
    let events = plan.events(*process);
    let end = Column::End.name();
    format!("{at} < {events} ? {name}{process}[{at}] : {end}{process}[{}]", events.saturating_sub(1))
}

/// The inside of a string literal: bytes beyond plain ASCII as octal numbers.
fn string(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(byte.into());
            }
            // Two in a row may begin a trigraph.
            b' '..=b'~' if byte != b'?' => out.push(byte.into()),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out
}
