/**
 * What the run would last if some of its times were others: a task that makes it ready once, then a question for each change.
 *
 * The handle of the slider follows the pointer along a curve that is known beforehand; process bars and paths follow as fast as
 * the engine answers.
 */
import { computed, effect, signal } from "@preact/signals";
import { type Assumption, mostOf } from "../../base/assumptions";
import type { DominoStep, IterationGains, LoopGains, Sentence, WhatIfAnswer, WhatIfRule, WhatIfSummary } from "../../engine/wire";
import { createTask, type Task, type TaskWanted } from "../../workspace/task";
import { useFeature, type Workspace } from "../../workspace/workspace";
import { assumed, asTheMedian, type Candidate, halfIn, curveAt, gainInWords, imbalanceIn, inAllPlaces, leastInWords, throughCalls, wholeOf, withoutLoops, worth } from "./candidates";

/** What the steps of a domino path leave out. */
export type DominoOf = "waits" | "computations";

/** What lies over the timeline: the critical path, how late calls may be, the waits whose loss gains most, or what a reduction leaves out. */
export type LaidOver = "path" | "slack" | "dominoes" | "leftOut";

/** What lies over some ranges of the timeline. */
interface OverTime {
  processes: readonly number[];
  strips: readonly (readonly number[])[];
  /** Calls that are left out, all calls, events that may be asked about; only where it is asked what is left out. */
  leftOut?: readonly [number, number, number] | null;
}

/** What is known if computing in a loop took half as long. */
export interface HalfAsLong {
  /** What the run would gain, in words; null where it is not known. */
  gain: string | null;
  /** Whether it may be more. */
  isLeast: boolean;
  /** How much of the loop, with its calls, is computing and messages, 0 to 1; null as there. */
  trust: number | null;
}

/** How far a prediction can be trusted. */
interface Touched {
  key: string;
  /** How much of what is assumed about is computing and messages, 0 to 1; null where the run does not wait for that, or it is not known. */
  trust: number | null;
  sentence: readonly Sentence[];
}

/** A domino path, as far as it is found. */
interface Dominoes {
  key: string;
  of: DominoOf;
  steps: readonly DominoStep[];
  /** Whether no step is to come. */
  over: boolean;
}

/** Steps that are looked for. */
const MOST_STEPS = 7;

interface Answered {
  key: string;
  answer: WhatIfAnswer;
}

/** The curve of an assumption under the others. */
interface Curve {
  key: string;
  points: WhatIfAnswer["curve"];
}

export class WhatIfState {
  /** Whether the overview shows what would help. */
  readonly inOverview = signal(false);
  /** What lies over the timeline. */
  readonly over = signal<LaidOver | null>(null);
  /** Calls that a reduction leaves out, all calls, and events that may be asked about. */
  readonly leftOut = signal<readonly [number, number, number] | null>(null);
  /** By which rule a reduction leaves calls out. */
  readonly rule = signal<WhatIfRule>("unmoved");
  readonly isOpen = computed(() => this.workspace.screen.view.value === "time" && this.workspace.screen.assumes.value !== null);
  readonly assumptions = computed<readonly Assumption[]>(() => this.workspace.screen.assumes.value ?? []);
  private readonly wished = signal(0);
  /** The assumption that the slider moves. */
  readonly moving = computed(() => Math.max(0, Math.min(this.wished.value, this.assumptions.value.length - 1)));
  /** Whether anything is assumed. */
  readonly assumes = computed(() => this.assumptions.value.length > 0);
  private readonly handle = computed(() => this.workspace.modelView.handle.value);
  private readonly wanted = computed<TaskWanted<"whatIf"> | null>(() => {
    const handle = this.handle.value;
    const summary = this.workspace.traces.loaded.value?.summary;
    if (handle === null || !summary?.hasTimes) return null;
    const choices = this.workspace.modelView.choices.value;
    return { handle, key: JSON.stringify(choices), request: { kind: "whatIf", ...choices } };
  });
  private readonly task: Task<"whatIf">;
  readonly running = computed(() => this.task.running.value);
  readonly problem = computed(() => this.task.problemOf(this.wanted.value));
  readonly summary = computed(() => this.task.resultOf(this.wanted.value)?.result ?? null);

