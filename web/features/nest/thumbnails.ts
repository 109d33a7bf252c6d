/** The pictures of the cards: asked for in batches, of cards in sight only, and kept until they would show something else. */
import { signal } from "@preact/signals";
import type { Picture } from "../../engine/wire";
import { useFeature, type Workspace } from "../../workspace/workspace";

const HEIGHT = 48;

class Thumbnails {
  /** The pictures that are there, by loop. */
  readonly pictures = signal<ReadonlyMap<number, Picture>>(new Map());
  private loopsKey = "";
  private key = "";
  private readonly asked = new Set<number>();

  constructor(private readonly workspace: Workspace) {}

  /** Names what pictures of this width would show now; empty if there is nothing to draw. What showed something else goes. */
  prepare(width: number): string {
    const { selection, themes } = this.workspace;
    const loops = selection.key.value;
    if (loops === "" || width <= 0) return "";
    const key = `${loops}/${width}/${themes.theme.value}`;
    if (key !== this.key) {
      this.key = key;
      this.asked.clear();
      // The old ones stay until the new ones come: only a change of what they show makes them wrong.
      if (loops !== this.loopsKey) this.pictures.value = new Map();
      this.loopsKey = loops;
    }
    return key;
  }

  /** Asks for the pictures of some loops, those that were not asked for yet; `ready` settles when they can be drawn. */
  ask(loops: Iterable<number>, width: number, ready: Promise<unknown>): void {
    const { engine, selection, themes } = this.workspace;
    const [shown, row, key] = [selection.shown.value, selection.row.value, this.key];
    const ids = [...loops].filter((id) => !this.asked.has(id));
    if (!shown || !row || ids.length === 0) return;
    for (const id of ids) this.asked.add(id);
    const question = { type: "thumbnails", handle: shown.handle, process: row.process, theme: themes.theme.value, width, height: HEIGHT, ids } as const;
    void Promise.all([engine.ask(question), ready]).then(([reply]) => {
      if (this.key !== key) return;
      if (!reply) return ids.forEach((id) => this.asked.delete(id));
      const all = new Map(this.pictures.value);
      for (const { id, picture } of reply.pictures) all.set(id, picture);
      this.pictures.value = all;
    });
  }
}

const createThumbnails = (workspace: Workspace): Thumbnails => new Thumbnails(workspace);

export const useThumbnails = (): Thumbnails => useFeature(createThumbnails);
