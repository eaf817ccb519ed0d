import type { ControlType } from "@/lib/contract/controls.ts";
import type { WindowChoice } from "./window.ts";

/** What a control is issued against. */
export interface Target {
  kind: "bidding_zone" | "group";
  id: string;
  name: string;
}

export const ZONE_NL: Target = { kind: "bidding_zone", id: "NL", name: "NL" };

/**
 * The target an address asks for (`?target=…`): a group's id, else the zone. A group nobody knows
 * here is taken at its id: the service decides whether it exists.
 */
export function targetAsked(wanted: string, group: { id: string; name: string } | null): Target {
  if (group) return { kind: "group", id: group.id, name: group.name };
  return wanted === "" || wanted === ZONE_NL.id
    ? ZONE_NL
    : { kind: "group", id: wanted, name: wanted };
}

export interface Draft {
  target: Target | null;
  type: ControlType;
  window: WindowChoice;
}

/** The operations that issue and preview a control of a target, with their path parameters. */
export function operationsOf(target: Target) {
  return target.kind === "bidding_zone"
    ? ({
        order: "controlBiddingZone",
        preview: "previewBiddingZoneControl",
        params: { bidding_zone_id: target.id },
      } as const)
    : ({
        order: "controlGroup",
        preview: "previewGroupControl",
        params: { group_id: target.id },
      } as const);
}

/** `zone NL` or the group's name, for the middle of a sentence. */
export const targetName = (target: Target): string =>
  target.kind === "bidding_zone" ? `bidding zone ${target.id}` : `the group “${target.name}”`;
