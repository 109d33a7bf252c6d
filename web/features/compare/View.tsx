/** All methods on one process: their figures, their loops on one axis, and where they differ. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { figureRows, tableOf, verdict, whereIs } from "./rows";
import { Instead } from "../../components/Instead";
import { csv } from "../../base/csv";
import { count, counted, listed, percent, seconds as duration, unbroken } from "../../base/format";
import type { DifferentPlace, Hit, PlaceSide } from "../../engine/wire";
import { fontsReady, paint } from "../../components/canvas";
import { Term } from "../../components/Figure";
import { saveBlob } from "../../components/save";
import { Tip, type TipAt } from "../../components/Tip";
import { UnderWay } from "../../components/UnderWay";
import { choosePlace } from "../../workspace/choose";
import { alignedPicture, alignedWidth, compared, comparing, comparisonRefused } from "./state";
import { configure } from "../../workspace/open";
import { narrow, tab } from "../../workspace/screen";
import { lookAt, opening, options, row, shown } from "../../workspace/store";
import type { TaskFinished, TaskRunning } from "../../workspace/task";
import { line } from "../../components/Failed";

/** Places that are in the page at first. */
const PORTION = 12;

export function Compare(): JSX.Element | null {
  const now = shown.value;
  if (!now) return null;
  if (now.summary.source === "nests") {
    return (
      <Instead title="There is nothing to compare">
        This file holds loops that the method {now.summary.options.method} found, not the trace itself. Open the trace to compare the
        methods on it.
      </Instead>
    );
  }
  if (now.partial || opening.value) return <p class="sentence quiet">The methods can be compared once the whole trace is read.</p>;
  const refused = comparisonRefused.value;
  if (refused) return <Instead title="The methods cannot be compared">{line(refused)}</Instead>;
  const done = compared.value;
  if (!done) return comparing.value?.visible ? <Busy work={comparing.value} /> : null;
  return <Result key={done.result.process} done={done} name={now.name} noun={now.summary.noun} />;
}

function Busy({ work: { done, total, request } }: { work: TaskRunning<"compare"> }): JSX.Element {
  return (
    <UnderWay label="Comparing" counts="Methods compared so far" share={total > 0 ? done / total : undefined}>
      Comparing the methods on <b>process {request.process}</b>
      {total > 0 && <span class="quiet"> {`${count(done)} of ${count(total)} done`}</span>}
    </UnderWay>
  );
}

interface ResultProps {
  done: TaskFinished<"compare">;
  name: string;
  noun: string;
}

function Result({ done, name, noun }: ResultProps): JSX.Element {
  const { result: comparison } = done;
  const save = (): void => {
    saveBlob(new Blob([csv(tableOf(comparison, done.seconds.parts))], { type: "text/csv" }), `${name}-process-${comparison.process}-methods.csv`);
  };
  return (
    <section aria-label="The methods side by side" class="compare">
      <p class="sentence">
        {[verdict(comparison, noun), unbroken(comparison.apart)].filter(Boolean).join(" ")}
      </p>
      <div class="table-head">
        <h2>Process {comparison.process}</h2>
        <span class="small quiet">
          {counted(comparison.events, noun)}
          {comparison.methods.some(({ best }) => best.length > 0) && "; the best figures are bold"}
        </span>
        <button type="button" class="link" onClick={save}>
          CSV
        </button>
      </div>
      <div class="scroll-narrow">
        <Figures done={done} noun={noun} />
      </div>
      <Aligned done={done} />
      <Places done={done} noun={noun} />
    </section>
  );
}