  private readonly asked = computed(() => {
    const known = this.summary.value;
    return known && this.isOpen.value ? { handle: this.handle.value ?? 0, key: `${this.handle.value} ${JSON.stringify(this.assumptions.value)}` } : null;
  });
  private readonly answered = signal<Answered | null>(null);
  readonly refused = signal<string>("");
  private readonly curves = signal<Curve | null>(null);
  /** The last answer; of other factors while the next one is under way. */
  readonly answer = computed(() => (this.answered.value?.key.startsWith(`${this.handle.value} `) ? this.answered.value.answer : null));
  readonly isCurrent = computed(() => this.asked.value !== null && this.answered.value?.key === this.asked.value.key);
  private readonly touchedKey = computed(() => (this.asked.value && this.assumes.value ? `${this.handle.value} ${this.wanted.value?.key} ${JSON.stringify(this.assumptions.value.map(({ select }) => select))}` : ""));
  private readonly halves = new Map<string, Promise<HalfAsLong>>();
  private readonly gains = new WeakMap<object, Promise<readonly Candidate[] | null>>();
  private readonly touchedAs = signal<Touched | null>(null);
  /** How far the prediction can be trusted; it does not depend on factors. */
  readonly touched = computed(() => (this.touchedAs.value?.key === this.touchedKey.value ? this.touchedAs.value : null));
  readonly isSettled = computed(() => !this.isOpen.value || this.problem.value !== null || this.refused.value !== "" || (this.isCurrent.value && (this.touchedKey.value === "" || this.touched.value !== null)));
  /** The curve of the assumption that is moved. */
  readonly curve = computed(() => (this.curves.value?.key === this.curveKey() ? this.curves.value.points : null));
  /** The least and the most that the run would last. */
  readonly lengths = computed<readonly [number, number] | null>(() => {
    // Between its points the curve is near, no more.
    if (this.isCurrent.value && this.answer.value) return this.answer.value.lengths;
    const [points, assumption] = [this.curve.value, this.assumptions.value[this.moving.value]];
    return points && assumption ? curveAt(points, assumption.factor, mostOf(assumption.select)) : null;
  });

  /** What the steps of the domino path leave out; null where each thing alone is shown. */
  readonly dominoOf = signal<DominoOf | null>(null);
  private readonly dominoes = signal<Dominoes | null>(null);
  private readonly dominoKey = computed(() => (this.summary.value && this.dominoOf.value ? `${this.handle.value} ${this.wanted.value?.key} ${this.dominoOf.value}` : ""));
  /** The domino path, as far as it is found. */
  readonly domino = computed(() => (this.dominoes.value?.key === this.dominoKey.value ? this.dominoes.value : null));

  constructor(private readonly workspace: Workspace) {
    this.task = createTask<"whatIf">(workspace.engine, () => (this.isOpen.value || this.inOverview.value || this.over.value !== null ? this.wanted.value : null));
    this.task.follow();
    effect(() => this.ask());
    effect(() => void this.findTouched(this.touchedKey.value));
    effect(() => void this.findDominoes(this.dominoKey.value));
  }

  /** The critical path over time, the slack or what is left out: of each range each of these processes, one after the other, in columns. */
  async overTime(processes: number[], ranges: [number, number][], columns: number, what: Exclude<LaidOver, "dominoes">): Promise<OverTime | null> {
    const handle = this.handle.peek();
    if (handle === null || !this.summary.peek()) return null;
    const over = what === "leftOut" ? { leftOut: this.rule.peek() } : what;
    const reply = await this.workspace.engine.ask({ type: "whatIf", handle, query: { path: { processes, ranges, columns, over } } }, "over");
    return reply && "path" in reply.reply ? reply.reply.path : null;
  }

  /** What an iteration, from 0, of a loop would gain; null where it is not known. */
  async gainsOf(id: number, iteration: number): Promise<IterationGains | null> {
    const handle = this.handle.peek();
    if (handle === null || !this.summary.peek()) return null;
    const reply = await this.workspace.engine.ask({ type: "whatIf", handle, query: { iteration: { id, iteration } } });
    return reply && "iteration" in reply.reply ? reply.reply.iteration.gains : null;
  }

  /** What is known if computing in these loops took half as long. Whoever asks again, of the same ones, gets the same answer. */
  halfAsLong(loops: readonly LoopGains[]): Promise<HalfAsLong> {
    const key = `${this.handle.value} ${this.wanted.value?.key} ${loops.map(({ id }) => id).join()}`;
    const known = this.halves.get(key) ?? this.findHalf(loops, key);
    this.halves.set(key, known);
    return known;
  }

