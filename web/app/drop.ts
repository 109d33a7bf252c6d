/** Files dropped anywhere on the page. */
import type { Signal } from "@preact/signals";
import { carried, dropped } from "../components/files";
import type { Opener } from "../workspace/opener";

/** Watches drags; `carrying` is how many files hang over the page, null for none. */
export function watchDrops(opener: Opener, carrying: Signal<number | null>): () => void {
  const stop = new AbortController();
  const on = { signal: stop.signal };
  // Entering an element inside comes before leaving the one outside: only the count tells when the page is left.
  let depth = 0;
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const end = () => {
    depth = 0;
    carrying.value = null;
  };
  document.addEventListener(
    "dragenter",
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      carrying.value = carried(event.dataTransfer);
    },
    on,
  );
  document.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault(), on);
  document.addEventListener(
    "dragleave",
    () => {
      depth -= 1;
      if (depth <= 0) end();
    },
    on,
  );
  document.addEventListener(
    "drop",
    (event) => {
      end();
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      void dropped(event.dataTransfer).then(
        (files) => (files.length > 0 ? opener.files(files) : opener.nothing("The folder holds no file.")),
        (error: unknown) => opener.nothing(`The browser could not read what was dropped: ${String(error)}`),
      );
    },
    on,
  );
  return () => stop.abort();
}
