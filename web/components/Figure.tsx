/** Small pieces of text: a sentence with figures that stand out, a term with its meaning. */
import type { ComponentChildren, JSX } from "preact";
import { unbroken } from "../base/format";
import type { Sentence } from "../engine/wire";

export function Words({ parts }: { parts: readonly Sentence[] }): JSX.Element {
  return <>{parts.map((part) => (part.strong ? <b>{unbroken(part.text)}</b> : unbroken(part.text)))}</>;
}

/** A name of a figure with what it means, shown on hover and read out. */
export function Term({ means, children }: { means: string; children: ComponentChildren }): JSX.Element {
  return <abbr title={means}>{children}</abbr>;
}
