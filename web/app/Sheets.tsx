/** What lies over the page when asked for: processes and inspector on a narrow screen, more, keys, notes. */
import { Fragment, type JSX } from "preact";
import { KEY_SHEET } from "../base/keys";
import { count, unbroken } from "../base/format";
import { keyed } from "../base/keyed";
import type { TabName } from "../base/url";
import { OpenList } from "../components/OpenButton";
import { Sheet } from "../components/Sheet";
import { changeColumns, matched } from "../workspace/columns";
import { choice, nextTheme } from "../workspace/theme";
import { narrow, sheet, tab } from "../workspace/screen";
import { loaded, shown } from "../workspace/store";
import { FieldChoice, LocalsChoice, MethodChoice, ViewChoice } from "../components/Choosers";
import { line, Lines } from "../components/Failed";
import { SampleList } from "./Header";
import { Inspector } from "./Inspector";
import { ModelMethod } from "../features/model/Choosers";
import { Processes } from "./Processes";
import { Facts } from "./Status";

const close = (): void => {
  sheet.value = "none";
};

export function Sheets(): JSX.Element | null {
  const place = narrow.value ? "bottom" : "middle";
  switch (sheet.value) {
    case "none":
      return null;
    case "processes":
      return narrow.value ? (
        <Sheet key="processes" title="Choose a process" place="bottom" close={close}>
          <Processes />
        </Sheet>
      ) : null;
    case "inspector":
      return narrow.value ? (
        <Sheet key="inspector" title="Selected loop" place="bottom" close={close}>
          <Inspector />
        </Sheet>
      ) : null;
    case "keys":
      return (
        <Sheet key="keys" title="Keys" place={place} close={close}>
          <dl class="keys">
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
        </Sheet>
      );
    case "notes":
      return (
        <Sheet key="notes" title="Notes on what was read" place={place} close={close}>
          <Notes />
        </Sheet>
      );
    case "more":
      return (
        <Sheet key="more" title="More" place={place} close={close}>
          <More />
        </Sheet>
      );
  }
}

function Notes(): JSX.Element {
  const notes = loaded.value?.summary.problems ?? [];
  return (
    <ul class="notes">
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
  ["predict", "Predict", "how often a loop says what comes next"],
  ["table", "All processes", "as a table"],
];

function Places(): JSX.Element {
  return (
    <div class="setting menu-list">
      <button type="button" onClick={() => (sheet.value = "inspector")}>
        Selected loop <span class="quiet">figures, text, save</span>
      </button>
      {PLACES.map(([name, label, says]) => (
        <button
          type="button"
          key={name}
          aria-current={tab.value === name ? "page" : undefined}
          onClick={() => {
            tab.value = name;
            close();
          }}
        >
          {label} <span class="quiet">{says}</span>
        </button>
      ))}
    </div>
  );
}

function More(): JSX.Element {
  const now = loaded.value;
  const model = tab.value === "model";
  const can = now && now.summary.source !== "nests";
  return (
    <>
      {shown.value && <Places />}
      <div class="setting">
        <b>Open</b>
        <OpenList done={close} />
      </div>
      {can && (
        <div class="setting">
          <b>Method</b>
          {model ? <ModelMethod done={close} /> : <MethodChoice done={close} />}
        </div>
      )}
      {can && !model && now.summary.fields.length > 0 && (
        <div class="setting">
          <FieldChoice />
        </div>
      )}
      {can && !model && (
        <div class="setting">
          <ViewChoice />
          <LocalsChoice />
        </div>
      )}
      <div class="setting">
        <b>Samples</b>
        <SampleList done={close} />
      </div>
      <div class="setting menu-list">
        {matched.value.length > 0 && (
          <button
            type="button"
            onClick={() => {
              close();
              changeColumns();
            }}
          >
            Columns <span class="quiet">what each one is</span>
          </button>
        )}
        {now && now.summary.problems.length > 0 && (
          <button type="button" onClick={() => (sheet.value = "notes")}>
            Notes <span class="quiet">{count(now.summary.problems.length)}</span>
          </button>
        )}
        <button type="button" onClick={nextTheme}>
          Colours <span class="quiet">{choice.value === "system" ? "as the system" : choice.value}</span>
        </button>
        <button type="button" onClick={() => (sheet.value = "keys")}>
          Keys <span class="quiet">of a keyboard</span>
        </button>
      </div>
      <p class="facts-line">
        <Facts /> Nothing leaves this computer.
      </p>
    </>
  );
}
