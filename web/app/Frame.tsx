/** The instrument itself: header, three columns, status line; or one column and sheets. */
import { useEffect } from "preact/hooks";
import { PLACE_LABELS, type PlaceName, type ViewName } from "../base/places";
import { Later, type Load } from "../components/Later";
import { Failed } from "../components/Failed";
import { goToPlace } from "./carry";
import { Header } from "./Header";
import { Inspector } from "./Inspector";
import { Loading } from "./Loading";
import { Overview } from "./Overview";
import { placesOf } from "./places";
import { Processes } from "./Processes";
import { Status } from "./Status";
import { useWorkspace } from "../workspace/workspace";
import * as style from "./Frame.module.css";

const loadNotice: Load = async () => (await import("./Notice")).Notice;
const loadPhone: Load = async () => (await import("./Phone")).Phone;
const loadLoops: Load = async () => (await import("./Loops")).Loops;
const loadColumnsLine: Load = async () => (await import("../features/opening/ColumnsLine")).ColumnsLine;
const loadTrail: Load = async () => (await import("./Trail")).Trail;
const loadTime: Load = async () => (await import("./Time")).Time;
const loadIterations: Load = async () => (await import("./Iterations")).Iterations;

/** The code of each view that is not there from the beginning. */
const LOADS: Partial<Record<ViewName, Load>> = { nest: loadLoops, model: loadLoops, flow: loadLoops, iterations: loadIterations, time: loadTime };

export function Frame() {
  const { screen, traces, selection, settled, matching } = useWorkspace();
  const busy = traces.busy.value;
  const wide = !screen.narrow.value;
  const warns = selection.shown.value?.summary.problems.some(({ severity }) => severity === "warning") ?? false;
  // What will be shown is loaded while the trace is opened.
  useEffect(() => void LOADS[screen.view.peek()]?.().catch(() => undefined), []);
  return (
    <div class={style.frame}>
      <Header />
      {wide && <Processes />}
      <main class={style.content} id="main" tabIndex={-1} data-settled={settled.value}>
        {busy ? <Loading opening={busy} /> : selection.shown.value && <Tabs />}
        {traces.failure.value && <Failed failure={traces.failure.value} />}
        {!busy && warns && <Later load={loadNotice} />}
        {!busy && screen.place.value !== "iterations" && matching.matched.value.length > 0 && <Later load={loadColumnsLine} />}
        {selection.shown.value && <Place />}
      </main>
      {wide && (
        <aside aria-label="Selected loop" style={{ display: "contents" }}>
          <Inspector />
        </aside>
      )}
      {wide && <Status />}
      {!wide && <Later load={loadPhone} />}
    </div>
  );
}

function Place() {
  const { screen } = useWorkspace();
  // The next place that is gone to, as a rule: there before it is asked for.
  useEffect(() => void loadLoops().catch(() => undefined), []);
  const load = LOADS[screen.view.value];
  return load ? <Later key={screen.place.value} load={load} /> : <Overview />;
}

function Tabs() {
  const { screen, selection } = useWorkspace();
  const places = placesOf(selection.shown.value?.summary);
  return (
    <div class={style.tabs}>
      <div role="tablist" aria-label="Places">
        {places.map((name) => (
          <Tab key={name} name={name} places={places} />
        ))}
      </div>
      {!screen.narrow.value && <Later load={loadTrail} />}
    </div>
  );
}

function Tab({ name, places }: { name: PlaceName; places: readonly PlaceName[] }) {
  const workspace = useWorkspace();
  const chosen = workspace.screen.place.value === name;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={() => goToPlace(workspace, name)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.stopPropagation();
        event.preventDefault();
        const by = event.key === "ArrowRight" ? 1 : places.length - 1;
        goToPlace(workspace, places[(places.indexOf(name) + by) % places.length] ?? "overview");
        const list = event.currentTarget.parentElement;
        requestAnimationFrame(() => list?.querySelector<HTMLElement>("[aria-selected='true']")?.focus());
      }}
    >
      {PLACE_LABELS[name]}
    </button>
  );
}
