/** The first screen: what this is, Open, and programs to look at. */
import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { counted } from "../../base/format";
import { PAPER_TITLES, type PaperName } from "../../base/places";
import { LinkButton } from "../../components/Buttons";
import { Logo } from "../../components/Icons";
import { OpenButton } from "../../components/OpenButton";
import { SAMPLES, type Sample, TIMED } from "../../workspace/samples";
import { Failed } from "../../components/Failed";
import { ThemeButton } from "../../components/ThemeButton";
import { addressOfPage } from "../../workspace/address";
import { useSamplePictures } from "./state";
import { useWorkspace } from "../../workspace/workspace";
import * as style from "./style.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";
import * as layout from "../../components/layout.module.css";

export function Landing() {
  const { traces } = useWorkspace();
  const samples = useSamplePictures();
  useEffect(samples.load, []);
  return (
    <div class={style.landing}>
      <div class={style.zone}>
        <header class={style.top}>
          <span class={controls.logo}>
            <Logo /> Loopscope
          </span>
          <span class={style.topEnd}>
            <PaperLink name="lab" />
            <ThemeButton />
          </span>
        </header>
        <main id="main" tabIndex={-1}>
          <Left />
          {traces.failure.value && <Failed failure={traces.failure.value} />}
          <div class={style.lead}>
            <div>
              <h1 tabIndex={-1}>See the loops in your program’s trace</h1>
              <p>Drop the trace of a parallel program, or its memory accesses, anywhere on this page. Nothing leaves your computer.</p>
            </div>
            <div class={style.open}>
              <OpenButton label="Open files or a folder" class={`${controls.button} ${controls.primary} ${style.openButton}`} />
              <span class={`${prose.aside} ${style.press}`}>
                or press <kbd>O</kbd>
              </span>
            </div>
          </div>
          <div class={style.heading}>
            <h2 id="samples">
              Programs to try <span class={prose.quiet}>each picture: the program’s loops, from its trace</span>
            </h2>
            <p class={style.also}>
              <PaperLink name="table3" />
              <span class={style.tail}>: 31.6 hours in 2008, here milliseconds, on strings rebuilt from it</span>
              <PaperLink name="flowgraphs" />
            </p>
          </div>
          <ul class={style.samples} aria-labelledby="samples">
            {SAMPLES.map((sample) => (
              <li key={sample.id}>
                <Card sample={sample} />
              </li>
            ))}
            <li>
              <YourTrace />
            </li>
          </ul>
        </main>
        <footer class={style.reads}>
          <span>
            <b>Reads</b> OTF2, Paraver, DUMPI, SimGrid, Pajé, Chrome JSON, CSV, plain text, memory accesses, models; .gz .zst .zip .tar, folders
          </span>
          <span class={style.last}>
            Nothing leaves your computer · <a href="licences.txt">Licences</a>
          </span>
        </footer>
      </div>
    </div>
  );
}

function PaperLink({ name }: { name: PaperName }) {
  const { address } = useWorkspace();
  return (
    <a
      class={controls.link}
      href={addressOfPage(name)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        address.showPage(name);
      }}
    >
      {PAPER_TITLES[name]}
    </a>
  );
}

/** The user's own trace that was left: it is still there, or it was lost when the page was loaded anew. */
function Left() {
  const { traces } = useWorkspace();
  const kept = traces.shelf.value;
  if (kept) {
    return (
      <p class={`${layout.notice} ${style.kept}`} data-testid="notice" role="status">
        <span class={`${prose.cut} ${layout.noticeText}`}>
          Your trace <b>{kept.name}</b> is still here.
        </span>
        <LinkButton onClick={kept.back}>
          Return to it
        </LinkButton>
      </p>
    );
  }
  if (traces.forgotten.value === null) return null;
  return (
    <p class={`${layout.notice} ${style.kept}`} data-testid="notice" role="status">
      <span>
        <b>{traces.forgotten.value}</b> was open here. It was not kept: drop it again to go on.
      </span>
    </p>
  );
}

/** The place of the user's own trace among the programs, and one with times to see what those give. */
function YourTrace() {
  const { opener } = useWorkspace();
  return (
    <div class={`${style.sample} ${style.yours}`}>
      <b>Your trace</b>
      <p>Drop it here, or open its files: OTF2, Paraver, DUMPI, SimGrid, Pajé, Chrome JSON, CSV.</p>
      <p>
        With times, the page also says where they go and who waits.{" "}
        {TIMED.map(({ title, address }, at) => (
          <Fragment key={title}>
            {at > 0 && " "}
            <LinkButton onClick={() => opener.trace(address)}>
              {at > 0 ? `or on ${title}` : `See it on ${title}`}
            </LinkButton>
          </Fragment>
        ))}
      </p>
    </div>
  );
}

function Card({ sample }: { sample: Sample }) {
  const { opener } = useWorkspace();
  const picture = useSamplePictures().of(sample.id);
  return (
    <button type="button" class={style.sample} onClick={() => opener.sample(sample.id)} title="Open this trace" aria-label={nameOf(sample)}>
      <span class={style.name}>
        <b>{sample.title}</b>
        <span class={style.processes}>{counted(sample.processes, "process")}</span>
        <span class={style.events}>{counted(sample.events, sample.noun ?? "event")}</span>
      </span>
      {/* SVG of our own, put into the page so that its colours follow the theme. */}
      {/* oxlint-disable-next-line react/no-danger -- The picture is an SVG of our own. */}
      <span class={style.picture} aria-hidden="true" data-drawn={picture !== ""} dangerouslySetInnerHTML={{ __html: picture }} />
      <span class={style.caption}>{sample.caption}</span>
    </button>
  );
}

/** What the card says, without the letters of its picture. */
function nameOf({ title, processes, events, noun, caption }: Sample): string {
  return `${title}, ${counted(processes, "process")}, ${counted(events, noun ?? "event")}: ${caption}`;
}
