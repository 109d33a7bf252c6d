/** Small pieces of text: a sentence with bold figures, a term with its meaning. */
import type { ComponentChildren } from "preact";
import { unbroken } from "../base/format";
import { keyed } from "../base/keyed";
import type { Sentence } from "../engine/wire";

export function Words({ parts }: { parts: readonly Sentence[] }) {
  return <>{keyed(parts, ({ text }) => text).map(({ key, item }) => (item.strong ? <b key={key}>{unbroken(item.text)}</b> : unbroken(item.text)))}</>;
}

/** A name of a figure with what it means, shown on hover and read out. */
export function Term({ means, children }: { means: string; children: ComponentChildren }) {
  return <abbr title={means}>{children}</abbr>;
}
