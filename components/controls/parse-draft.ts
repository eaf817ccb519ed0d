import { MAX_REPEATED_MINUTES } from "@/lib/controls/control-template.ts";
import { isDate } from "@/lib/time/local-input.ts";
import type { Draft, Target } from "./control-draft.ts";
import { reasonNames, typeNames } from "./control-view-model.ts";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { fromNow, isTime, quickWindows, type LocalMoment, type WindowChoice } from "./window.ts";

type DraftParams = (name: string) => string;

const parseOption = <T extends string>(names: readonly T[], value: string): T | null =>
  names.find((name) => name === value) ?? null;

function parseDateTime(text: string): LocalMoment {
  const [date = "", rest = ""] = text.split("T");
  const [time = "", which] = rest.split("_");
  return {
    date: isDate(date) ? date : "",
    time: isTime(time) ? time : "",
    second: which === "2",
  };
}

/** A number of minutes to last from now; null for anything else. */
function parseMinutes(text: string): number | null {
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return minutes > 0 && minutes <= MAX_REPEATED_MINUTES ? minutes : null;
}

function parseWindow(params: DraftParams, now: number): WindowChoice {
  const minutes = parseMinutes(params("lasts"));
  if (minutes !== null) return fromNow(minutes * MINUTE_MS, now);
  if (params("window") === "until") {
    const to = parseDateTime(params("to"));
    if (to.date !== "" && to.time !== "") return { kind: "until", to };
  }
  if (params("window") === "exact")
    return { kind: "exact", from: parseDateTime(params("from")), to: parseDateTime(params("to")) };
  return { kind: parseOption(quickWindows, params("window")) ?? "this-quarter" };
}

/**
 * The draft in a URL, opened at `now` (ms). Values are parsed one by one: an invalid one is ignored.
 */
export const parseDraft = (params: DraftParams, target: Target | null, now: number): Draft => ({
  target,
  type: parseOption(typeNames, params("type")),
  window: parseWindow(params, now),
  reason: parseOption(reasonNames, params("reason")),
});
