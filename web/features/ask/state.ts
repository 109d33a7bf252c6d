/**
 * A question to the loops: the construct, the attributes, along what. It is asked whenever it would be another one; the engine
 * answers in slices, so it is asked again until it is answered, and whoever asks no more has cancelled the work.
 */
import { computed, effect, signal, untracked } from "@preact/signals";
import { type AskAxes, type AskedRange, type AskLink, type AskPlace, FRESH_ASK } from "../../base/ask";
import type { AskAnswer, AskConstruct, AskPlace as Place, AskQuery, AskRange, AskReply, AskWhat, Problem } from "../../engine/wire";
import { useFeature, type Workspace } from "../../workspace/workspace";
import { isPoint, recordOf, shapeOf } from "./words";

/** The most columns and rows of a chart, and the rows of a table. */
const MOST_COLUMNS = 1_200;
const MOST_ROWS = 64;
export const TABLE_ROWS = { around: 9, all: 100 };
/** Shorter work is not worth a word. */
const VISIBLE_MS = 200;
/** What stands beside a chart. */
const BESIDE_PX = 64;

const NOTHING: AskQuery = { handle: 0, what: "describe", construct: 0, each: false, processes: [], attributes: [], ranges: [], attribute: 0, process: undefined, columns: 0, rows: 0, from: 0 };

interface Answered {
  key: string;
  answer: AskAnswer;
  construct: AskConstruct;
  attributes: readonly string[];
  axes: AskAxes;
}

class AskState {
  /** The width of the chart in CSS pixels; 0 while it is not in the page. */
  readonly width = signal(0);
  /** That of a chart without the values beside it. */
  readonly plot = computed(() => Math.max(0, this.width.value - BESIDE_PX));
  /** What the model of the program is; null until it is made. Its numbers of constructs mean something in it alone. */
  readonly model = signal<object | null>(null);

  private readonly handle = computed(() => this.workspace.modelView.handle.value);
  private readonly hasTimes = computed(() => this.workspace.traces.loaded.value?.summary.hasTimes === true);
  readonly link = computed<AskLink>(() => this.workspace.screen.ask.value ?? FRESH_ASK);
  /** The selected loop of the program. */
  readonly loop = computed(() => this.workspace.modelView.view.value.loop ?? 1);

  private readonly listed = signal<{ loop: number; model: object; places: readonly Place[]; linesInAll: number } | null>(null);
  /** The places of the selected loop. */
  readonly places = computed(() => (this.listed.value?.loop === this.loop.value && this.listed.value.model === this.model.value ? this.listed.value : null));
  private readonly described = signal<{ model: object; of: AskConstruct } | null>(null);
  /** The construct that is asked about: the one of the link, or the selected loop. */
  private readonly number = computed(() => this.link.value.construct ?? this.places.value?.places[0]?.construct ?? null);
  readonly construct = computed(() => {
    const known = this.described.value;
    return known && known.model === this.model.value && known.of.construct === this.number.value ? known.of : null;
  });

  /** The selected process, if it takes part. */
  readonly process = computed(() => {
    const selected = this.workspace.modelView.view.value.process;
    return selected !== null && this.construct.value?.members.includes(selected) === true ? selected : null;
  });
  /** The trace that turned out to have no sizes of messages. */
  private readonly lacking = signal<number | null>(null);
  readonly attributes = computed<readonly string[]>(() => {
    const construct = this.construct.value;
    const wanted = this.link.value.attributes.filter((name) => construct?.attributes.includes(name));
    if (!construct || wanted.length > 0) return wanted;
    const first = this.hasTimes.value ? (construct.kind === "loop" ? "period" : "duration") : construct.attributes.includes("bytes") && this.lacking.value !== this.handle.value ? "bytes" : "position";
    return [first];
  });
  readonly attribute = computed(() => this.attributes.value[0] ?? "");
  /** Along what; a map of loops needs two. */
  readonly axes = computed<AskAxes>(() => {
    const { axes } = this.link.value;
    const [construct, process] = [this.construct.value, this.process.value];
    if (axes === "loops" && (construct?.loops.length ?? 0) < 2) return "over";
    return axes === "processes" && (process !== null || (construct?.members.length ?? 0) < 2) ? "over" : axes;
  });
  readonly ranges = computed(() => {
    const loops = this.construct.value?.loops ?? [];
    return this.link.value.ranges.filter(({ level, last }) => last < (loops[level]?.count ?? 0));
  });

  /** The query, but for what is asked of its records. */
  private readonly records = computed<AskQuery | null>(() => {
    const construct = this.construct.value;
    if (!construct || this.attributes.value.length === 0) return null;
    const process = this.process.value;
    const ranges = this.ranges.value.flatMap(({ level, first, last }) => [level, first, last]);
    return { ...NOTHING, construct: construct.construct, each: construct.kind === "loop", processes: process === null ? [] : [process], attributes: [...this.attributes.value], ranges };
  });
  private readonly key = computed(() => JSON.stringify([this.handle.value, this.records.value]));

