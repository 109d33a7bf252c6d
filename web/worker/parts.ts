/**
 * The engine in this worker: its main part, and the others, which are loaded when something in them is called first.
 *
 * What a call is known to need is there before the call. Anything else is fetched when it is called, at once: the call waits for
 * it, and so does whoever waits for the worker.
 */
import { initSync, setLoader } from "../../crate/wasm/pkg/parts/engine.js";
import { PARTS } from "../../crate/wasm/pkg/parts/files.js";
import type { EngineFile } from "../engine/protocol";
import { PartMissing } from "./missing";

export class EngineParts {
  /** What has been handed over, by name: enough for another worker to start with. */
  readonly files = new Map<EngineFile["name"], EngineFile>();

  constructor(private readonly fetchBytes: (address: string) => Uint8Array<ArrayBuffer>) {}

  /** Takes in a file. With the main part the engine starts. */
  add(file: EngineFile): void {
    this.files.set(file.name, file);
    if (file.name !== "main") return;
    const engine = initSync({ module: file.module });
    setLoader((part) => {
      const module = this.files.get(PARTS[part]?.name ?? "main")?.module ?? this.load(part);
      // The part puts its functions into the engine's table.
      void new WebAssembly.Instance(module, { "": engine as unknown as WebAssembly.ModuleImports });
    });
  }

  private load(part: number): WebAssembly.Module {
    const wanted = PARTS[part];
    if (!wanted) throw new PartMissing(`part ${part}`);
    const { name, address } = wanted;
    const module = new WebAssembly.Module(this.fetchBytes(address));
    this.files.set(name, { type: "file", name, module });
    return module;
  }
}

/** Fetches a file while everything else in this worker waits. */
export function fetchNow(address: string): Uint8Array<ArrayBuffer> {
  const name = address.slice(address.lastIndexOf("/") + 1);
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch (error) {
    throw new PartMissing(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (request.status !== 200) throw new PartMissing(`${name}: ${`${request.status} ${request.statusText}`.trim()}`);
  return new Uint8Array(request.response as ArrayBuffer);
}
