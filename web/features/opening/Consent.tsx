/** Asks before anything is fetched from another host. */
import type { JSX } from "preact";
import { Sheet } from "../../components/Sheet";
import { useWorkspace } from "../../workspace/workspace";

export function ConsentDialog(): JSX.Element | null {
  const { screen, consent } = useWorkspace();
  const now = consent.question.value;
  if (!now) return null;
  return (
    <Sheet title={`Load a trace from ${now.host}?`} place={screen.narrow.value ? "bottom" : "middle"} close={now.refuse}>
      <p class="consent">
        The link names a trace on another host. Nothing is sent but the request for it; the trace is read on your computer.
      </p>
      <p class="consent">
        <code>{now.href}</code>
      </p>
      <div class="ways consent">
        <button type="button" class="button primary" onClick={now.agree}>
          Load it
        </button>
        <button type="button" class="button edge" onClick={now.refuse}>
          Do not load it
        </button>
      </div>
    </Sheet>
  );
}
