/**
 * Long lists of rows on their way from the worker to the page: as one array for each column, which moves. To copy the objects of 20,000
 * processes keeps the page from its work for 30 ms and more, and so does making all of them anew. So a row reads its fields from the
 * columns: it has them as an object has them, but cannot be spread.
 */
import type { FromFiles, FromWorker } from "./protocol";

/** A field of all rows. */
interface Column {
  name: string;
  /** Its values; where there are `texts` or `rows`, their places; not a number where the field is undefined. */
  numbers: Float64Array<ArrayBuffer>;
  /** The different values, if they are no numbers. */
  texts: readonly unknown[] | undefined;
  /** The objects. */
  rows: Rows | undefined;
}

/** Rows that all have the same fields. */
interface Rows {
  length: number;
  columns: Column[];
  /** Whether they are arrays. */
  arrays: boolean;
}

/** A message whose long lists come beside it. */
export type Packed<Message extends FromWorker | FromFiles = FromWorker | FromFiles> = Message & { lists?: Rows[] };

/** An object of a message, and the fields that are long lists of rows. */
type Lists = readonly [of: object, ...fields: string[]];

function lists<T extends object>(of: T, ...fields: (keyof T & string)[]): Lists {
  return [of, ...fields];
}

const NONE = lists({});

/** What grows with the processes. */
function listsOf(message: FromWorker | FromFiles): Lists {
  if (message.type === "done") return lists(message.summary, "processes");
  if (message.type === "task") return message.report.type === "finished" && message.report.result.kind === "model" ? lists(message.report.result, "eventsOf") : NONE;
  if (message.type !== "answer") return NONE;
  const { reply } = message;
  if (reply.type === "summary") return lists(reply.summary, "processes");
  return reply.type === "modelPart" ? lists(reply, "cells", "events") : NONE;
}

/** Takes the long lists out of a message. Adds to `transfer` what is to be moved. */
export function pack(message: FromWorker | FromFiles, transfer: Transferable[]): Packed {
  const [of, ...fields] = listsOf(message);
  if (fields.length === 0) return message;
  const taken = fields.map((field) => {
    const rows = packRows(Reflect.get(of, field) as object[], transfer);
    Reflect.set(of, field, []);
    return rows;
  });
  return { ...message, lists: taken };
}

/** Puts the lists of a message back. */
export function unpack<Message extends FromWorker | FromFiles>(message: Packed<Message>): Message {
  const [of, ...fields] = listsOf(message);
  fields.forEach((field, at) => {
    const rows = message.lists?.[at];
    if (rows) Reflect.set(of, field, unpackRows(rows));
  });
  return message;
}

function packRows(rows: readonly object[], transfer: Transferable[]): Rows {
  const [first = {}] = rows;
  const columns = Object.keys(first).map((name) => columnOf(name, rows.map((row) => Reflect.get(row, name) as unknown), transfer));
  return { length: rows.length, columns, arrays: Array.isArray(first) };
}

function columnOf(name: string, values: readonly unknown[], transfer: Transferable[]): Column {
  const known = values.filter((value) => value !== undefined);
  const areObjects = typeof known[0] === "object";
  const texts = areObjects || known.every((value) => typeof value === "number") ? undefined : new Map([...new Set(known)].map((value, at) => [value, at]));
  let objects = 0;
  const placeOf = (value: unknown): unknown => {
    if (value === undefined) return Number.NaN;
    return areObjects ? objects++ : (texts?.get(value) ?? value);
  };
  const numbers = Float64Array.from(values, (value) => Number(placeOf(value)));
  transfer.push(numbers.buffer);
  return { name, numbers, texts: texts && [...texts.keys()], rows: areObjects ? packRows(known as object[], transfer) : undefined };
}

const PLACE = Symbol("place");

function unpackRows({ length, columns, arrays }: Rows): unknown[] {
  class Row {
    readonly [PLACE]: number;
    constructor(place: number) {
      this[PLACE] = place;
    }
  }
  const readers = columns.map(({ name, numbers, texts, rows }) => {
    const objects = rows && unpackRows(rows);
    const others = texts ?? objects;
    const read = (place: number): unknown => {
      const number = numbers[place] ?? Number.NaN;
      // Nothing compares equal to what is not a number.
      if (number !== number) return undefined;
      return others ? others[number] : number;
    };
    Object.defineProperty(Row.prototype, name, {
      enumerable: true,
      get(this: Row) {
        return read(this[PLACE]);
      },
    });
    return read;
  });
  return Array.from({ length }, (_, place) => (arrays ? readers.map((read) => read(place)) : new Row(place)));
}
