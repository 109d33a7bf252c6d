/** What the lab shows: a station, an input, its steps, and the one at hand. */
import { computed, effect, signal } from "@preact/signals";
import type { LabBandName, LabExample, LabFigure, LabFileKind, LabInput, LabQuery, LabReply, LabStation, LabStep, Picture, Problem } from "../../engine/wire";
import { useFeature, type Workspace } from "../../workspace/workspace";
import { type LabLink, readLab, writeLab } from "./link";

/** A drawn step. */
export interface Drawn {
  at: number;
  bands: readonly LabBandName[];
  figures: readonly LabFigure[];
  picture: Picture;
}

/** Seconds a step stays while it plays. */
export const SPEEDS = [2, 1, 0.5, 0.25] as const;

/** The width of a step as a page, in pixels of CSS. */
const PAGE_WIDTH = 1060;

/** Browsers allow a hundred changes of the address in half a minute. */
const ADDRESS_MS = 350;

export class LabState {
  readonly stations = signal<readonly LabStation[]>([]);
  readonly name = signal("");
  readonly input = signal<LabInput | null>(null);
  readonly steps = signal<readonly LabStep[]>([]);
  /** Whether steps were left out before the last one. */
  readonly cut = signal(false);
  /** The pseudo-code of this run, where it is not that of the station. */
  readonly code = signal<readonly string[]>([]);
  /** Where the input comes from. */
  readonly from = signal<string | undefined>(undefined);
  /** The query string of the page that it comes from. */
  readonly back = signal<string | undefined>(undefined);
  readonly at = signal(0);
  readonly fine = signal(false);
  readonly playing = signal(false);
  readonly speed = signal(1);
  /** The exercise that is asked; 0 for none. */
  readonly ask = signal(0);
  /** The part of the picture that was clicked while a question was asked. */
  readonly picked = signal("");
  readonly problem = signal<Problem | null>(null);
  /** The input that the problem is about. */
  readonly refused = signal<LabInput | null>(null);
  /** What became of a step when a letter was changed. */
  readonly remark = signal("");
  readonly drawn = signal<Drawn | null>(null);
  /** The width of the stage before it is made larger. */
  readonly width = signal(0);
  readonly station = computed<LabStation | null>(() => this.stations.value.find(({ name }) => name === this.name.value) ?? null);
  readonly step = computed<LabStep | null>(() => this.steps.value[this.at.value] ?? null);
  /** The steps at which coarse stepping stops. */
  readonly stops = computed(() => this.steps.value.flatMap(({ coarse }, at) => (coarse ? [at] : [])));
  readonly example = computed<LabExample | null>(() => this.station.value?.examples.find(({ input }) => isSame(input, this.input.value)) ?? null);
  readonly isTeaching = computed(() => this.name.value === "teach");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private player: ReturnType<typeof setTimeout> | undefined;
  private round = 0;
  /** Why the engine did not answer. */
  private refusal: Problem | null = null;

  constructor(private readonly workspace: Workspace) {
    effect(() => {
      const [station, input, at, width, theme] = [this.name.value, this.input.value, this.at.value, this.width.value, workspace.themes.theme.value];
      if (input && this.steps.value.length > 0 && width > 0) void this.draw({ input: { ...input, station }, at, width, theme });
    });
    effect(() => {
      const link = this.link.value;
      clearTimeout(this.timer);
      if (workspace.screen.page.value !== "lab" || link.station === "") return;
      this.timer = setTimeout(() => {
        if (workspace.screen.page.peek() === "lab") history.replaceState(history.state, "", this.address());
      }, ADDRESS_MS);
    });
  }

  readonly link = computed<LabLink>(() => ({ station: this.name.value, input: this.input.value, step: this.at.value, fine: this.fine.value, ask: this.ask.value, from: this.from.value, back: this.back.value }));

  /** The whole address of what is shown. */
  readonly address = (change: Partial<LabLink> = {}): string => `${location.href.replace(/[?#].*$/, "")}${writeLab({ ...this.link.peek(), ...change })}`;

  private async query(query: LabQuery): Promise<LabReply | null> {
    const lane = typeof query !== "string" && "draw" in query ? "lab" : "none";
    const reply = await this.workspace.engine.ask({ type: "lab", query }, lane, undefined, (problem) => (this.refusal = problem));
    return reply?.reply ?? null;
  }

  /** Opens what the address names. */
  readonly open = async (): Promise<void> => {
    const link = readLab(location.search);
    if (this.stations.value.length === 0) {
      const reply = await this.query("stations");
      if (!reply || !("stations" in reply)) return void (this.problem.value = lost());
      this.stations.value = reply.stations.stations;
    }
    const known = link.station === "teach" ? "teach" : (this.stations.value.find(({ name }) => name === link.station)?.name ?? this.stations.value[0]?.name ?? "");
    this.fine.value = link.fine;
    this.ask.value = link.ask;
    if (known === "teach") return void (this.name.value = known);
    const first = this.stations.value.find(({ name }) => name === known)?.examples[0]?.input ?? null;
    const input = link.station === known ? (link.input ?? first) : first;
    this.from.value = link.station === known ? link.from : undefined;
    this.back.value = link.back;
    if (input) await this.run(known, input, link.step);
  };

