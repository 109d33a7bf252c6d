/** A table or figure of a paper beside ours: its title, what differs, and the rows. */
import type { ComponentChildren } from "preact";
import { keyed } from "../base/keyed";
import * as style from "./PaperParts.module.css";
import * as page from "./PaperPage.module.css";

export function PaperPart({ title, says, children }: { title: string; says: string; children: ComponentChildren }) {
  return (
    <section class={style.part} aria-label={title}>
      <h2>{title}</h2>
      <p class={style.note}>{says}</p>
      <div class={style.beside}>{children}</div>
    </section>
  );
}

interface TableProps {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Rows of this browser. */
  here?: readonly (readonly string[])[];
  /** Columns of text. */
  texts?: readonly number[];
  /** What stands above the titles, and over how many columns. */
  groups?: readonly (readonly [string, number])[];
}

export function PaperTable({ label, head, rows, here = [], texts = [0], groups = [] }: TableProps) {
  const columns = keyed(head, (name) => name);
  const side = (column: number) => (texts.includes(column) ? page.left : "");
  const row = (cells: readonly string[], of: string, at: number): JSX.Element => (
    <tr key={`${of} ${at}`} class={of}>
      {cells.map((cell, column) => (
        <td key={columns[column]?.key} class={side(column)}>
          {of === "" || column > 0 ? cell : `${cell} in this browser`}
        </td>
      ))}
    </tr>
  );
  return (
    <div class={page.scroll} role="region" aria-label={label} tabIndex={0}>
      <table class={page.table}>
        <thead>
          {groups.length > 0 && (
            <tr>
              {groups.map(([name, span]) =>
                name === "" ? (
                  <td key={name} colSpan={span} />
                ) : (
                  <th scope="colgroup" colSpan={span} class={style.group} key={name}>
                    {name}
                  </th>
                ),
              )}
            </tr>
          )}
          <tr>
            {columns.map(({ key, item }, column) => (
              <th scope="col" class={side(column)} key={key}>
                {item}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => row(cells, "", at))}
          {here.map((cells, at) => row(cells, style.ofHere, at))}
        </tbody>
      </table>
    </div>
  );
}
