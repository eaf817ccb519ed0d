import type { ControlReason, ControlType } from "@/lib/contract/controls.ts";
import type { ControlTranslator } from "./types.ts";
import type { WindowChoice } from "./window.ts";

/** What a control is issued against. */
export interface Target {
  kind: "bidding_zone" | "group";
  id: string;
  name: string;
}

export const ZONE_NL: Target = { kind: "bidding_zone", id: "NL", name: "NL" };

/**
 * The target an address asks for (`?target=…`): a group's id or the zone's; null when it asks for
 * none. A group nobody knows here is taken at its id: the service decides whether it exists.
 */
export function parseTarget(
  wanted: string,
  group: { id: string; name: string } | null,
): Target | null {
  if (group) return { kind: "group", id: group.id, name: group.name };
  if (wanted === "") return null;
  return wanted === ZONE_NL.id ? ZONE_NL : { kind: "group", id: wanted, name: wanted };
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
        params: { bidding_zone_id: target.id },
      } as const)
    : ({
        order: "controlGroup",
        request: "requestGroupControl",
        preview: "previewGroupControl",
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
