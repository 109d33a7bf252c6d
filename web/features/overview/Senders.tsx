/** The channels with the most messages. */
import { useMemo } from "preact/hooks";
import { counted } from "../../base/format";
import type { MatrixCell } from "../../engine/wire";
import * as style from "./neighbours.module.css";
import * as prose from "../../components/prose.module.css";

/** Channels that are listed. */
const LISTED = 6;

/** What is to be known of the channels that are not listed, if `equal` of all carry most. */
export function othersInWords(equal: number, all: number): string {
  const others = all - Math.max(equal, LISTED);
  if (equal > LISTED) return `${counted(equal, "channel")} in all carry that many.${others > 0 ? ` ${counted(others, "other channel")} carry fewer.` : ""}`;
  return others > 0 ? `${counted(others, "other channel")} carry no more than the last of these.` : "";
}

export function Senders({ cells }: { cells: readonly MatrixCell[] }) {
  const sorted = useMemo(() => [...cells].sort((a, b) => b.messages - a.messages || a.from - b.from || a.to - b.to), [cells]);
  const most = sorted[0]?.messages ?? 0;
  const equal = cells.filter(({ messages }) => messages === most).length;
  if (equal > LISTED && equal === cells.length) return <p class={prose.quiet}>All {counted(equal, "channel")} carry the same number: {counted(most, "message")}.</p>;
  return (
    <>
      <dl class={style.senders}>
        {sorted.slice(0, LISTED).map(({ from, to, messages }) => (
          <div key={`${from}-${to}`}>
            <dt>
              {from} → {to}
            </dt>
            <dd>{counted(messages, "message")}</dd>
          </div>
        ))}
      </dl>
      <p class={prose.aside}>{othersInWords(equal, cells.length)}</p>
    </>
  );
}
