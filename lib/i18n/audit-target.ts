import { markHidden } from "../contract/hidden-characters.ts";

/** The `name=value` pairs in an audit target, in order; empty if it has none. */
export function targetParts(target: string): Partial<Record<string, string>> {
  const named = target.matchAll(/(?:^|\s)(\w+)=(.*?)(?=\s\w+=|$)/gs);
  return Object.fromEntries(
    [...named].map(([, name, value]) => [
      name!,
      name!.endsWith("_id") ? value! : markHidden(value!),
    ]),
  );
}

/** The text before the first name: the person concerned. */
export const targetWhom = (target: string): string =>
  (/^\w+=/.test(target) ? "" : (target.split(/\s\w+=/)[0] ?? "")).trim();

/** A target's noun, the name of its id and, if it has one, the page of the resource. */
export const namedThings = [
  { noun: "group", name: "group_id", page: "/groups" },
  { noun: "customer", name: "customer_id", page: "/customers" },
  { noun: "account", name: "account_id", page: null },
  { noun: "session", name: "session_id", page: null },
  { noun: "invitation", name: "invitation_id", page: null },
  { noun: "location", name: "location_id", page: "/locations" },
  { noun: "device", name: "device_id", page: "/devices" },
  { noun: "control", name: "control_id", page: "/controls" },
  { noun: "request", name: "request_id", page: null },
  { noun: "zone", name: "bidding_zone_id", page: null },
  { noun: "key", name: "key_id", page: null },
] as const;