  private readonly last = signal<Answered | null>(null);
  /** The chart of the question, or, while another form of it is on its way, the one before. */
  readonly answered = computed(() => (this.last.value?.key === this.key.value ? this.last.value : null));
  private readonly failed = signal<{ key: string; problem: Problem } | null>(null);
  readonly problem = computed(() => (this.failed.value?.key === this.key.value ? this.failed.value.problem : null));
  /** How far the work is, 0 to 1; null if it takes no time worth a word. */
  readonly share = signal<number | null>(null);
  private readonly ranged = signal<{ key: string; ranges: readonly AskRange[] } | null>(null);
  private readonly rangesKey = computed(() => {
    const records = this.records.value;
    return records ? JSON.stringify([this.handle.value, { ...records, attributes: [] }]) : "";
  });
  /** What the values of each attribute are between; null until it is known. */
  readonly valuesOf = computed(() => (this.ranged.value?.key === this.rangesKey.value ? this.ranged.value.ranges : null));

  private readonly tabled = signal<{ key: string; from: number; indices: number[]; values: string[] } | null>(null);
  readonly table = computed(() => (this.tabled.value?.key === this.key.value ? this.tabled.value : null));
  /** The first row of the table where it is all that is shown. */
  readonly page = signal(0);

  /** The record that is selected: the selected iteration of the loop around the construct; null for none. */
  readonly record = computed(() => {
    const construct = this.construct.value;
    const index = this.iteration.value;
    const loops = construct?.loops ?? [];
    if (!construct || index === null || loops.at(-1)?.id !== this.loop.value) return null;
    let rest = index;
    const indices = [...loops].reverse().map(({ count }) => {
      const own = rest % Math.max(1, count);
      rest = Math.floor(rest / Math.max(1, count));
      return own;
    });
    return recordOf(indices.reverse(), shapeOf(construct, this.ranges.value));
  });
  /** The selected iteration in the whole run. */
  readonly iteration = signal<number | null>(null);

  private turn = 0;

  constructor(private readonly workspace: Workspace) {
    effect(() => this.list());
    effect(() => this.resolve());
    effect(() => this.describe());
    effect(() => this.follow());
    effect(() => this.rows());
  }

  private async ask(query: AskQuery, refused?: (problem: Problem) => void): Promise<AskReply | null> {
    const handle = this.handle.peek();
    if (handle === null) return null;
    const reply = await this.workspace.engine.ask({ ...query, type: "ask" as const, handle }, "none", undefined, refused);
    return reply ? (JSON.parse(reply.json) as AskReply) : null;
  }

  /** The places of the selected loop, for the list of constructs. */
  private list(): void {
    const [model, loop] = [this.model.value, this.loop.value];
    if (!model || this.places.value) return;
    void this.ask({ ...NOTHING, what: "places", construct: loop }).then((reply) => {
      if (reply && "places" in reply && this.model.peek() === model) this.listed.value = { loop, model, ...reply.places };
    });
  }

  /** The construct of a place that was clicked. */
  private resolve(): void {
    const [model, place] = [this.model.value, this.workspace.screen.askPlace.value];
    if (!model || !place) return;
    void this.find(place).then((construct) => {
      const { screen, toast } = this.workspace;
      if (screen.askPlace.peek() !== place) return;
      screen.askPlace.value = null;
      if (construct === null) toast.announce("This place cannot be found in the model");
      else this.choose({ construct, attributes: [], ranges: [] });
    });
  }

  private async find(place: AskPlace): Promise<number | null> {
    if (place.kind === "construct") return place.construct;
    const reply = await this.ask({ ...NOTHING, what: "places", construct: place.loop });
    return reply && "places" in reply ? (reply.places.places[place.line]?.construct ?? null) : null;
  }

  private describe(): void {
    const [model, number] = [this.model.value, this.number.value];
    if (!model || number === null || this.construct.value) return;
    const refused = () => {
      this.workspace.toast.announce(`There is no construct ${number} here; the selected loop is shown`);
      this.choose({ construct: null, ranges: [] });
    };
    void this.ask({ ...NOTHING, what: "describe", construct: number, each: true }, refused).then((reply) => {
      if (!reply || !("describe" in reply) || this.model.peek() !== model) return;
      const of = reply.describe.construct;
      this.described.value = { model, of };
      // The loop around it is the selected one: its iterations are those of the records.
      const around = of.loops.at(-1)?.id;
      const { modelView } = this.workspace;
      const handle = modelView.handle.peek();
      if (around !== undefined && handle !== null && around !== this.loop.peek()) modelView.set(handle, { ...modelView.view.peek(), loop: around, iteration: null, around: [], call: null });
    });
  }

