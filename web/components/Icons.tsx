/** The few signs that letters cannot say. All take the colour of the text around them. */

export function Logo() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <rect x="1.5" y="2.5" width="17" height="15" rx="3" stroke="currentColor" stroke-width="1.75" />
      <rect x="5.5" y="6.5" width="9" height="7" rx="1.5" fill="var(--d3)" stroke="currentColor" stroke-width="1.1" />
    </svg>
  );
}

export function Down() {
  return (
    <svg width="8" height="8" viewBox="0 0 8 8" fill="none" stroke="currentColor" stroke-width="1.1" aria-hidden="true">
      <path d="M1 2.5 4 5.5 7 2.5" />
    </svg>
  );
}

export function Half() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.75" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M7 1.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />
    </svg>
  );
}

export function Sun() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" stroke-width="1.3" aria-hidden="true">
      <circle cx="7" cy="7" r="2.6" />
      <path d="M7 .8v1.6M7 11.6v1.6M.8 7h1.6M11.6 7h1.6M2.6 2.6l1.1 1.1M10.3 10.3l1.1 1.1M2.6 11.4l1.1-1.1M10.3 3.7l1.1-1.1" />
    </svg>
  );
}

export function Moon() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M11.9 8.8A5.4 5.4 0 0 1 5.2 2.1a5.4 5.4 0 1 0 6.7 6.7z" fill="currentColor" />
    </svg>
  );
}

export function Close() {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" stroke="currentColor" stroke-width="1.6" aria-hidden="true">
      <path d="M1 1l8 8M9 1 1 9" />
    </svg>
  );
}

/** The signs of the four kinds of events, as the ribbon draws them. */
export function KindSign({ kind }: { kind: "send" | "receive" | "collective" | "other" }) {
  return (
    <svg width="8" height="12" viewBox="0 0 8 12" stroke="currentColor" stroke-width="1.4" fill="currentColor" aria-hidden="true">
      {kind === "send" && <path d="M4 0v7" />}
      {kind === "receive" && <path d="M4 5v7" />}
      {kind === "collective" && <path d="M4 0v12" stroke-dasharray="2 2" />}
      {kind === "other" && <circle cx="4" cy="6" r="1.5" stroke="none" />}
    </svg>
  );
}
