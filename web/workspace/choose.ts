/**
 * Choosing what is looked at: process, loop, iteration, zoom. Keys, canvas, cards and tree all end here.
 */
import { isWhole, panned, zoomed } from "../base/hits";
import type { LoopCard, Opened, Strip } from "../engine/wire";
import { processBeside } from "./kinds";
import { activeStrip, cards, look, lookAt, ribbon, row, selected, strips } from "./store";

export function chooseProcess(process: number): void {
  if (process === row.value?.process) return;
  activeStrip.value = 0;
  lookAt({ process, loop: null, path: [], zoom: [], anywhere: false });
}

/** The process so many rows further down the list. */
export function stepProcess(by: number): void {
  const next = processBeside(row.value?.process, by);
  if (next !== null) chooseProcess(next);
}

/** Selects a loop, wherever it stands, and opens its first occurrence in the ribbon. */
export function chooseLoop(loop: LoopCard): void {
  activeStrip.value = Math.max(0, loop.path.length - 1);
  lookAt({ loop: loop.id, path: samePlace(loop.path), zoom: [], anywhere: true });
}

/** Selects one occurrence of a loop, and opens it in the ribbon. */
export function choosePlace(loop: number, path: readonly Opened[]): void {
  activeStrip.value = Math.max(0, path.length - 1);
  lookAt({ loop, path: samePlace(path), zoom: [], anywhere: false });
}

export function chooseLoopById(id: number): void {
  const loop = cards.value.find((candidate) => candidate.id === id);
  if (loop) chooseLoop(loop);
}

/** The loop so many places further by share. */
export function stepLoop(by: number): void {
  const list = cards.value;
  if (list.length === 0) return;
  const at = list.findIndex(({ id }) => id === selected.value);
  const next = list[at < 0 ? 0 : Math.max(0, Math.min(list.length - 1, at + by))];
  if (next) chooseLoop(next);
}

/** Selects and opens the loop that stands at `item` of a strip. */
export function openAt(strip: number, item: number, loop: number, iteration?: number): void {
  const now = ribbon.value?.reply;
  if (!now) return;
  const count = cards.value.find(({ id }) => id === loop)?.count ?? 1;
  const before = now.path[strip];
  const keep = before?.item === item ? before.iteration : Math.floor(count / 2);
  const path: Opened[] = [...now.path.slice(0, strip), { item, iteration: iteration ?? keep }];
  const rest = before?.item === item ? now.path.slice(strip + 1) : [];
  activeStrip.value = strip;
  lookAt({
    loop,
    path: [...path, ...rest],
    zoom: before?.item === item ? look.value.zoom : look.value.zoom.slice(0, strip + 1),
    anywhere: false,
  });
}

/** Shows another iteration of the loop that is opened in a strip. */
export function chooseIteration(strip: number, iteration: number): void {
  const now = ribbon.value?.reply;
  const opened = now?.strips[strip]?.opened;
  if (!now || !opened) return;
  const kept = Math.max(0, Math.min(opened.count - 1, iteration));
  const path = now.path.map((step, index) => (index === strip ? { ...step, iteration: kept } : step));
  if (path[strip]?.iteration !== now.path[strip]?.iteration) lookAt({ path });
}

/** Another iteration: of the selected loop where it is opened, else of the innermost opened one. */
export function stepIteration(by: number): void {
  let at = strips.value.findIndex((strip) => strip.opened?.loop === selected.value);
  if (at < 0) at = strips.value.findLastIndex((strip) => strip.opened);
  const opened = strips.value[at]?.opened;
  if (opened) chooseIteration(at, opened.iteration + by);
}

/** Into the selected loop: the first loop inside it is selected and opened. */
export function enter(): void {
  const at = strips.value.findIndex((strip) => strip.opened?.loop === selected.value);
  const inside = at >= 0 ? strips.value[at + 1]?.opened : strips.value[0]?.opened;
  if (inside) openAt(at + 1, inside.item, inside.loop, inside.iteration);
}

/** Out again: to the loop around the selected one; from an outermost loop to the whole trace. */
export function out(): void {
  if (look.value.zoom.some(([from, to]) => to > from)) return lookAt({ zoom: [] });
  const at = strips.value.findIndex((strip) => strip.opened?.loop === selected.value);
  const around = at > 0 ? strips.value[at - 1]?.opened : null;
  activeStrip.value = Math.max(0, at - 1);
  lookAt({ loop: around ? around.loop : 0, anywhere: false });
}

/** The loop before or after the selected one in the same body; or sideways in a strip that is zoomed in. */
export function sideways(direction: -1 | 1): void {
  const strip = strips.value[activeStrip.value];
  if (strip && !isWhole(strip, [strip.from, strip.to])) {
    return zoomStrip(activeStrip.value, panned(strip, (direction * (strip.to - strip.from)) / 8));
  }
  const hits = ribbon.value?.reply.picture.hits ?? [];
  const siblings = hits.filter((hit) => hit.kind === "loop" && hit.strip === activeStrip.value && hit.item >= 0);
  const items = [...new Map(siblings.map((hit) => [hit.item, hit])).values()].sort((a, b) => a.item - b.item);
  const opened = strip?.opened?.item ?? -1;
  const next =
    direction > 0 ? items.find((hit) => hit.item > opened) : items.findLast((hit) => hit.item < opened);
  if (next) openAt(next.strip, next.item, next.loop);
}

/** Shows a range of a strip; the whole range is written as none. */
export function zoomStrip(strip: number, range: [number, number]): void {
  const now = strips.value[strip];
  if (!now) return;
  const zoom = strips.value.map((_, index): [number, number] => look.value.zoom[index] ?? [0, 0]);
  zoom[strip] = isWhole(now, range) ? [0, 0] : range;
  while (zoom.length > 0 && (zoom[zoom.length - 1]?.[1] ?? 0) <= (zoom[zoom.length - 1]?.[0] ?? 0)) zoom.pop();
  lookAt({ zoom });
}

/** Zooms the active strip around its middle, or around the mark in it. */
export function zoomKeys(factor: number): void {
  const strip = strips.value[activeStrip.value];
  if (strip) zoomStrip(activeStrip.value, zoomed(strip, factor, focusOf(strip)));
}

export function fit(): void {
  lookAt({ zoom: [] });
}

function focusOf(strip: Strip): number {
  const opened = strip.opened;
  if (!opened) return (strip.from + strip.to) / 2;
  const middle = opened.start + (opened.iteration + 0.5) * opened.period;
  return middle >= strip.from && middle <= strip.to ? middle : (strip.from + strip.to) / 2;
}

/** The iterations that are open now stay where the new path runs through the same loops. */
function samePlace(path: readonly Opened[]): Opened[] {
  const now = ribbon.value?.reply.path ?? [];
  const result: Opened[] = [];
  let together = true;
  for (const [index, step] of path.entries()) {
    const open = now[index];
    together = together && open?.item === step.item;
    result.push(together && open ? open : step);
  }
  return result;
}

