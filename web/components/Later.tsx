/** A part of the page that most visitors never open: its code is loaded when it is shown. */
import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import * as layout from "./layout.module.css";

/** Fetches a part of the page. */
export type Load = () => Promise<FunctionComponent>;

interface Props {
  load: Load;
  /** What is shown until it is loaded. */
  until?: JSX.Element;
}

export function Later({ load, until }: Props) {
  const part = useSignal<FunctionComponent | null>(null);
  const failed = useSignal(false);
  useEffect(() => {
    load().then(
      (Part) => (part.value = Part),
      () => (failed.value = true),
    );
  }, []);
  if (failed.value) return <p class={layout.sentence}>This part of the page could not be loaded. Reload the page.</p>;
  return part.value ? <part.value /> : (until ?? null);
}