function Figures({ done, noun }: { done: TaskFinished<"compare">; noun: string }): JSX.Element {
  const { methods } = done.result;
  const chosen = options.value?.method;
  const givenUp = methods.some(({ complete }) => !complete);
  return (
    <table class="methods">
      <thead>
        <tr>
          <td />
          {methods.map(({ method, sameAs }) => (
            <th key={method} scope="col" aria-current={method === chosen ? "true" : undefined}>
              {method}
              <span class="as">{sameAs === method ? "" : `as ${sameAs}`}</span>
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
                <td key={figures.method} class={best ? "best" : ""}>
                  {of(figures)}
                  {best && <span class="hidden"> (best)</span>}
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
        <tr class="took">
          <th scope="row">
            <Term means="How long it took just now, in this browser; not a part of the result">time</Term>
          </th>
          {methods.map(({ method }) => (
            <td key={method}>{duration(done.seconds.parts[method] ?? 0)}</td>
          ))}
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <td />
          {methods.map(({ method, refused }) => (
            <td key={method}>
              {method === chosen ? (
                <span class="small quiet">in use</span>
              ) : (
                <button
                  type="button"
                  class="button edge"
                  disabled={refused !== ""}
                  title={refused || `Find the loops of all processes with ${method}`}
                  aria-label={`Use ${method}`}
                  onClick={() => configure({ method })}
                >
                  {narrow.value ? "use" : "use this"}
                </button>
              )}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

/** The loops of every method on one axis. */
function Aligned({ done }: { done: TaskFinished<"compare"> }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const picture = alignedPicture.value;
  const made = done.result.methods.filter(({ refused }) => refused === "");
  const chosen = made.findIndex(({ method }) => method === options.value?.method);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => void (alignedWidth.value = Math.floor(element.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => {
      observer.disconnect();
      alignedWidth.value = 0;
    };
  }, []);

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
  const open = (hit: Hit | undefined): void => {
    if (!canOpen(hit)) return;
    choosePlace(hit.loop, [{ item: hit.item, iteration: 0 }]);
    tab.value = "nest";
  };
  return (
    <figure class="aligned" ref={box} aria-label="The loops of every method on the same axis" aria-busy={!picture}>
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
      <ol class="hidden" aria-label="Loops at the top level, by method">
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

function Places({ done, noun }: { done: TaskFinished<"compare">; noun: string }): JSX.Element | null {
  const limit = useSignal(PORTION);
  const { places, different } = done.result;
  if (places.length === 0) return null;
  return (
    <section class="places" aria-label="Where they differ">
      <div class="title">
        <h2>Where they differ</h2>
        <span class="quiet">{different === 1 ? "in one way" : `in ${count(different)} ways`}</span>
      </div>
      <ol>
        {places.slice(0, limit.value).map((place) => (
          <Place key={`${place.first}-${place.last}-${place.inside.length}`} place={place} noun={noun} />
        ))}
      </ol>
      {places.length > limit.value && (
        <button type="button" class="button edge more" onClick={() => (limit.value += PORTION * 3)}>
          Show more: {counted(places.length - limit.value, "place")}
        </button>
      )}
      {different > places.length && limit.value >= places.length && (
        <p class="small quiet">
          The first {count(places.length)} of {count(different)}.
        </p>
      )}
    </section>
  );
}

function Place({ place, noun }: { place: DifferentPlace; noun: string }): JSX.Element {
  const method = options.value?.method ?? "";
  const more = place.more > 0 ? `, and ${counted(place.more, "place")} like it` : "";
  return (
    <li class="place">
      <p class="where">
        <span>
          <b>{whereIs(place, noun)}</b>
          <span class="quiet">
            {more}
            {more ? "; " : ", "}
            {percent(place.share)} of the trace
          </span>
        </span>
        <button type="button" class="link" aria-label={`Show ${whereIs(place, noun)} in the nest`} onClick={() => show(place, method)}>
          show in the nest
        </button>
      </p>
      <p class="says">{unbroken(place.sentence)}</p>
      <div class="sides">
        {place.sides.map((side) => (
          <Side key={side.methods.join()} side={side} own={side.methods.includes(method)} />
        ))}
      </div>
    </li>
  );
}

function Side({ side, own }: { side: PlaceSide; own: boolean }): JSX.Element {
  return (
    <div class="side-text" data-own={own}>
      <p>
        <b>{listed(side.methods)}</b>
        <span class="quiet">
          {counted(side.items, "item")}
          {side.leftOut > 0 && `; ${counted(side.leftOut, "item")} not shown`}
        </span>
      </p>
      <code>{side.text}</code>
    </div>
  );
}

/** Goes to a place in the nest of the method in use: to its largest loop there, or to the stretch itself. */
function show(place: DifferentPlace, method: string): void {
  const side = place.sides.find(({ methods }) => methods.includes(method));
  const target = side?.targets[side.methods.indexOf(method)];
  if (target && target.loop > 0) choosePlace(target.loop, target.path);
  else {
    // A little of what is around it, so that it can be recognised.
    const around = Math.max(2, (place.last - place.first + 1) / 2);
    const end = row.value?.events ?? place.last + 1;
    lookAt({ loop: 0, path: [], zoom: [[Math.max(0, place.first - around), Math.min(end, place.last + 1 + around)]] });
  }
  tab.value = "nest";
}
