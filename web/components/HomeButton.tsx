/** The name of the program, as the way to the first screen. */
import { useWorkspace } from "../workspace/workspace";
import { Logo } from "./Icons";
import * as controls from "./controls.module.css";

export function HomeButton() {
  const { address } = useWorkspace();
  return (
    <button type="button" class={controls.logo} onClick={address.home} title="To the first page">
      <Logo /> Loopscope
    </button>
  );
}