  /** Shows a station with its first example. */
  readonly go = (name: string): void => {
    const station = this.stations.value.find((one) => one.name === name);
    this.ask.value = 0;
    this.from.value = undefined;
    if (station?.examples[0]) void this.run(name, station.examples[0].input, 0);
    else if (name === "teach") this.name.value = name;
  };

  /** Steps through an input. */
  readonly run = async (name: string, input: LabInput, at: number): Promise<void> => {
    const mine = ++this.round;
    this.stop();
    this.refusal = null;
    const reply = await this.query({ open: { input: { ...input, station: name } } });
    if (mine !== this.round) return;
    if (!reply || !("opened" in reply)) {
      this.refused.value = { ...input, station: name };
      this.problem.value = this.refusal ?? lost();
      return;
    }
    const { steps, cut, code, input: full } = reply.opened.opened;
    this.problem.value = null;
    if (name !== this.name.peek()) this.remark.value = "";
    this.drawn.value = name === this.name.peek() ? this.drawn.peek() : null;
    this.name.value = name;
    // An example that a link names by a case has its text from the engine.
    this.input.value = input.text === undefined ? { ...full, example: undefined } : input;
    this.code.value = code;
    this.cut.value = cut;
    this.steps.value = steps;
    this.at.value = Math.max(0, Math.min(at, steps.length - 1));
  };

  /** Another input at the same station: the step stays if all steps before it are the same, else the last common one is shown. */
  readonly change = async (input: LabInput): Promise<void> => {
    const [before, at] = [this.steps.peek(), this.at.peek()];
    await this.run(this.name.peek(), input, at);
    if (this.problem.peek()) return;
    const now = this.steps.peek();
    let common = 0;
    while (common < at && common < now.length && before[common]?.say === now[common]?.say) common += 1;
    this.at.value = Math.min(common, now.length - 1);
    this.remark.value = common < at ? `With this input step ${at} is another one: the last common step is ${Math.max(0, common - 1)}.` : "";
    if (common < at) this.at.value = Math.max(0, common - 1);
  };

  readonly show = (at: number): void => {
    this.at.value = Math.max(0, Math.min(at, this.steps.peek().length - 1));
  };

  /** One stop on or back, of the zoom or of the other one. */
  readonly move = (by: 1 | -1, fine = this.fine.peek()): void => {
    const at = this.at.peek();
    if (fine) return this.show(at + by);
    const stops = this.stops.peek();
    this.show(by > 0 ? (stops.find((stop) => stop > at) ?? at) : (stops.filter((stop) => stop < at).at(-1) ?? 0));
  };

  readonly play = (): void => {
    if (this.playing.peek()) return this.stop();
    if (this.at.peek() >= this.steps.peek().length - 1) this.show(0);
    this.playing.value = true;
    const next = () => {
      const at = this.at.peek();
      this.move(1);
      if (this.at.peek() === at || this.ask.peek() > 0) return this.stop();
      this.player = setTimeout(next, this.speed.peek() * 1000);
    };
    this.player = setTimeout(next, this.speed.peek() * 1000);
  };

  readonly stop = (): void => {
    clearTimeout(this.player);
    this.playing.value = false;
  };

  private async draw(what: { input: LabInput; at: number; width: number; theme: "light" | "dark" }): Promise<void> {
    const reply = await this.query({ draw: { ...what, page: undefined } });
    if (reply && "drawn" in reply && what.input.station === this.name.peek()) this.drawn.value = { at: what.at, ...reply.drawn };
  }

  /** A step as a page: with its sentence, the line of the code, source and link. */
  readonly page = async (at: number): Promise<Picture | null> => {
    const input = this.input.peek();
    if (!input) return null;
    const [station, theme] = [this.name.peek(), this.workspace.themes.theme.peek()];
    const reply = await this.query({ draw: { input: { ...input, station }, at, width: PAGE_WIDTH, theme, page: this.address({ step: at }) } });
    return reply && "drawn" in reply ? reply.drawn.picture : null;
  };

  /** A file of the step or of all steps. */
  readonly file = async (what: LabFileKind): Promise<{ text: string; fileName: string; mime: string } | null> => {
    const input = this.input.peek();
    if (!input) return null;
    const reply = await this.query({ file: { input, at: this.at.peek(), what, theme: "light", link: this.address() } });
    return reply && "file" in reply ? reply.file : null;
  };

  /** The sentences of the steps of another input, for an exercise. */
  readonly stepsOf = async (station: string, input: LabInput): Promise<readonly LabStep[]> => {
    const reply = await this.query({ open: { input: { ...input, station } } });
    return reply && "opened" in reply ? reply.opened.opened.steps : [];
  };
}

function isSame(a: LabInput, b: LabInput | null): boolean {
  const plain = (input: LabInput) => JSON.stringify([(input.text ?? "").replace(/[\s,]+/g, " ").trim(), input.k ?? null, input.smax ?? null, input.nflush ?? null, input.model ?? null, input.ahead ?? null, input.split ?? null, input.case ?? null, input.of ?? null]);
  return b !== null && plain(a) === plain(b);
}

function lost(): Problem {
  return {
    severity: "error", file: "", line: undefined, place: "", what: "The engine of the lab could not be loaded.", found: "", expected: "",
    remedy: "Reload the page.", count: 1, also: "", choices: [], context: [],
  };
}

const createLab = (workspace: Workspace): LabState => new LabState(workspace);

export const useLab = (): LabState => useFeature(createLab);
