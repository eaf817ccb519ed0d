import type { Draft } from "./control-draft.ts";
import type { LocalMoment } from "./window.ts";

/** A moment as an address keeps it: `2026-10-25T02:30`, with `_2` for the later of two that read the same. */
const toTimeParam = ({ date, time, second }: LocalMoment) => `${date}T${time}${second ? "_2" : ""}`;

/** The query that keeps a draft; what is not chosen leaves no trace. */
export function toDraftHref({ target, type, window, reason }: Draft): string {
  const params = new URLSearchParams();
  const setParam = (name: string, value: string | null | undefined) =>
    value && params.set(name, value);
  setParam("target", target?.id);
  setParam("type", type);
  setParam("window", window.kind === "this-quarter" ? null : window.kind);
  if (window.kind === "exact") {
    setParam("from", toTimeParam(window.from));
    setParam("to", toTimeParam(window.to));
  }
  setParam("reason", reason);
  return params.size > 0 ? `?${params}` : "";
}

/** Keeps a draft with this page: in its address, and in the browser's history for going back to it. */
export function saveDraft(draft: Draft): void {
  try {
    history.replaceState({ draft }, "", location.pathname + toDraftHref(draft));
  } catch {
    // Some browsers take only so many changes of an address at once, as by a key that is held down.
  }
}

/** The draft this step of the browser's history was left with. */
export const loadDraft = (): Draft | undefined =>
  (history.state as { draft?: Draft } | null)?.draft;
