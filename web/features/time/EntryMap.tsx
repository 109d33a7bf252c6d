/** The iterations of an inner loop: across each time it is entered, down its iterations. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { count } from "../../base/format";
import { Tip, type TipAt } from "../../components/Tip";
import type { IterationRow } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { drawEntries, type Measure } from "./draw";
import { inWords } from "./iterationWords";
import { useTime } from "./state";
import { strengthInWords } from "./Strip";
import * as strip from "./Strip.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";

/** With more iterations there is no map: each would have to be asked for. */
const MOST = 65_536;
const LARGEST = 240;
const ROW = 14;

interface Props {
  measure: Measure;
  selected: number | null;
  choose: (iteration: number, process: number | null) => void;
}

export function EntryMap({ measure, selected, choose }: Props) {
  const { themes } = useWorkspace();
  const time = useTime();
  const canvas = useRef<HTMLCanvasElement>(null);
  const rows = useSignal<readonly IterationRow[]>([]);
  const tip = useSignal<TipAt | null>(null);
  const known = time.iterations.value;
  const each = known?.count ?? 0;
  const isInner = known !== null && known.entered > 1 && each > 1 && known.iterations <= MOST;
  const height = Math.min(LARGEST, each * ROW);
  useEffect(() => {
    let gone = false;
    rows.value = [];
    if (isInner) void time.everyRow(time.process.value === null ? [] : [time.process.value]).then((tracks) => !gone && (rows.value = tracks[0]?.rows ?? []));
    return () => void (gone = true);
  }, [known, time.process.value]);
  useEffect(() => {
    if (canvas.current && isInner) drawEntries(canvas.current, rows.value, measure, { width: time.width.value, height, each, selected });
  }, [rows.value, measure, selected, time.width.value, themes.theme.value]);
  if (!known || !isInner) return null;
  const at = (event: MouseEvent): IterationRow | undefined => {
    const { clientWidth } = event.currentTarget as HTMLElement;
    const entry = Math.min(known.entered - 1, Math.floor((event.offsetX / Math.max(1, clientWidth)) * known.entered));
    return rows.value[entry * each + Math.min(each - 1, Math.floor((event.offsetY / height) * each))];
  };
  const move = (event: MouseEvent) => {
    const row = at(event);
    if (!row) return void (tip.value = null);
    const { title, detail } = inWords(known, row, time.process.value ?? undefined, measure, time.meanOf.value);
    const place = `number ${count((row.index % each) + 1)} of ${count(each)}, time ${count(Math.floor(row.index / each) + 1)} of ${count(known.entered)}`;
    tip.value = { title: `${title}: ${place}`, detail, x: event.offsetX, y: event.offsetY, width: (event.currentTarget as HTMLElement).clientWidth };
  };
  return (
    <>
      <div class={layout.head}>
        <h2>Each time it is entered</h2>
        <span class={prose.aside}>
          across: {count(known.entered)} times; down: its {count(each)} iterations, the first on top; {strengthInWords([rows.value], measure)}
        </span>
      </div>
      <figure class={strip.map} aria-busy={rows.value.length === 0}>
        <canvas
          ref={canvas}
          data-testid="entries"
          data-rows={rows.value.length}
          aria-hidden="true"
          style={{ height: `${height}px` }}
          onPointerMove={move}
          onPointerLeave={() => (tip.value = null)}
          onClick={(event) => {
            const row = at(event);
            if (row) choose(row.index, null);
          }}
        />
        {tip.value && <Tip at={tip.value} />}
      </figure>
    </>
  );
}