  private async findHalf(loops: readonly LoopGains[], key: string): Promise<HalfAsLong> {
    const [found, touched] = await Promise.all([this.predict(halfIn(loops)), this.touchedBy(loops.flatMap(({ id }) => wholeOf(id)))]);
    // What got no answer is asked again.
    if (!found) this.halves.delete(key);
    return { gain: found?.said ?? null, isLeast: found?.isLeast ?? false, trust: touched?.trust ?? null };
  }

  /** The gains if parts of loops that do the same took no time in all of them, the largest first; null without an answer. */
  gainsInAllPlaces(loops: readonly LoopGains[]): Promise<readonly Candidate[] | null> {
    return this.gainsOfEach(loops, inAllPlaces(loops));
  }

  /** The gain if computing were spread evenly, if that is worth it; null without an answer. */
  gainOfEvening(loops: readonly LoopGains[]): Promise<readonly Candidate[] | null> {
    return this.gainsOfEach(loops[0] ?? this.summary.peek() ?? loops, [imbalanceIn(loops)]);
  }

  /** The gains of a run in which nothing is in a loop, the largest first; null without an answer. */
  gainsWithoutLoops(summary: WhatIfSummary): Promise<readonly Candidate[] | null> {
    return this.gainsOfEach(summary.now, withoutLoops(summary));
  }

  /** The gains if single processes computed as long as the median one, where that differs, the largest first; none without an answer. */
  async gainsOfUneven(summary: WhatIfSummary): Promise<readonly Candidate[]> {
    const handle = this.handle.peek();
    if (handle === null) return [];
    const reply = await this.workspace.engine.ask({ type: "whatIf", handle, query: "uneven" });
    const changes = reply && "uneven" in reply.reply ? reply.reply.uneven.changes : [];
    return (await this.gainsOfEach(summary.facts, changes.map(asTheMedian))) ?? [];
  }

  /** The gain of each, the largest first. Whoever asks again, `of` the same, gets the same answer; null without one. */
  private gainsOfEach(of: object, all: readonly Omit<Candidate, "gain">[]): Promise<readonly Candidate[] | null> {
    const known = this.gains.get(of) ?? this.findGains(of, all);
    this.gains.set(of, known);
    return known;
  }

  private async findGains(of: object, all: readonly Omit<Candidate, "gain">[]): Promise<readonly Candidate[] | null> {
    const found = await Promise.all(all.map(async (one) => ({ ...one, gain: await this.gainOf(assumed(one)) })));
    const known = found.filter((one): one is Candidate => one.gain !== null);
    if (known.length === found.length) return worth(known, this.summary.peek()?.length ?? 0);
    // What got no answer is asked again.
    this.gains.delete(of);
    return null;
  }

  /** What the run would gain, the least and the most, if these took so many times as long; null where it is not known. */
  async gainOf(assumptions: readonly Assumption[]): Promise<readonly [number, number] | null> {
    return (await this.predict(assumptions))?.gain ?? null;
  }

  /** The same, and in words, which say if it may be more. */
  async predict(assumptions: readonly Assumption[]): Promise<{ gain: readonly [number, number]; said: string; isLeast: boolean } | null> {
    const [handle, summary] = [this.handle.peek(), this.summary.peek()];
    if (handle === null || !summary) return null;
    const changes = [...assumptions];
    const reply = await this.workspace.engine.ask({ type: "whatIf", handle, query: { answer: { changes, moving: undefined } } });
    const answer = reply && "answer" in reply.reply ? reply.reply.answer.answer : null;
    if (!answer) return null;
    const { length, now } = summary;
    const gain: [number, number] = [length - Math.max(...answer.lengths), length - Math.min(...answer.lengths)];
    const isLeast = throughCalls(now, answer.then, length) !== "";
    const said = isLeast ? `${leastInWords(gain, length)} or more` : gainInWords(gain, length);
    return { gain, said, isLeast };
  }

  /** How far a prediction of these can be trusted, 0 to 1; null where it is not known. */
  async trustIn(assumptions: readonly Assumption[]): Promise<number | null> {
    return (await this.touchedBy(assumptions.map(({ select }) => select)))?.trust ?? null;
  }

