/** The instrument itself: header, three columns, status line; or one column and sheets. */
import type { FunctionComponent, JSX } from "preact";
import { TABS, type TabName } from "../base/url";
import { ColumnsLine } from "../features/opening/ColumnsLine";
import { useAddresses } from "../features/addresses/state";
import { Later } from "../components/Later";
import { Failed } from "../components/Failed";
import { Header } from "./Header";
import { Inspector } from "./Inspector";
import { Loading } from "./Loading";
import { Model } from "../features/model/View";
import { Nest } from "../features/nest/View";
import { Phone } from "./Phone";
import { Processes } from "./Processes";
import { Status } from "./Status";
import { Tools } from "./Tools";
import { useWorkspace } from "../workspace/workspace";
import * as style from "./Frame.module.css";

const loadAddresses = async (): Promise<FunctionComponent> => (await import("../features/addresses/View")).Addresses;
const loadCompare = async (): Promise<FunctionComponent> => (await import("../features/compare/View")).Compare;
const loadPredict = async (): Promise<FunctionComponent> => (await import("../features/predict/View")).Predict;
const loadTable = async (): Promise<FunctionComponent> => (await import("../features/processes/View")).Table;

export function Frame(): JSX.Element {
  const { screen, traces, selection, settled } = useWorkspace();
  const busy = traces.busy.value;
  const wide = !screen.narrow.value;
  return (
    <div class={style.frame}>
      <Header />
      {wide && <Processes />}
      <main class={style.content} id="main" tabIndex={-1} data-settled={settled.value}>
        {busy ? <Loading opening={busy} /> : <Tabs />}
        {traces.failure.value && <Failed failure={traces.failure.value} />}
        {!busy && screen.tab.value === "nest" && <ColumnsLine />}
        {selection.shown.value && <View />}
      </main>
      {wide && (
        <aside aria-label="Selected loop" style={{ display: "contents" }}>
          <Inspector />
        </aside>
      )}
      {wide && <Status />}
      {!wide && <Phone />}
    </div>
  );
}

function View(): JSX.Element {
  const { screen } = useWorkspace();
  const addresses = useAddresses();
  switch (screen.tab.value) {
    case "nest":
      return <Nest tools={<Tools />} below={addresses.exists.value && <Later key="addresses" load={loadAddresses} />} />;
    case "model":
      return <Model tools={<Tools />} />;
    case "table":
      return <Later key="table" load={loadTable} />;
    case "compare":
      return <Later key="compare" load={loadCompare} />;
    case "predict":
      return <Later key="predict" load={loadPredict} />;
  }
}

function Tabs(): JSX.Element {
  const { screen } = useWorkspace();
  return (
    <div class={style.tabs}>
      <div role="tablist" aria-label="Views">
        <Tab name="nest" label="Nest" />
        <Tab name="model" label="Model" />
        <Tab name="table" label="All processes" />
        <Tab name="compare" label="Compare" />
        <Tab name="predict" label="Predict" />
      </div>
      {!screen.narrow.value && (screen.tab.value === "nest" || screen.tab.value === "model") && <Tools />}
    </div>
  );
}

function Tab({ name, label }: { name: TabName; label: string }): JSX.Element {
  const { screen } = useWorkspace();
  const chosen = screen.tab.value === name;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={() => (screen.tab.value = name)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.stopPropagation();
        event.preventDefault();
        const by = event.key === "ArrowRight" ? 1 : TABS.length - 1;
        screen.tab.value = TABS[(TABS.indexOf(name) + by) % TABS.length] ?? "nest";
        const list = event.currentTarget.parentElement;
        requestAnimationFrame(() => list?.querySelector<HTMLElement>("[aria-selected='true']")?.focus());
      }}
    >
      {label}
    </button>
  );
}
