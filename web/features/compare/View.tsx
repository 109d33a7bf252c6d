/** All methods on one process: their figures, their loops on one axis, and where they differ. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { figureRows, tableOf, verdict, whereIs } from "./rows";
import { LinkButton, OutlinedButton } from "../../components/Buttons";
import { NeedsTrace } from "../../components/NeedsTrace";
import { csv } from "../../base/csv";
import { count, counted, listed, percent, seconds as duration, unbroken } from "../../base/format";
import type { DifferentPlace, Hit, MethodFigures, PlaceSide } from "../../engine/wire";
import { fontsReady, paint } from "../../components/canvas";
import { Term } from "../../components/Figure";
import { saveBlob } from "../../components/save";
import { Tip, type TipAt } from "../../components/Tip";
import { useWidth } from "../../components/usePicture";
import { UnderWay } from "../../components/UnderWay";
import type { Shown } from "../../workspace/selection";
import type { TaskFinished, TaskRunning } from "../../workspace/task";
import { useWorkspace, type Workspace } from "../../workspace/workspace";
import { useCompare } from "./state";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as controls from "../../components/controls.module.css";
import * as tabular from "../../components/tabular.module.css";
import * as style from "./style.module.css";

/** Places that are in the page at first. */
const PORTION = 12;

export function Compare() {
  const { screen } = useWorkspace();
  const { finished, running, problem, says } = useCompare();
  const done = finished.value;
  useEffect(() => {
    screen.sheetSays.value = says;
    return () => void (screen.sheetSays.value = null);
  }, []);
  const nothing = ({ summary }: Shown): string =>
    `This file holds loops that the method ${summary.options.method} found, not the trace itself. Open the trace to compare the methods on it.`;
  return (
    <NeedsTrace
      withoutTrace={{ title: "There is nothing to compare", text: nothing }}
      reading="The methods can be compared once the whole trace is read."
      failed={{ title: "The methods cannot be compared", problem: problem.value }}
    >
      {({ name, summary }) => {
        if (!done) return running.value?.visible && <Busy work={running.value} />;
        return <Result key={done.result.process} done={done} name={name} noun={summary.noun} />;
      }}
    </NeedsTrace>
  );
}

function Busy({ work: { done, total, request } }: { work: TaskRunning<"compare"> }) {
  return (
    <UnderWay label="Comparing" counts="Methods compared so far" share={total > 0 ? done / total : undefined}>
      Comparing the methods on <b>process {request.process}</b>
      {total > 0 && <span class={prose.quiet}> {`${count(done)} of ${count(total)} done`}</span>}
    </UnderWay>
  );
}

interface ResultProps {
  done: TaskFinished<"compare">;
  name: string;
  noun: string;
}

function Result({ done, name, noun }: ResultProps) {
  const { toast } = useWorkspace();
  const { result: comparison } = done;
  const save = () => {
    saveBlob(toast, new Blob([csv(tableOf(comparison, done.seconds.parts))], { type: "text/csv" }), `${name}-process-${comparison.process}-methods.csv`);
  };
  return (
    <section aria-label="The methods side by side">
      <p class={layout.sentence} data-testid="sentence">
        {[verdict(comparison, noun), unbroken(comparison.apart)].filter(Boolean).join(" ")}
      </p>
      <div class={layout.tableHead}>
        <h2>Process {comparison.process}</h2>
        <span class={prose.aside}>
          {counted(comparison.events, noun)}
          {comparison.methods.some(({ best }) => best.length > 0) && "; the best figures are bold"}
        </span>
        <LinkButton onClick={save}>
          CSV
        </LinkButton>
      </div>
      <div class={layout.scrollsWhenNarrow}>
        <Figures done={done} noun={noun} />
      </div>
      <Aligned done={done} />
      <Places done={done} noun={noun} />
    </section>
  );
}

