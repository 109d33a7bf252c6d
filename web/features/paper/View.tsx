/** The paper's table, live: its figures, ours, and those of the browser that shows it. */
import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { count, duration, factor, percent } from "../../base/format";
import { keyed } from "../../base/keyed";
import { PAPER_TITLES } from "../../base/places";
import { LinkButton } from "../../components/Buttons";
import { Term } from "../../components/Figure";
import { PaperPage, RunHere } from "../../components/PaperPage";
import { savePaperTable } from "./csv";
import { useWorkspace } from "../../workspace/workspace";
import { type Measured, usePaper } from "./state";
import { ENTRIES, LONGEST, MACHINE, type Entry } from "./table";
import * as page from "../../components/PaperPage.module.css";
import * as style from "./style.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** Every column: its heading, and what it means. */
const COLUMNS = {
  method: { head: "method", means: "How loops are chosen. Greedy: short loops first. Optimal: the loop that spans most first. Smallest: the fewest items in all. Nlr: one pass, in which anything that occurs three times in a row becomes a loop" },
  structure: { head: "main loop", means: "The loop that spans most, as the paper writes it: (1292)^249 is a body of 1,292 symbols that runs 249 times" },
  top: { head: "on top", means: "Items at the top level of the nest, a loop being one item: the paper’s compressed length" },
  ratio: { head: "ratio", means: "Symbols to items at the top level: the paper’s compression ratio" },
  all: { head: "all items", means: "Items on all levels, equal loops counted once" },
  loops: { head: "loops", means: "Different loops" },
  depth: { head: "depth", means: "Levels of loops inside each other" },
  paperTop: { head: "on top", means: "The paper’s compressed length" },
  paperRatio: { head: "ratio", means: "The paper’s compression ratio" },
  paper: { head: "time", means: "The time that the paper reports, on a machine of its time (2008)" },
  native: { head: "native", means: `Time of the native code: median on ${MACHINE}` },
  factor: { head: "times as fast", means: "The paper’s time, on a machine of 2008, to the native one, on a string rebuilt from the paper’s figures" },
  here: { head: "in this browser", means: "Time in this browser on this computer: median of several measurements" },
};

export function PaperTable() {
  const { screen } = useWorkspace();
  const paper = usePaper();
  useEffect(() => paper.cancel, []);
  const rows = [...new Set(ENTRIES.map(({ row }) => row))].map((row) => ENTRIES.filter((entry) => entry.row === row));
  return (
    <PaperPage title={PAPER_TITLES.table3} says={<Says />}>
      <Run />
      <p class={prose.aside}>
        The paper’s times are from a machine of 2008. Ours are on strings rebuilt from the paper’s figures, as its traces were not published; so “times as fast”
        compares two machines, too.
      </p>
      {screen.narrow.value ? rows.map((entries) => <Narrow key={entries[0]?.name} entries={entries} />) : <Wide rows={rows} />}
      <About />
    </PaperPage>
  );
}

/** The first sentence: what the reader sees. */
function Says() {
  const paper = usePaper();
  if (!LONGEST?.paper) return null;
  const here = paper.measured.value.get(LONGEST);
  return (
    <>
      The paper’s optimal procedure took <b>{(LONGEST.paper.seconds / 3600).toFixed(1)} hours</b> for {count(LONGEST.length)} symbols on a
      machine of 2008; here, on a string rebuilt from the paper’s figures, it took <b>{duration(LONGEST.seconds)}</b>
      {here && (
        <>
          , and in this browser <b>{duration(here.seconds)}</b>
        </>
      )}
      .
    </>
  );
}

/** The button, or how far it is. */
function Run() {
  const workspace = useWorkspace();
  const paper = usePaper();
  const now = paper.running.value;
  return (
    <RunHere
      now={now && `${now.name}, ${now.method}: ${count(paper.done.value)} of ${count(ENTRIES.length)}`}
      share={paper.done.value / ENTRIES.length}
      again={paper.done.value > 0}
      about={paper.stopped.value || "Makes the same strings in this browser and runs every method on them. Nothing is downloaded."}
      run={() => void paper.run(ENTRIES)}
      cancel={paper.cancel}
    >
      <LinkButton onClick={() => savePaperTable(workspace)}>
        CSV
      </LinkButton>
    </RunHere>
  );
}

