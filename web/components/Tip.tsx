/** Two lines next to the pointer: what is there, and how often. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { unbroken } from "../base/format";
import * as style from "./Tip.module.css";

export interface TipAt {
  title: string;
  detail: string;
  x: number;
  y: number;
  /** The width of the box that it must stay in. */
  width: number;
}

export function Tip({ at }: { at: TipAt }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tip = element.current;
    if (!tip) return;
    const left = Math.max(0, Math.min(at.x + 12, at.width - tip.offsetWidth));
    tip.style.translate = `${Math.round(left)}px ${Math.round(at.y + 16)}px`;
  });
  return (
    <div class={style.tip} data-testid="tip" ref={element} style={{ left: 0, top: 0 }}>
      <b>{unbroken(at.title)}</b>
      <span>{unbroken(at.detail)}</span>
    </div>
  );
}
