/** Open files, or a folder: two choices of one button. */
import { useRef } from "preact/hooks";
import type { Source } from "../engine/protocol";
import { chosen } from "./files";
import { Down } from "./Icons";
import { Pop } from "./Pop";
import { useWorkspace } from "../workspace/workspace";
import * as menu from "./menu.module.css";

export function OpenButton({ label, class: name }: { label: string; class: string }) {
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
export function OpenList({ done }: { done: () => void }) {
  const { picker } = useWorkspace();
  return (
    <div class={menu.menu} data-testid="menu">
      <button
        type="button"
        onClick={() => {
          done();
          picker.files();
        }}
      >
        Files <kbd>O</kbd>
      </button>
      <button
        type="button"
        onClick={() => {
          done();
          picker.folder();
        }}
      >
        A folder
      </button>
    </div>
  );
}

/** The two inputs behind the buttons; they stand once in the page. */
export function FileInputs({ open }: { open: (files: Source[]) => void }) {
  const { picker } = useWorkspace();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  picker.files = () => files.current?.click();
  picker.folder = () => folder.current?.click();
  const take = (event: Event) => {
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
