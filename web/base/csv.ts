/**
 * Comma-separated values as RFC 4180 has them, with CRLF line ends, which every spreadsheet reads. Text that a spreadsheet
 * would run as a formula gets an apostrophe in front; numbers are never touched (`crate/formats/src/input/spreadsheet.rs`).
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

function cell(value: string | number): string {
  const text = typeof value === "number" ? String(value) : guarded(value);
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One apostrophe more in front of what begins like a formula, also behind apostrophes of its own. */
function guarded(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