function Wide({ rows }: { rows: readonly (readonly Entry[])[] }) {
  const paper = usePaper();
  return (
    <div class={page.scroll} role="region" aria-label="The table" tabIndex={0}>
      <table class={page.table}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} class={page.left}>
              program
            </th>
            <Head name="method" rows={2} />
            <Head name="structure" rows={2} />
            <th scope="colgroup" colSpan={5} class={page.group}>
              what the method makes of it
            </th>
            <th scope="colgroup" colSpan={3} class={page.group}>
              the paper
            </th>
            <th scope="colgroup" colSpan={3} class={page.group}>
              time
            </th>
          </tr>
          <tr>
            {(["top", "ratio", "all", "loops", "depth", "paperTop", "paperRatio", "paper", "native", "factor", "here"] as const).map((name) => (
              <Head name={name} key={name} />
            ))}
          </tr>
        </thead>
        {rows.map((entries) => (
          <tbody key={entries[0]?.name}>
            {entries.map((entry, index) => (
              <tr key={entry.method} class={paper.running.value === entry ? style.now : ""}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={entries.length} class={page.left}>
                    <b>{entry.name}</b>
                    <span class={prose.aside}>{count(entry.length)} symbols</span>
                  </th>
                )}
                <td class={page.left}>{entry.method}</td>
                <td class={page.left}>
                  <Structure text={entry.figures.structure} />
                  {entry.paper && !sameLoop(entry) && (
                    <span class={`${prose.aside} ${style.theirs}`}>
                      paper: <Structure text={entry.paper.structure} />
                    </span>
                  )}
                </td>
                <td>
                  {count(entry.figures.topLevel)}
                </td>
                <td>{ratioOf(entry.length, entry.figures.topLevel)}</td>
                <td>{count(entry.figures.total)}</td>
                <td>{count(entry.figures.loops)}</td>
                <td>{count(entry.figures.depth)}</td>
                <td class={page.first}>{entry.paper ? count(entry.paper.topLevel) : "–"}</td>
                <td>{entry.paper ? ratioOf(entry.length, entry.paper.topLevel) : "–"}</td>
                <td>{entry.paper ? duration(entry.paper.seconds) : "–"}</td>
                <td class={page.first}>{duration(entry.seconds)}</td>
                <td>{entry.paper ? factor(entry.paper.seconds / entry.seconds) : "–"}</td>
                <Here entry={entry} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Head({ name, rows }: { name: keyof typeof COLUMNS; rows?: number }) {
  const { means, head } = COLUMNS[name];
  const side = name === "method" || name === "structure" ? page.left : FIRST.includes(name) ? page.first : "";
  return (
    <th scope="col" rowSpan={rows} class={side}>
      <Term means={means}>{head}</Term>
    </th>
  );
}

/** Columns that begin a group. */
const FIRST: readonly string[] = ["top", "paperTop", "native"];

/** A program on a phone: its loop above, a line a method below. */
function Narrow({ entries }: { entries: readonly Entry[] }) {
  const paper = usePaper();
  const [first] = entries;
  if (!first) return null;
  return (
    <section class={style.row}>
      <h2>
        {first.name} <span class={`${prose.quiet} ${prose.num}`}>{count(first.length)} symbols</span>
      </h2>
      <table class={page.table}>
        <thead>
          <tr>
            {(["method", "top", "paper", "native", "here"] as const).map((key) => (
              <th scope="col" class={key === "method" ? page.left : ""} key={key}>
                <Term means={COLUMNS[key].means}>{{ method: "method", top: "on top", paper: "paper", native: "native", here: "browser" }[key]}</Term>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.method} class={paper.running.value === entry ? style.now : ""}>
              <td class={page.left}>{entry.method}</td>
              <td>
                {count(entry.figures.topLevel)}
                <span class={`${prose.aside} ${style.theirs}`}>{count(entry.figures.total)} in all</span>
              </td>
              <td>{entry.paper ? duration(entry.paper.seconds) : "–"}</td>
              <td>
                {duration(entry.seconds)}
                {entry.paper && (
                  <span class={`${prose.aside} ${style.theirs}`} title={COLUMNS.factor.means}>
                    {factor(entry.paper.seconds / entry.seconds)}
                  </span>
                )}
              </td>
              <Here entry={entry} />
            </tr>
          ))}
        </tbody>
      </table>
      {structures(entries).map(([methods, text]) => (
        <p class={prose.aside} key={methods}>
          {methods}: <Structure text={text} />
        </p>
      ))}
    </section>
  );
}

/** The different main loops of a row, each with the methods that found it. */
function structures(entries: readonly Entry[]): [string, string][] {
  const texts = [...new Set(entries.map(({ figures }) => figures.structure))];
  return texts.map((text) => {
    const methods = entries.filter(({ figures }) => figures.structure === text).map(({ method }) => method);
    return [methods.length === entries.length ? "Main loop" : methods.join(", "), text];
  });
}

/** The cell of what this browser measured. */
function Here({ entry }: { entry: Entry }) {
  const paper = usePaper();
  const mine = paper.measured.value.get(entry);
  return <td class={style.here}>{mine ? <Own mine={mine} /> : <span class={prose.quiet}>{paper.running.value === entry ? "…" : "–"}</span>}</td>;
}

/** A measurement, with a mark that the results are the same. */
function Own({ mine }: { mine: Measured }) {
  return (
    <span title={`${count(mine.runs)} runs; the results ${mine.same ? "are the same as the native ones" : "differ from the native ones"}`}>
      {duration(mine.seconds)}{" "}
      {mine.same ? (
        <b role="img" aria-label="same results">
          ✓
        </b>
      ) : (
        <b class={style.bad} role="img" aria-label="other results">
          ≠
        </b>
      )}
    </span>
  );
}

/** `(4)^3` with the count raised. */
function Structure({ text }: { text: string }) {
  const parts = keyed(text.split(/(\^\d+)/), (part) => part);
  return <span class={style.structure}>{parts.map(({ key, item }) => (item.startsWith("^") ? <sup key={key}>{item.slice(1)}</sup> : item))}</span>;
}

/** With two decimals, as the paper has them. */
function ratioOf(length: number, items: number): string {
  const [whole = "", part] = (length / items).toFixed(2).split(".");
  return `1 : ${count(Number(whole))}.${part}`;
}

function asInThePaper({ figures, paper }: Entry): boolean {
  return paper === null || paper.topLevel === figures.topLevel;
}

function sameLoop({ figures, paper }: Entry): boolean {
  return paper?.structure === figures.structure;
}

function About() {
  const covered = ENTRIES.reduce((sum, { figures }) => sum + figures.covered, 0) / ENTRIES.reduce((sum, { length }) => sum + length, 0);
  return (
    <section class={page.about}>
      <h2>What is compared</h2>
      <p>
        Xu and Subhlok, “Efficient Discovery of Loop Nests in Communication Traces of Parallel Programs” (University of Houston, 2008), tables 3 to 5. The traces
        were not published: strings of the same lengths with the same loops stand for them, {percent(covered)} of them inside loops. Head and tail are filled so
        that the paper’s numbers of items come out{ENTRIES.every(asInThePaper) ? ", and in every row they do" : ""}.
      </p>
      <p>
        The paper’s times are those it printed, from a machine of that time; so part of the factor is the machine. Its table 5 has the two ratios of CG the wrong
        way round; here they stand the right way. Smallest and nlr are no methods of the paper. The native times were measured beforehand, on {MACHINE}.
      </p>
      <details>
        <summary>What the columns mean</summary>
        <dl class={tabular.facts}>
          {Object.entries(COLUMNS).map(([key, { head, means }]) => (
            <Fragment key={key}>
              <dt>{key.startsWith("paper") ? `the paper: ${head}` : head}</dt>
              <dd>{means}</dd>
            </Fragment>
          ))}
        </dl>
      </details>
    </section>
  );
}
