/** The sheets over the page: processes and inspector on a narrow screen, more, keys, notes. */
import { Fragment, type FunctionComponent } from "preact";
import { KEY_SHEET } from "../base/keys";
import { count, unbroken } from "../base/format";
import { keyed } from "../base/keyed";
import { OpenList } from "../components/OpenButton";
import { Sheet } from "../components/Sheet";
import { FieldChoice, LocalsChoice, MethodChoice, ViewChoice } from "../components/Choosers";
import { line, Lines } from "../components/Failed";
import { SampleList } from "./Header";
import { Inspector } from "./Inspector";
import { ModelMethod } from "../features/model/Choosers";
import { PartMatrix, ProgramMatrix } from "../features/model/BigMatrix";
import { Methods } from "./Methods";
import { Processes } from "./Processes";
import { Facts } from "./Status";
import type { SheetName } from "../workspace/screen";
import { Later, type Load } from "../components/Later";
import { addressOfPage } from "../workspace/address";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";
import * as style from "./Sheets.module.css";
import * as menu from "../components/menu.module.css";
import * as prose from "../components/prose.module.css";

/** A sheet: its title, what it holds, and whether there is one on a narrow screen only. */
interface SheetSpec {
  title: string;
  Content: FunctionComponent;
  narrowOnly?: boolean;
  wide?: boolean;
}

const loadTable: Load = async () => (await import("../features/processes/View")).Table;
const loadRecording: Load = async () => (await import("../features/recording/View")).Recording;

const SHEETS: Readonly<Record<Exclude<SheetName, "none">, SheetSpec>> = {
  processes: { title: "Choose a process", Content: Processes, narrowOnly: true },
  inspector: { title: "Selected loop", Content: Inspector, narrowOnly: true },
  keys: { title: "Keys", Content: Keys },
  notes: { title: "Notes on what was read", Content: Notes },
  more: { title: "More", Content: More },
  matrix: { title: "Who sends to whom", Content: PartMatrix, wide: true },
  program: { title: "Who sends to whom in the program", Content: ProgramMatrix, wide: true },
  recording: { title: "How to record a trace", Content: () => <Later load={loadRecording} />, wide: true },
  table: { title: "All processes", Content: () => <Later load={loadTable} />, wide: true },
  compare: { title: "How loops are chosen", Content: Methods, wide: true },
};

export function Sheets() {
  const { screen, toast } = useWorkspace();
  const name = screen.sheet.value;
  const narrow = screen.narrow.value;
  if (name === "none") return null;
  const { title, Content, narrowOnly, wide } = SHEETS[name];
  if (narrowOnly && !narrow) return null;
  return (
    <Sheet key={name} title={title} place={narrow ? "bottom" : "middle"} wide={wide ?? false} close={screen.closeSheet} announced={toast.text}>
      <Content />
    </Sheet>
  );
}

function Keys() {
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

function Notes() {
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

/** Sheets that a wide screen has links to. */
const PLACES: readonly (readonly [SheetName, string, string])[] = [
  ["inspector", "Selected loop", "figures, text, save"],
  ["processes", "Choose a process", "one of them, or all"],
  ["table", "All processes", "as a table"],
  ["compare", "How loops are chosen", "the methods side by side"],
  ["recording", "How to record a trace", "with times"],
];

function Places() {
  const { screen } = useWorkspace();
  return (
    <div class={`${style.setting} ${menu.menu}`} data-testid="menu">
      {PLACES.map(([name, label, says]) => (
        <button type="button" key={name} onClick={() => (screen.sheet.value = name)}>
          {label} <span class={prose.quiet}>{says}</span>
        </button>
      ))}
    </div>
  );
}

function More() {
  const { screen, traces, selection, themes, matching } = useWorkspace();
  const now = traces.loaded.value;
  const model = isOfProgram(screen.view.value, now);
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
        <a href={addressOfPage("lab")} target="_blank" rel="noopener">
          Lab <span class={prose.quiet}>every algorithm, one step at a time</span>
        </a>
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