function Figures({ done, noun }: { done: TaskFinished<"compare">; noun: string }) {
  const { traces } = useWorkspace();
  const { methods } = done.result;
  const chosen = traces.options.value?.method;
  const givenUp = methods.some(({ complete }) => !complete);
  return (
    <table class={tabular.table}>
      <thead>
        <tr>
          <td />
          {methods.map(({ method, sameAs }) => (
            <th key={method} scope="col" aria-current={method === chosen ? "true" : undefined}>
              {method}
              <span class={tabular.sameAs}>{sameAs === method ? "" : `as ${sameAs}`}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figureRows(noun).map(({ name, means, ranked, of }) => (
          <tr key={name}>
            <th scope="row">
              <Term means={means}>{name}</Term>
            </th>
            {methods.map((figures) => {
              if (figures.refused !== "") return <td key={figures.method}>–</td>;
              const best = ranked !== undefined && figures.best.includes(ranked);
              return (
                <td key={figures.method} class={best ? tabular.best : ""}>
                  {of(figures)}
                  {best && <span class={prose.hidden}> (best)</span>}
                </td>
              );
            })}
          </tr>
        ))}
        {givenUp && (
          <tr>
            <th scope="row">
              <Term means="Where a search takes too much work, the best result of the other methods is used">search</Term>
            </th>
            {methods.map(({ method, complete }) => (
              <td key={method}>{complete ? "complete" : "given up"}</td>
            ))}
          </tr>
        )}
        <tr class={tabular.took}>
          <th scope="row">
            <Term means="How long it took just now, in this browser; not a part of the result">time</Term>
          </th>
          {methods.map(({ method }) => (
            <td key={method}>{duration(done.seconds.parts[method] ?? 0)}</td>
          ))}
        </tr>
      </tbody>
      <Uses methods={methods} chosen={chosen} />
    </table>
  );
}

/** The buttons that take one of the methods. */
function Uses({ methods, chosen }: { methods: readonly MethodFigures[]; chosen: string | undefined }) {
  const { opener, screen } = useWorkspace();
  return (
    <tfoot>
      <tr>
        <td />
        {methods.map(({ method, refused }) => (
          <td key={method}>
            {method === chosen ? (
              <span class={prose.aside}>in use</span>
            ) : (
              <OutlinedButton
                disabled={refused !== ""}
                title={refused || `Find the loops of all processes with ${method}`}
                aria-label={`Use ${method}`}
                onClick={() => opener.configure({ method })}
              >
                {screen.narrow.value ? "use" : "use this"}
              </OutlinedButton>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** The loops of every method on one axis. */
function Aligned({ done }: { done: TaskFinished<"compare"> }) {
  const { screen, traces, choose } = useWorkspace();
  const compare = useCompare();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const picture = compare.picture.value;
  const made = done.result.methods.filter(({ refused }) => refused === "");
  const chosen = made.findIndex(({ method }) => method === traces.options.value?.method);

  useWidth(box, compare.width);

  useEffect(() => {
    tip.value = null;
    let gone = false;
    void fontsReady.then(() => {
      if (!gone && canvas.current && picture) paint(canvas.current, picture);
    });
    return () => void (gone = true);
  }, [picture]);

  const at = (event: MouseEvent): Hit | undefined =>
    picture?.hits.findLast(({ x, y, w, h }) => event.offsetX >= x && event.offsetX <= x + w && event.offsetY >= y && event.offsetY <= y + h);
  const canOpen = (hit: Hit | undefined): hit is Hit => hit !== undefined && hit.strip === chosen && hit.loop > 0 && hit.item >= 0;
  const open = (hit: Hit | undefined) => {
    if (!canOpen(hit)) return;
    choose.place(hit.loop, [{ item: hit.item, iteration: 0 }]);
    screen.show("nest");
  };
  return (
    <figure class={style.aligned} ref={box} aria-label="The loops of every method on the same axis" aria-busy={!picture}>
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-testid="aligned"
        style={{ height: picture ? `${picture.height}px` : `${made.length * 77 + 40}px`, width: picture ? `${picture.width}px` : "100%" }}
        onPointerMove={(event) => {
          const hit = at(event);
          event.currentTarget.style.cursor = canOpen(hit) ? "pointer" : "";
          const width = box.current?.clientWidth ?? 0;
          tip.value = hit?.title ? { title: hit.title, detail: hit.detail, x: event.offsetX, y: event.offsetY, width } : null;
        }}
        onPointerLeave={() => (tip.value = null)}
        onClick={(event) => open(at(event))}
      />
      {tip.value && <Tip at={tip.value} />}
      <ol class={prose.hidden} aria-label="Loops at the top level, by method">
        {made.map(({ method }, index) => (
          <li key={method}>
            {method}
            <ul>
              {picture?.hits
                .filter((hit) => hit.strip === index && hit.kind === "loop" && hit.item >= 0)
                .map((hit) => <li key={hit.item}>{`${hit.title}. ${hit.detail}`}</li>)}
            </ul>
          </li>
        ))}
      </ol>
    </figure>
  );
}

function Places({ done, noun }: { done: TaskFinished<"compare">; noun: string }) {
  const limit = useSignal(PORTION);
  const { places, different } = done.result;
  if (places.length === 0) return null;
  return (
    <section class={style.places} aria-label="Where they differ">
      <div class={style.title}>
        <h2>Where they differ</h2>
        <span class={prose.quiet}>{different === 1 ? "in one way" : `in ${count(different)} ways`}</span>
      </div>
      <ol>
        {places.slice(0, limit.value).map((place) => (
          <Place key={`${place.first}-${place.last}-${place.inside.length}`} place={place} noun={noun} />
        ))}
      </ol>
      {places.length > limit.value && (
        <button type="button" class={`${controls.button} ${controls.outlined} ${layout.more}`} onClick={() => (limit.value += PORTION * 3)}>
          Show more: {counted(places.length - limit.value, "place")}
        </button>
      )}
      {different > places.length && limit.value >= places.length && (
        <p class={prose.aside}>
          The first {count(places.length)} of {count(different)}.
        </p>
      )}
    </section>
  );
}

function Place({ place, noun }: { place: DifferentPlace; noun: string }) {
  const workspace = useWorkspace();
  const { traces } = workspace;
  const method = traces.options.value?.method ?? "";
  const more = place.more > 0 ? `, and ${counted(place.more, "place")} like it` : "";
  return (
    <li class={style.place}>
      <p class={style.where}>
        <span>
          <b>{whereIs(place, noun)}</b>
          <span class={prose.quiet}>
            {more}
            {more ? "; " : ", "}
            {percent(place.share)} of the trace
          </span>
        </span>
        <LinkButton aria-label={`Show ${whereIs(place, noun)} in the nest`} onClick={() => showPlace(place, method, workspace)}>
          show in the nest
        </LinkButton>
      </p>
      <p class={style.says}>{unbroken(place.sentence)}</p>
      <div class={style.sides}>
        {place.sides.map((side) => (
          <Side key={side.methods.join()} side={side} own={side.methods.some((name) => name === method)} />
        ))}
      </div>
    </li>
  );
}

function Side({ side, own }: { side: PlaceSide; own: boolean }) {
  return (
    <div class={style.sideText} data-own={own}>
      <p>
        <b>{listed(side.methods)}</b>
        <span class={prose.quiet}>
          {counted(side.items, "item")}
          {side.leftOut > 0 && `; ${counted(side.leftOut, "item")} not shown`}
        </span>
      </p>
      <code>{side.text}</code>
    </div>
  );
}

/** Goes to a place in the nest of the method in use: to its largest loop there, or to the stretch itself. */
function showPlace(place: DifferentPlace, method: string, { choose, screen, selection }: Workspace): void {
  const side = place.sides.find(({ methods }) => methods.some((name) => name === method));
  const target = side?.targets[side.methods.findIndex((name) => name === method)];
  if (target && target.loop > 0) choose.place(target.loop, target.path);
  else {
    // Some events on either side, so that the place can be recognised.
    const around = Math.max(2, (place.last - place.first + 1) / 2);
    const end = selection.row.value?.events ?? place.last + 1;
    selection.setView({ loop: 0, path: [], zoom: [[Math.max(0, place.first - around), Math.min(end, place.last + 1 + around)]] });
  }
  screen.show("nest");
}
