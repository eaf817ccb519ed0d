import { BIDDING_ZONE } from "@/lib/contract/bidding-zones.ts";
import type { ControlReason, ControlType } from "@/lib/contract/controls.ts";
import type { ControlSummaryView, ControlTranslator } from "./control-view-model.ts";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { WindowChoice, LocalMoment } from "./window.ts";

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
  if (window.kind === "exact") setParam("from", toTimeParam(window.from));
  if (window.kind === "exact" || window.kind === "until") setParam("to", toTimeParam(window.to));
  setParam("reason", reason);
  return params.size > 0 ? `?${params}` : "";
}

/** What a control is repeated from: its direction, target, reason and length. */
export interface Repeatable {
  type: ControlType;
  target: Target;
  reason: ControlReason | null;
  durationMs: number;
}

/** A named template of a control, shared by staff. */
export interface NamedTemplate extends Omit<Repeatable, "durationMs"> {
  id: string;
  name: string;
  minutes: number;
}

/** What to repeat of a control; null where its target is not known. */
export function toRepeatable(
  control: Pick<ControlSummaryView, "type" | "target" | "reason" | "time_from" | "time_to">,
): Repeatable | null {
  const { type, target, reason, time_from, time_to } = control;
  return target && { type, target, reason, durationMs: toMillis(time_to) - toMillis(time_from) };
}

/** The query of a draft that repeats a control from the moment its page is opened. */
export function toRepeatHref({ durationMs, ...order }: Repeatable): string {
  const query = toDraftHref({ ...emptyDraft, ...order });
  return `${query}&lasts=${Math.round(durationMs / MINUTE_MS)}`;
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

/** What a control is issued against. */
export interface Target {
  kind: "bidding_zone" | "group";
  id: string;
  name: string;
}

export const ZONE_TARGET: Target = {
  kind: "bidding_zone",
  id: BIDDING_ZONE,
  name: BIDDING_ZONE,
};

/**
 * The target in the URL (`?target=…`): the id of a group or of the zone; null without one. The id of an
 * unknown group is accepted: the service decides whether it exists.
 */
export function parseTarget(
  wanted: string,
  group: { id: string; name: string } | null,
): Target | null {
  if (group) return { kind: "group", id: group.id, name: group.name };
  if (wanted === "") return null;
  return wanted === ZONE_TARGET.id ? ZONE_TARGET : { kind: "group", id: wanted, name: wanted };
}

export interface Draft {
  target: Target | null;
  /** Null until a direction is chosen. */
  type: ControlType | null;
  window: WindowChoice;
  /** Null: no reason given. */
  reason: ControlReason | null;
}

/** A draft in which nothing was chosen yet. */
export const emptyDraft: Draft = {
  target: null,
  type: null,
  window: { kind: "this-quarter" },
  reason: null,
};

/** The operations that issue, request and preview a control of a target, with their path parameters. */
export function operationsForTarget(target: Target) {
  return target.kind === "bidding_zone"
    ? ({
        order: "controlBiddingZone",
        request: "requestBiddingZoneControl",
        preview: "previewBiddingZoneControl",
        value: "previewBiddingZoneControlValue",
        params: { bidding_zone_id: target.id },
      } as const)
    : ({
        order: "controlGroup",
        request: "requestGroupControl",
        preview: "previewGroupControl",
        value: "previewGroupControlValue",
        params: { group_id: target.id },
      } as const);
}

/** A direction on a target as a question: `Zero export on bidding zone NL?` */
export const describeQuestion = (
  { target, type, approval }: { target: Target; type: ControlType; approval: boolean },
  t: ControlTranslator,
): string => {
  const title = t(`types.${type}.title`);
  if (approval)
    return target.kind === "bidding_zone"
      ? t("approval.titleZone", { type: title, id: target.id })
      : t("approval.titleGroup", { type: title, name: target.name });
  return target.kind === "bidding_zone"
    ? t("confirm.titleZone", { type: title, id: target.id })
    : t("confirm.titleGroup", { type: title, name: target.name });
};
