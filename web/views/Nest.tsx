/** The nest of one process: the sentence, the ribbon, the loops. */
import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { Words } from "../components/Figure";
import { details, failure, row, shown } from "../state/store";
import { Empty } from "./Empty";
import { Gallery } from "./Gallery";
import { Legend } from "./Legend";
import { Ribbon } from "./Ribbon";

export function Nest(): JSX.Element | null {
  const reply = useComputed(() => {
    const known = details.value;
    const is = known && known.handle === shown.value?.handle && known.reply.process === row.value?.process;
    return is ? known.reply : null;
  });
  const now = shown.value;
  if (!now) return null;
  const said = reply.value;
  const empty = said !== null && said.loops.length === 0 && !now.partial;
  return (
    <>
      <p class="sentence">
        {failure.value && <span class="quiet">Still here: {now.name}. </span>}
        {now.partial && <span class="quiet">So far: </span>}
        {said && <Words parts={said.sentence} />}
      </p>
      <Ribbon />
      <Legend />
      {empty && <Empty summary={now.summary} suggestions={said.suggestions} />}
      <Gallery />
    </>
  );
}