  /** How far a prediction can be trusted that changes these. */
  private async touchedBy(selects: string[]): Promise<Omit<Touched, "key"> | null> {
    const handle = this.handle.peek();
    if (handle === null) return null;
    const reply = await this.workspace.engine.ask({ type: "whatIf", handle, query: { touched: { selects } } });
    if (!reply || !("touched" in reply.reply)) return null;
    const { trust, sentence } = reply.reply.touched;
    return { trust: trust ?? null, sentence };
  }

  private async findTouched(key: string): Promise<void> {
    const handle = this.handle.peek();
    if (key === "" || handle === null || this.touchedAs.peek()?.key === key) return;
    const selects = this.assumptions.peek().map(({ select }) => select);
    const found = await this.touchedBy(selects);
    if (this.touchedKey.peek() !== key) return;
    this.touchedAs.value = { key, trust: null, sentence: [], ...found };
  }

  /** Finds the domino path, a step at a time, as long as it is wanted. */
  private async findDominoes(key: string): Promise<void> {
    const [handle, of] = [this.handle.peek(), this.dominoOf.peek()];
    if (key === "" || handle === null || of === null || this.dominoes.peek()?.key === key) return;
    const steps: DominoStep[] = [];
    for (let over = false; !over; ) {
      this.dominoes.value = { key, of, steps: [...steps], over };
      const query = { domino: { computations: of === "computations", after: steps.map(({ event }) => event) } };
      const reply = await this.workspace.engine.ask({ type: "whatIf", handle, query });
      if (this.dominoKey.peek() !== key) return void (this.dominoes.value = null);
      const step = reply && "domino" in reply.reply ? reply.reply.domino.step : undefined;
      if (step) steps.push(step);
      over = !step || steps.length === MOST_STEPS;
      this.dominoes.value = { key, of, steps: [...steps], over };
    }
  }

  /** What the curve depends on: all assumptions but the factor of the one that is moved. */
  private curveKey(): string {
    const moving = this.moving.value;
    const fixed = this.assumptions.value.map(({ select, factor }, at) => (at === moving ? select : `${select}*${factor}`));
    return `${this.handle.value} ${moving} ${fixed.join()}`;
  }

  private ask(): void {
    const asked = this.asked.value;
    const changes = [...this.assumptions.value];
    const moving = this.moving.value;
    const curveKey = this.curveKey();
    if (!asked) return;
    const wantsCurve = moving < changes.length && this.curves.peek()?.key !== curveKey;
    void this.workspace.engine.ask({ type: "whatIf", handle: asked.handle, query: { answer: { changes, moving: wantsCurve ? moving : undefined } } }, "whatif").then((reply) => {
      const found = reply && "answer" in reply.reply ? reply.reply.answer.answer : null;
      if (!found) {
        if (this.asked.peek()?.key === asked.key && !this.isCurrent.peek()) this.refused.value = "This cannot be predicted: the run has nothing of what is assumed.";
        return;
      }
      this.refused.value = "";
      this.answered.value = { key: asked.key, answer: found };
      if (wantsCurve) this.curves.value = { key: curveKey, points: found.curve };
    });
  }

  /** Moves another of the assumptions. */
  move(at: number): void {
    this.wished.value = at;
  }

  /** Assumes that something takes so many times as long, and moves that. */
  assume(select: string, factor: number): void {
    const now = this.assumptions.peek();
    const at = now.findIndex((one) => one.select === select);
    const next = at < 0 ? [...now, { select, factor }] : now.map((one, place) => (place === at ? { select, factor } : one));
    this.wished.value = at < 0 ? next.length - 1 : at;
    this.workspace.screen.assumes.value = next;
  }

  /** Assumes these, and nothing else. */
  assumeOnly(assumptions: readonly Assumption[]): void {
    this.wished.value = 0;
    this.workspace.screen.assumes.value = [...assumptions];
  }

  drop(select: string): void {
    const next = this.assumptions.peek().filter((one) => one.select !== select);
    this.wished.value = next.length - 1;
    this.workspace.screen.assumes.value = next;
  }

  reset(): void {
    this.wished.value = 0;
    this.workspace.screen.assumes.value = [];
  }
}

export const createWhatIf = (workspace: Workspace): WhatIfState => new WhatIfState(workspace);

export const useWhatIf = (): WhatIfState => useFeature(createWhatIf);
