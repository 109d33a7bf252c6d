/** The engine's words about the process that is viewed: its sentence, its loops, and how other methods see its main loop. */
import { computed, effect, signal } from "@preact/signals";
import type { Answer, EngineClient } from "../engine/client";
import type { LoopCard } from "../engine/wire";
import type { SelectionState } from "./selection";

export class DetailState {
  private readonly process = signal<{ key: string; handle: number; reply: Answer<"process"> } | null>(null);
  private readonly methods = signal<{ key: string; reply: Answer<"others"> } | null>(null);

  /** Sentence and loops of the process, perhaps of the analysis before; null until the engine has answered. */
  readonly reply = computed(() => {
    const { shown, row } = this.selection;
    const known = this.process.value;
    return known && known.handle === shown.value?.handle && known.reply.process === row.value?.process ? known.reply : null;
  });
  /** How other methods see the main loop; null until the engine has answered. */
  readonly others = computed(() => (this.methods.value?.key === this.selection.key.value ? this.methods.value.reply : null));
  /** The loops of the process, by their share of the trace. */
  readonly cards = computed<readonly LoopCard[]>(() => (this.process.value?.key === this.selection.key.value ? this.process.value.reply.loops : []));
  /** The selected loop. */
  readonly card = computed<LoopCard | null>(() => this.cardOf(this.selection.loop.value));

  constructor(
    private readonly engine: EngineClient,
    private readonly selection: SelectionState,
  ) {}

  cardOf(loop: number): LoopCard | null {
    return this.cards.value.find(({ id }) => id === loop) ?? null;
  }

  /** Asks whenever another process is viewed. `drawn` says when its picture is there: only then other methods are tried. */
  follow(drawn: () => boolean): void {
    effect(() => {
      const key = this.selection.key.value;
      const about = this.about();
      if (!about) return;
      void this.engine.ask({ type: "process", ...about }).then((reply) => {
        if (reply && key === this.selection.key.peek()) this.process.value = { key, handle: about.handle, reply };
      });
    });
    const ready = computed(() => (!this.selection.shown.value?.partial && drawn() ? this.selection.key.value : ""));
    effect(() => {
      const key = ready.value;
      const about = this.about();
      if (key === "" || !about) return;
      void this.engine.ask({ type: "others", ...about }).then((reply) => {
        if (reply) this.methods.value = { key, reply };
      });
    });
  }

  private about(): { handle: number; process: number } | null {
    const [shown, row] = [this.selection.shown.value, this.selection.row.value];
    return shown && row ? { handle: shown.handle, process: row.process } : null;
  }
}
