/** Buttons in the looks that most of the page has: of a link, with an outline, and of what comes next. */
import type { ComponentProps } from "preact";
import { useWorkspace } from "../workspace/workspace";
import * as controls from "./controls.module.css";

type Props = Omit<ComponentProps<"button">, "class" | "ref" | "type">;

export function LinkButton(props: Props) {
  return <button type="button" {...props} class={controls.link} />;
}

export function OutlinedButton(props: Props) {
  return <button type="button" {...props} class={`${controls.button} ${controls.outlined}`} />;
}

export function PrimaryButton(props: Props) {
  return <button type="button" {...props} class={`${controls.button} ${controls.primary}`} />;
}

export function CancelButton({ onClick }: Pick<Props, "onClick">) {
  const { screen } = useWorkspace();
  return <OutlinedButton onClick={onClick}>Cancel {!screen.narrow.value && <kbd>Esc</kbd>}</OutlinedButton>;
}
