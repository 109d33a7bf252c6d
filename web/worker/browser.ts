/** What a browser does for [files](./files.ts), in a worker. */
import type { Browser } from "./files";

/** The browser that a worker runs in. */
export function browser(): Browser {
  const reader = new FileReaderSync();
  return {
    readSync: (blob) => reader.readAsArrayBuffer(blob),
    byteReader: (blob) => {
      try {
        return blob.stream().getReader({ mode: "byob" });
      } catch {
        return null;
      }
    },
    after: (ms, task) => void setTimeout(task, ms),
  };
}
