/** The instrument itself: header, three columns, status line; or one column and sheets. */
import type { JSX } from "preact";
import { TABS, type TabName } from "../base/url";
import { narrow, tab } from "../workspace/screen";
import { failure, opening, shown } from "../workspace/store";
import { ColumnsLine } from "../features/opening/Columns";
import { Addresses } from "../features/addresses/View";
import { Compare } from "../features/compare/View";
import { Failed } from "../components/Failed";
import { Header } from "./Header";
import { Inspector } from "./Inspector";
import { Loading } from "./Loading";
import { Model } from "../features/model/View";
import { Nest } from "../features/nest/View";
import { Phone } from "./Phone";
import { Predict } from "../features/predict/View";
import { Processes } from "./Processes";
import { Status } from "./Status";
import { Table } from "../features/processes/View";
import { Tools } from "./Tools";

export function Workspace({ home }: { home: () => void }): JSX.Element {
  const busy = opening.value?.visible ? opening.value : null;
  const wide = !narrow.value;
  return (
    <div class="frame">
      <Header home={home} />
      {wide && <Processes />}
      <main class="main" id="main" tabIndex={-1}>
        {busy ? <Loading opening={busy} /> : <Tabs />}
        {failure.value && <Failed failure={failure.value} />}
        {!busy && tab.value === "nest" && <ColumnsLine />}
        {shown.value && <View />}
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
  switch (tab.value) {
    case "nest":
      return <Nest tools={<Tools />} below={<Addresses />} />;
    case "model":
      return <Model tools={<Tools />} />;
    case "table":
      return <Table />;
    case "compare":
      return <Compare />;
    case "predict":
      return <Predict />;
  }
}

function Tabs(): JSX.Element {
  return (
    <div class="tabs">
      <div role="tablist" aria-label="Views">
        <Tab name="nest" label="Nest" />
        <Tab name="model" label="Model" />
        <Tab name="table" label="All processes" />
        <Tab name="compare" label="Compare" />
        <Tab name="predict" label="Predict" />
      </div>
      {!narrow.value && (tab.value === "nest" || tab.value === "model") && <Tools />}
    </div>
  );
}

function Tab({ name, label }: { name: TabName; label: string }): JSX.Element {
  const chosen = tab.value === name;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={() => (tab.value = name)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.stopPropagation();
        event.preventDefault();
        const by = event.key === "ArrowRight" ? 1 : TABS.length - 1;
        tab.value = TABS[(TABS.indexOf(name) + by) % TABS.length] ?? "nest";
        const list = event.currentTarget.parentElement;
        requestAnimationFrame(() => list?.querySelector<HTMLElement>("[aria-selected='true']")?.focus());
      }}
    >
      {label}
    </button>
  );
}
