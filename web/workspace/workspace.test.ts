// Two workspaces on one page, each with an engine that the test plays.
import { expect, test, vi } from "vitest";
import type { Port } from "../engine/client";
import type { FromWorker, ToWorker } from "../engine/protocol";
import type { LoopCard, ProcessRow, Reply, Request, Strip, Summary } from "../engine/wire";
import { createWorkspace, type Workspace } from "./workspace";

vi.stubGlobal("requestAnimationFrame", (task: () => void) => (task(), 1));
vi.stubGlobal("cancelAnimationFrame", () => undefined);

/** An engine that answers at once, as far as it is told to. */
class FakePort implements Port {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly sent: ToWorker[] = [];
  answers: (request: Request) => Reply | null = () => null;

  postMessage(message: ToWorker): void {
    this.sent.push(message);
    const reply = message.type === "ask" ? this.answers(message.request) : null;
    if (message.type === "ask" && reply) this.tell({ type: "answer", id: message.id, reply });
  }

  tell(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }

  terminate(): void {
    this.onmessage = null;
  }

  asked(type: Request["type"]): Request[] {
    return this.sent.flatMap((message) => (message.type === "ask" && message.request.type === type ? [message.request] : []));
  }
}

const rows = [0, 1, 2].map((process) => ({ process, name: "", events: 100, loops: 3, kind: process, mainLoop: { id: 1, share: 0.9 } }) as unknown as ProcessRow);
const summary = { name: "", processes: rows, tables: [], options: { method: "optimal", view: "communication", signature: [], locals: "keep" }, fields: [], format: "native" } as unknown as Summary;

/** A workspace in which a trace of three processes is open. */
function opened(): { workspace: Workspace; port: FakePort } {
  const port = new FakePort();
  const workspace = createWorkspace(() => port);
  workspace.opener.files([{ path: "a.trace", blob: new Blob([]) }]);
  port.tell({ type: "done", handle: 1, summary, seconds: { reading: 0, loops: 0 } });
  return { workspace, port };
}

/** L1 holds L2 and, after it, L3; the engine opens L1, then L2. */
const cards = [[1, [2]], [2, [2, 0]], [3, [2, 5]]].map(([id, items]) => ({ id, count: 62, path: (items as number[]).map((item) => ({ item, iteration: 31 })) }) as unknown as LoopCard);

/** Lets an engine answer as the real one does: what is asked for is opened, then the first loop inside. */
function answering(port: FakePort): void {
  port.answers = (request) => {
    if (request.type === "process") return { type: "process", process: request.process, sentence: [], loops: cards, suggestions: [] } as unknown as Reply;
    if (request.type !== "ribbon") return null;
    const { path } = request.look;
    const full = path.length > 0 ? path : [{ item: 2, iteration: 31 }, { item: 0, iteration: 31 }];
    const loops = full.map(({ item }, depth) => (depth === 0 ? 1 : item === 0 ? 2 : 3));
    const strips = full.map(({ item, iteration }, depth) => ({ opened: { item, iteration, loop: loops[depth], count: 62, start: 0, period: 1 }, from: 0, to: 9, length: 9, origin: 0 }) as unknown as Strip);
    return { type: "ribbon", path: full, strips, picture: { hits: [] } } as unknown as Reply;
  };
}

test("two workspaces keep their traces and selections apart", () => {
  const [a, b] = [opened(), opened()];
  a.workspace.choose.process(2);
  a.workspace.selection.setView({ loop: 3 });
  a.workspace.screen.show("model");
  b.workspace.choose.process(1);
  expect([a, b].map(({ workspace: { selection, screen } }) => [selection.row.value?.process, selection.loop.value, screen.view.value])).toEqual([
    [2, 3, "model"],
    [1, 1, "overview"],
  ]);
  b.workspace.traces.loaded.value = null;
  expect(a.workspace.selection.shown.value?.name).toBe("a");
  // Each asks its own engine.
  expect(a.port.asked("process").map((request) => "process" in request && request.process)).toEqual([0, 2]);
  expect(b.port.asked("process").map((request) => "process" in request && request.process)).toEqual([0, 1]);
});

test("a feature has one state for each workspace", () => {
  const create = vi.fn<(workspace: Workspace) => { screen: unknown }>(({ screen }) => ({ screen }));
  const [a, b] = [opened().workspace, opened().workspace];
  expect(a.feature(create)).toBe(a.feature(create));
  expect(b.feature(create).screen).toBe(b.screen);
  expect(create).toHaveBeenCalledTimes(2);
});

test("keys that follow each other faster than pictures act on what is selected, not on what was drawn", async () => {
  const { workspace, port } = opened();
  const { choose, ribbon, selection, details } = workspace;
  answering(port);
  ribbon.width.value = 800;
  choose.process(1);
  await vi.waitFor(() => expect([ribbon.isCurrent.value, details.cards.value.length]).toEqual([true, 3]));
  expect(ribbon.place.value?.path).toHaveLength(1);

  // From here on no picture comes.
  const answers = port.answers;
  port.answers = () => null;
  choose.loop(3);
  expect(ribbon.isSettled.value).toBe(false);
  choose.stepIteration(1);
  choose.stepIteration(1);
  expect(selection.view.value.path.map(({ item, iteration }) => [item, iteration])).toEqual([[2, 31], [5, 33]]);
  expect(selection.loop.value).toBe(3);

  // The next picture shows the same.
  port.answers = answers;
  choose.stepIteration(-1);
  await vi.waitFor(() => expect(ribbon.isSettled.value).toBe(true));
  expect(ribbon.place.value?.path.map(({ iteration }) => iteration)).toEqual([31, 32]);
});
