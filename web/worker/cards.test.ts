import { afterEach, expect, test, vi } from "vitest";
import { drawCard } from "./cards";
import { FakeEngine, FakeWorld } from "./fake.test-helper";

const ask = { type: "card", id: "lu", url: "https://example.org/samples/lu.tar.zst", width: 364, height: 200 } as const;

const { files } = new FakeWorld();

function serve(status: number): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(status === 200 ? "bytes" : "", { status })));
}

afterEach(() => vi.unstubAllGlobals());

test("a trace is fetched, opened, modelled and drawn", async () => {
  serve(200);
  const engine = new FakeEngine();
  engine.steps.push(
    { type: "done", handle: 1, summary: {} as never },
    { type: "task", handle: 1, report: { type: "progress", progress: { done: 1, total: 2, part: undefined } } },
    { type: "task", handle: 1, report: { type: "finished", result: { kind: "model" } as never } },
  );
  engine.answers = () => ({ type: "modelFile", text: "<svg/>", fileName: "lu.svg", mime: "image/svg+xml" });
  expect(await drawCard(engine, files, ask)).toEqual({ type: "card", id: "lu", svg: "<svg/>" });
  expect(engine.calls).toContain('start 1 {"kind":"model","options":{}}');
  expect(engine.calls.at(-1)).toBe("handle modelFile");
});

test("what cannot be fetched or opened has no card", async () => {
  serve(404);
  expect((await drawCard(new FakeEngine(), files, ask)).svg).toBeNull();
  serve(200);
  const failing = new FakeEngine();
  failing.steps.push({ type: "failed", handle: 1, problems: [] });
  expect((await drawCard(failing, files, ask)).svg).toBeNull();
  const without = new FakeEngine();
  without.steps.push({ type: "done", handle: 1, summary: {} as never }, { type: "task", handle: 1, report: { type: "failed", problem: {} as never } });
  expect((await drawCard(without, files, ask)).svg).toBeNull();
});
