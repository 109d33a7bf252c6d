/** Open files, or a folder: two choices of one button. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Source } from "../engine/protocol";
import { chosen } from "./files";
import { Down } from "./Icons";
import { Pop } from "./Pop";

let openFilePicker: () => void = () => undefined;

/** What the key O does. */
export function pickFiles(): void {
  openFilePicker();
}

let openFolderPicker: () => void = () => undefined;

export function pickFolder(): void {
  openFolderPicker();
}

export function OpenButton({ label, class: name }: { label: string; class: string }): JSX.Element {
  return (
    <Pop
      class={name}
      label={
        <>
          {label} <Down />
        </>
      }
    >
      {(close) => <OpenList done={close} />}
    </Pop>
  );
}

/** The two choices, for a menu or a sheet. */
export function OpenList({ done }: { done: () => void }): JSX.Element {
  return (
    <div class="menu-list">
      <button
        type="button"
        onClick={() => {
          done();
          pickFiles();
        }}
      >
        Files <kbd>O</kbd>
      </button>
      <button
        type="button"
        onClick={() => {
          done();
          pickFolder();
        }}
      >
        A folder
      </button>
    </div>
  );
}

/** The two inputs behind the buttons; they stand once in the page. */
export function FileInputs({ open }: { open: (files: Source[]) => void }): JSX.Element {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  openFilePicker = () => files.current?.click();
  openFolderPicker = () => folder.current?.click();
  const take = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const sources = chosen(input);
    input.value = "";
    open(sources);
  };
  return (
    <div hidden>
      <input type="file" multiple ref={files} onChange={take} aria-label="Files of a trace" data-testid="files" />
      <input
        type="file"
        ref={folder}
        onChange={take}
        aria-label="Folder of a trace"
        data-testid="folder"
        {...{ webkitdirectory: true }}
      />
    </div>
  );
}
