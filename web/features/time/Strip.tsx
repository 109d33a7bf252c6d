/** The iterations of the selected loop as columns: pointer and arrow keys say their figures, a click selects one. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { bytes, count, counted, span } from "../../base/format";
import { alongBy } from "../../base/keys";
import { Tip, type TipAt } from "../../components/Tip";
import { useWidth } from "../../components/usePicture";
import type { IterationRow, IterationTrack } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { columnOf } from "./columns";
import { figuresOf } from "./details";
import { linesOf } from "../../components/plot";
import { drawMap, drawMarks, drawStrip, markHeight, type Measure, rangeOf, topOf } from "./draw";
import { inWords } from "./iterationWords";
import { unitOf } from "./rounds";
import { groupsOf, useTime } from "./state";
import { meanOfProcesses } from "./words";
import * as style from "./Strip.module.css";
import * as prose from "../../components/prose.module.css";

/** The height of the marks of groups. */
const MARKS = 10;
/** Half of the room that the label of the median takes on the axis: values of the axis within it are left out. */
const MEDIAN_PX = 24;

interface Props {
  height: number;
  measure: Measure;
  /** Whether marks below the columns say which group of about the same duration each is of. */
  grouped?: boolean;
  selected: number | null;
  choose: (iteration: number, process: number | null) => void;
}

/** What is shown strongly: `1.20 ms to 98.0 ms, stronger for more`. */
export function strengthInWords(rows: readonly (readonly IterationRow[])[], measure: Measure): string {
  const [least, most] = rangeOf(rows, measure);
  const what = measure === "waits" ? "waits of " : "";
  return least < most ? `${what}${axisText(least, measure)} to ${axisText(most, measure)}, stronger for more` : "";
}

/** A value of the axis. */
function axisText(value: number, measure: Measure): string {
  return measure === "bytes" ? bytes(value) : measure === "events" ? count(value) : span(value);
}

/** What the columns are of. */
function shownOf(process: number | null, meanOf: number, measure: Measure): string {
  if (process !== null) return `process ${process}`;
  if (meanOf === 0) return "";
  return measure === "duration" ? `columns: ${meanOfProcesses(meanOf)}; the line above each: the slowest process, dotted: its median` : meanOfProcesses(meanOf);
}

/** Where something is drawn by rows of iterations: the row under the pointer, and steps by keys. */
function useColumns({ selected, choose, measure }: Omit<Props, "height">, tracks: readonly IterationTrack[], pitch: number) {
  const time = useTime();
  const tip = useSignal<TipAt | null>(null);
  const at = (event: MouseEvent): { row: IterationRow; process: number | undefined } | null => {
    const canvas = event.currentTarget as HTMLElement;
    const track = tracks[pitch > 0 ? Math.min(tracks.length - 1, Math.floor(event.offsetY / pitch)) : 0];
    const row = track?.rows[Math.floor((event.offsetX / Math.max(1, canvas.clientWidth)) * track.rows.length)];
    return row && track ? { row, process: track.process } : null;
  };
  return {
    tip,
    move: (event: MouseEvent): void => {
      const found = at(event);
      const width = (event.currentTarget as HTMLElement).clientWidth;
      tip.value = found ? { ...inWords(time.iterations.value ?? { places: [] }, found.row, found.process, measure, found.process === undefined ? time.meanOf.value : 0), x: event.offsetX, y: event.offsetY, width } : null;
    },
    leave: (): void => void (tip.value = null),
    click: (event: MouseEvent): void => {
      const found = at(event);
      if (found) choose(found.row.index, found.process ?? null);
    },
    key: (event: KeyboardEvent): void => {
      const by = alongBy(event);
      const rows = tracks[0]?.rows ?? [];
      if (by === 0 || rows.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      const now = columnOf(rows, selected);
      const next = rows[now < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, now + by * (event.shiftKey ? 10 : 1)))];
      if (next) choose(next.index, null);
    },
  };
}

