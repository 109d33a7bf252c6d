/** The pictures of the first screen: models of the samples, drawn by the engine when the page was built. They appear together. */
import { signal } from "@preact/signals";
import cards from "../../../crate/wasm/pkg/cards.json?url";
import { useFeature } from "../../workspace/workspace";

class SamplePictures {
  /** The picture of each sample as SVG; empty until they are there. */
  private readonly pictures = signal<Readonly<Record<string, string>>>({});
  private begun = false;

  of(id: string): string {
    return this.pictures.value[id] ?? "";
  }

  /** Fetches the pictures, once. Without them, cards have only words. */
  readonly load = (): void => {
    if (this.begun) return;
    this.begun = true;
    void fetch(new URL(cards, import.meta.url))
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status));
        this.pictures.value = (await response.json()) as Record<string, string>;
      })
      .catch(() => (this.begun = false));
  };
}

const createSamplePictures = (): SamplePictures => new SamplePictures();

export const useSamplePictures = (): SamplePictures => useFeature(createSamplePictures);
