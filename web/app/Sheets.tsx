/** The sheets over the page: processes and inspector on a narrow screen, more, keys, notes. */
import { Fragment, type FunctionComponent, type JSX } from "preact";
import { KEY_SHEET } from "../base/keys";
import { count, unbroken } from "../base/format";
import { keyed } from "../base/keyed";
import type { TabName } from "../base/url";
import { OpenList } from "../components/OpenButton";
import { Sheet } from "../components/Sheet";
import { FieldChoice, LocalsChoice, MethodChoice, ViewChoice } from "../components/Choosers";
import { line, Lines } from "../components/Failed";
import { SampleList } from "./Header";
import { Inspector } from "./Inspector";
import { ModelMethod } from "../features/model/Choosers";
import { Processes } from "./Processes";
import { Facts } from "./Status";
import type { SheetName } from "../workspace/screen";
import { useWorkspace } from "../workspace/workspace";
import * as style from "./Sheets.module.css";
import * as menu from "../components/menu.module.css";
import * as prose from "../components/prose.module.css";

/** A sheet: its title, what it holds, and whether there is one on a narrow screen only. */
interface SheetSpec {
  title: string;
  Content: FunctionComponent;
  narrowOnly?: boolean;
}

const SHEETS: Readonly<Record<Exclude<SheetName, "none">, SheetSpec>> = {
  processes: { title: "Choose a process", Content: Processes, narrowOnly: true },
  inspector: { title: "Selected loop", Content: Inspector, narrowOnly: true },
  keys: { title: "Keys", Content: Keys },
  notes: { title: "Notes on what was read", Content: Notes },
  more: { title: "More", Content: More },
};

export function Sheets(): JSX.Element | null {
  const { screen, toast } = useWorkspace();
  const name = screen.sheet.value;
  const narrow = screen.narrow.value;
  if (name === "none") return null;
  const { title, Content, narrowOnly } = SHEETS[name];
  if (narrowOnly && !narrow) return null;
  return (
    <Sheet key={name} title={title} place={narrow ? "bottom" : "middle"} close={screen.closeSheet} announced={toast.text}>
      <Content />
    </Sheet>
  );
}

function Keys(): JSX.Element {
  return (
    <dl class={style.keys}>
      {KEY_SHEET.map(({ keys, does }) => (
        <Fragment key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Notes(): JSX.Element {
  const { traces } = useWorkspace();
  const notes = traces.loaded.value?.summary.problems ?? [];
  return (
    <ul class={style.notes}>
      {keyed(notes, line).map(({ key, item: note }) => (
        <li key={key}>
          {note.count > 1 && <b>{count(note.count)} times: </b>}
          {unbroken(line(note))}
          <Lines problem={note} />
        </li>
      ))}
    </ul>
  );
}

/** Views that the bar has no room for, and what a small screen has no peek of. */
const PLACES: readonly (readonly [TabName, string, string])[] = [
  ["compare", "Compare", "the methods side by side"],
  ["predict", "Predict", "how often a loop predicts the next event"],
  ["table", "All processes", "as a table"],
];

function Places(): JSX.Element {
  const { screen } = useWorkspace();
  return (
    <div class={`${style.setting} ${menu.menu}`} data-testid="menu">
      <button type="button" onClick={() => (screen.sheet.value = "inspector")}>
        Selected loop <span class={prose.quiet}>figures, text, save</span>
      </button>
      {PLACES.map(([name, label, says]) => (
        <button
          type="button"
          key={name}
          aria-current={screen.tab.value === name ? "page" : undefined}
          onClick={() => {
            screen.tab.value = name;
            screen.closeSheet();
          }}
        >
          {label} <span class={prose.quiet}>{says}</span>
        </button>
      ))}
    </div>
  );
}

function More(): JSX.Element {
  const { screen, traces, selection, themes, matching } = useWorkspace();
  const now = traces.loaded.value;
  const model = screen.tab.value === "model";
  const can = now && now.summary.source !== "nests";
  return (
    <>
      {selection.shown.value && <Places />}
      <div class={style.setting}>
        <b>Open</b>
        <OpenList done={screen.closeSheet} />
      </div>
      {can && (
        <div class={style.setting}>
          <b>Method</b>
          {model ? <ModelMethod done={screen.closeSheet} /> : <MethodChoice done={screen.closeSheet} />}
        </div>
      )}
      {can && !model && now.summary.fields.length > 0 && (
        <div class={style.setting}>
          <FieldChoice />
        </div>
      )}
      {can && !model && (
        <div class={style.setting}>
          <ViewChoice />
          <LocalsChoice />
        </div>
      )}
      <div class={style.setting}>
        <b>Samples</b>
        <SampleList done={screen.closeSheet} />
      </div>
      <div class={`${style.setting} ${menu.menu}`} data-testid="menu">
        {matching.matched.value.length > 0 && (
          <button
            type="button"
            onClick={() => {
              screen.closeSheet();
              matching.change();
            }}
          >
            Columns <span class={prose.quiet}>what each one is</span>
          </button>
        )}
        {now && now.summary.problems.length > 0 && (
          <button type="button" onClick={() => (screen.sheet.value = "notes")}>
            Notes <span class={prose.quiet}>{count(now.summary.problems.length)}</span>
          </button>
        )}
        <button type="button" onClick={themes.next}>
          Colours <span class={prose.quiet}>{themes.choice.value === "system" ? "as the system" : themes.choice.value}</span>
        </button>
        <button type="button" onClick={() => (screen.sheet.value = "keys")}>
          Keys <span class={prose.quiet}>of a keyboard</span>
        </button>
      </div>
      <p>
        <Facts /> Nothing leaves this computer.
      </p>
    </>
  );
}
