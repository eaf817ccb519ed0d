import { markHidden } from "../contract/hidden-characters.ts";

/** What a target of the audit trail names, as `name=value` one after the other; empty where it does not. */
export function targetParts(target: string): Partial<Record<string, string>> {
  const named = target.matchAll(/(?:^|\s)(\w+)=(.*?)(?=\s\w+=|$)/gs);
  return Object.fromEntries(
    [...named].map(([, name, value]) => [
      name!,
      name!.endsWith("_id") ? value! : markHidden(value!),
    ]),
  );
}

/** What stands before the first name: whom it was about. */
export const targetWhom = (target: string): string =>
  (/^\w+=/.test(target) ? "" : (target.split(/\s\w+=/)[0] ?? "")).trim();

/** A noun of a target with the name its id has there and, where it has one, the page of a thing. */
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