  /** Asks, again and again until it is answered. */
  private follow(): void {
    const [records, key, axes, width] = [this.records.value, this.key.value, this.axes.value, this.width.value];
    const what: AskWhat = axes === "table" ? "over" : axes;
    const turn = ++this.turn;
    if (!records || width <= 0) return;
    const [construct, attributes] = [this.construct.peek(), this.attributes.peek()];
    const begun = performance.now();
    const isCurrent = () => turn === this.turn;
    const columns = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(what === "processes" || what === "loops" ? width / 2 : width - BESIDE_PX)));
    const query = { ...records, what, columns, rows: MOST_ROWS };
    const step = async () => {
      let problem: Problem | null = null;
      const reply = await this.ask(query, (why) => (problem = why));
      if (!isCurrent()) return;
      // Nobody asked for the sizes that it lacks.
      if (problem && this.link.peek().attributes.length === 0 && attributes[0] === "bytes") this.lacking.value = this.handle.peek();
      else if (problem) this.failed.value = { key, problem };
      if (!reply) this.share.value = null;
      else if ("working" in reply) {
        if (performance.now() - begun > VISIBLE_MS) this.share.value = reply.working.done / Math.max(1, reply.working.total);
        return step();
      } else if ("answer" in reply && construct) {
        this.share.value = null;
        this.last.value = { key, answer: reply.answer.answer, construct, attributes, axes };
        if (!untracked(() => this.valuesOf.value)) await this.rangeAll(records, isCurrent);
      }
    };
    void step();
  }

  private async rangeAll(records: AskQuery, isCurrent: () => boolean): Promise<void> {
    const key = this.rangesKey.peek();
    for (;;) {
      const reply = await this.ask({ ...records, what: "ranges" });
      if (!isCurrent() || !reply) return;
      if ("ranges" in reply) {
        this.ranged.value = { key, ranges: reply.ranges.ranges };
        return;
      }
    }
  }

  /** The rows of the table: around the selected record, or a page of all. */
  private rows(): void {
    const [records, key, now, axes] = [this.records.value, this.key.value, this.answered.value, this.axes.value];
    const [page, record] = [this.page.value, this.record.value];
    if (!records || !now) return;
    const most = axes === "table" ? TABLE_ROWS.all : TABLE_ROWS.around;
    const from = axes === "table" ? page : Math.max(0, Math.min((record ?? 0) - Math.floor(most / 2), now.answer.records - most));
    void this.ask({ ...records, what: "rows", from, columns: most }).then((reply) => {
      if (reply && "rows" in reply && key === this.key.peek()) this.tabled.value = { key, from, ...reply.rows };
    });
  }

  /** Asks something else. */
  choose(change: Partial<AskLink>): void {
    const { screen } = this.workspace;
    if (change.construct !== undefined || change.ranges !== undefined) this.page.value = 0;
    screen.ask.value = { ...this.link.peek(), ...change };
  }

  /** Shows an attribute: it comes first. */
  show(attribute: string): void {
    this.choose({ attributes: [attribute, ...this.attributes.peek().filter((name) => name !== attribute)] });
  }

  /** Takes an attribute, or takes it no more; one is always taken. */
  take(attribute: string): void {
    const now = this.attributes.peek();
    const rest = now.filter((name) => name !== attribute);
    if (rest.length > 0 || now.length === 0) this.choose({ attributes: rest.length < now.length ? rest : [...now, attribute] });
  }

  limit(range: AskedRange | null): void {
    const rest = this.link.peek().ranges.filter(({ level }) => level !== (range?.level ?? 0));
    this.choose({ ranges: range ? [...rest, range].sort((a, b) => a.level - b.level) : [] });
  }

  /** The iteration in the whole run that a record is in: that of the innermost loop around it. */
  iterationOf(record: number): number {
    const construct = this.construct.peek();
    if (!construct) return 0;
    const shape = shapeOf(construct, this.ranges.peek());
    let rest = record;
    const indices = [...shape].reverse().map(({ first, count }) => {
      const own = first + (rest % Math.max(1, count));
      rest = Math.floor(rest / Math.max(1, count));
      return own;
    });
    return indices.reverse().reduce((whole, index, level) => whole * (construct.loops[level]?.count ?? 1) + index, 0);
  }

  /** The text or the bytes of a file, part by part. */
  async file(what: AskWhat): Promise<string | null> {
    const records = this.records.peek();
    if (!records) return null;
    let text = "";
    for (let from = 0; ; ) {
      const reply = await this.ask({ ...records, what, from }, (problem) => this.workspace.toast.announce(`${problem.what} ${problem.found}`));
      if (!reply) return null;
      if ("working" in reply) continue;
      if (!("file" in reply)) return null;
      text += reply.file.text;
      if (reply.file.next === null || reply.file.next === undefined) return text;
      from = reply.file.next;
    }
  }

  /** The question as a "loopscope-query/1" document. */
  document(): string {
    const [records, construct] = [this.records.peek(), this.construct.peek()];
    if (!records || !construct) return "";
    const where = this.ranges.peek().map(({ level, first, last }) => [`i${level}`, [first, last]]);
    const get = { label: construct.words, construct: records.construct, at: "before", each: records.each, processes: records.processes, attributes: records.attributes, ...(where.length > 0 ? { where: Object.fromEntries(where) as Record<string, number[]> } : {}) };
    return `${JSON.stringify({ format: "loopscope-query/1", get: [get] })}\n`;
  }

  /** Whether a mean or a sum of the shown attribute says something. */
  readonly adds = computed(() => !isPoint(this.attribute.value));
}

const createAsk = (workspace: Workspace): AskState => new AskState(workspace);

export const useAsk = (): AskState => useFeature(createAsk);