export function Strip({ height, measure, grouped = true, selected, choose }: Props) {
  const { themes } = useWorkspace();
  const time = useTime();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const known = time.iterations.value;
  const track = time.tracks.value?.shown;
  const means = time.meanOf.value > 0;
  const rows = track?.rows ?? [];
  const at = useColumns({ measure, selected, choose }, track ? [track] : [], 0);
  const all = time.tracks.value?.all;
  const median = useMemo(() => (measure === "duration" && all ? figuresOf(all).median : null), [all, measure]);
  const top = topOf(rows, measure);
  const heightAt = (value: number) => Math.round(height - (value / top) * height);
  const medianAt = median !== null && median > 0 ? heightAt(median) : null;
  useWidth(box, time.width);
  useEffect(() => {
    if (!canvas.current || time.width.value <= 0) return;
    const starts = known?.places.slice(1).map(({ from }) => columnOf(rows, from)) ?? [];
    drawStrip(canvas.current, rows, { starts, width: time.width.value, height, measure, median, marked: columnOf(rows, selected), means });
  }, [track, measure, selected, height, time.width.value, themes.theme.value]);
  const marks = useRef<HTMLCanvasElement>(null);
  const groups = grouped && measure === "duration" && time.process.value === null ? (groupsOf(time)?.groups ?? []) : [];
  useEffect(() => {
    if (!marks.current || time.width.value <= 0) return;
    const heightOf = ({ period }: IterationRow) => markHeight(Math.max(0, groups.findLastIndex(({ from }) => period >= from)), groups.length);
    drawMarks(marks.current, rows, time.width.value, MARKS, heightOf);
  }, [track, measure, groups.length, time.width.value, themes.theme.value]);
  const last = known?.iterations ?? 0;
  return (
    <figure class={style.strip} ref={box} aria-busy={!track}>
      <p class={prose.aside} data-testid="columns-of">
        {[measure, shownOf(time.process.value, time.meanOf.value, measure)].filter(Boolean).join("; ")}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrows move over a picture; what they select is read out. */}
      <div class={style.plot} tabIndex={0} role="group" aria-label={`${counted(last, known ? unitOf(known) : "iteration")} by ${measure}; the left and right arrow keys select one`} onKeyDown={at.key}>
        <canvas
          ref={canvas}
          data-testid="iterations"
          data-rows={rows.length}
          aria-hidden="true"
          style={{ height: `${height}px` }}
          onPointerMove={at.move}
          onPointerLeave={at.leave}
          onClick={at.click}
        />
        {rows.length > 0 &&
          linesOf(top).filter((value) => medianAt === null || Math.abs(heightAt(value) - medianAt) >= MEDIAN_PX).map((value) => (
            <span key={value} class={style.value} aria-hidden="true" style={{ top: `${heightAt(value)}px` }}>
              {axisText(value, measure)}
            </span>
          ))}
        {median !== null && medianAt !== null && (
          <span class={`${style.value} ${style.median}`} aria-hidden="true" style={{ top: `${medianAt}px` }}>
            median
            <br />
            {span(median)}
          </span>
        )}
        {groups.length > 0 && <canvas ref={marks} data-testid="marks" aria-hidden="true" style={{ height: `${MARKS}px`, marginTop: "3px" }} />}
      </div>
      <figcaption>
        <span>1</span>
        <span>{known ? unitOf(known) : "iteration"}</span>
        <span>{count(last)}</span>
      </figcaption>
      {at.tip.value && <Tip at={at.tip.value} />}
    </figure>
  );
}

/** The same by process. */
export function IterationMap({ measure, selected, process, choose }: Omit<Props, "height"> & { process: number | null }) {
  const { themes } = useWorkspace();
  const time = useTime();
  const canvas = useRef<HTMLCanvasElement>(null);
  const tracks = time.tracks.value?.processes ?? [];
  const pitch = tracks.length > 16 ? 8 : 18;
  const at = useColumns({ measure, selected, choose }, tracks, pitch);
  useEffect(() => {
    time.mapped.value = true;
    return () => void (time.mapped.value = false);
  }, []);
  useEffect(() => {
    if (!canvas.current || tracks.length === 0) return;
    drawMap(canvas.current, tracks, measure, time.width.value, pitch, { column: columnOf(tracks[0]?.rows ?? [], selected), process });
  }, [tracks, measure, selected, process, time.width.value, themes.theme.value]);
  const every = Math.max(1, Math.ceil(tracks.length / 16));
  return (
    <figure class={style.map} aria-busy={tracks.length === 0}>
      <div class={style.numbers} aria-hidden="true">
        {tracks.map((track, index) => (
          <span key={track.process} style={{ height: `${pitch}px` }}>
            {index % every === 0 ? track.process : ""}
          </span>
        ))}
      </div>
      <canvas
        ref={canvas}
        data-testid="map"
        data-rows={tracks.length}
        aria-hidden="true"
        style={{ height: `${pitch * tracks.length}px` }}
        onPointerMove={at.move}
        onPointerLeave={at.leave}
        onClick={at.click}
      />
      {at.tip.value && <Tip at={at.tip.value} />}
    </figure>
  );
}
