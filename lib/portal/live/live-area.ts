import { createHash } from "node:crypto";
import { z } from "zod";
import type { LiveStatus, OperationId, LocatedControl } from "../../contract/index.ts";
import type { Portal } from "../client/portal-client.ts";
import { PortalError } from "../context/errors.ts";
import type { ServiceClient } from "../service-client/service-client.ts";

const statusOperations = {
  "bidding-zone": { operation: "getBiddingZoneStatus", param: "bidding_zone_id" },
  group: { operation: "getGroupStatus", param: "group_id" },
  location: { operation: "getLocationStatus", param: "location_id" },
} as const;

/** A zone, group or location with a live stream. */
interface LiveArea {
  kind: keyof typeof statusOperations;
  id: string;
}

/** `bidding-zone:NL`, `group:grp_1`, `location:loc_1`; an id may contain a colon. */
export const liveArea = z
  .string()
  .max(220)
  .transform((text, context): LiveArea => {
    const [, kind, id] = /^(bidding-zone|group|location):(.+)$/s.exec(text) ?? [];
    if (kind && id) return { kind: kind as LiveArea["kind"], id };
    context.addIssue("must be bidding-zone:, group: or location: and an id");
    return z.NEVER;
  });

/**
 * Checks that the user may read an area's status: staff by role, a customer by ownership of the
 * location.
 * @throws PortalError 403, 404; 501 if the service has no such operation
 */
export async function authoriseArea(portal: Portal, { kind, id }: LiveArea): Promise<void> {
  const { operation, param } = statusOperations[kind];
  await portal.call(operation, { params: { [param]: id } as never });
}

/** Repeats the check during a stream; the service is only called where a field decides. */
export async function reauthoriseArea(portal: Portal, area: LiveArea, requestId: string) {
  if (!portal.isAllowed(statusOperations[area.kind].operation)) {
    throw new PortalError("forbidden", "Your account may not do this.", requestId);
  }
  if (portal.user.role !== "staff") await authoriseArea(portal, area);
}

/** A read that is polled for all its subscribers. */
export interface LiveQuery<T> {
  /** Subscribers with the same key share one poll. */
  key: string;
  read(requestId: string): Promise<T>;
  /** Differs when there is something new. */
  getVersion(value: T): string;
}

/** The status of an area; a new time alone is no change. */
export function createStatusQuery(
  client: ServiceClient,
  { kind, id }: LiveArea,
): LiveQuery<LiveStatus> {
  const { operation, param } = statusOperations[kind];
  const input = { params: { [param]: id }, query: {}, body: undefined } as never;
  return {
    key: `status ${kind} ${id}`,
    read: async (requestId) => (await client.call(operation, input, requestId)).data as LiveStatus,
    getVersion: ({ time: _time, ...rest }) => JSON.stringify(rest),
  };
}

const PAGE_SIZE = 50;

/**
 * A digest that changes when a control is issued, cancelled, superseded, begins or ends; null if
 * the service lists no controls of this area.
 */
export function createControlsQuery(
  client: ServiceClient,
  offered: ReadonlySet<OperationId>,
  { kind, id }: LiveArea,
): LiveQuery<string> | null {
  const list = async <K extends OperationId>(
    operation: K,
    params: object,
    query: object,
    requestId: string,
  ) => {
    const input = { params, query: { page: 0, page_size: PAGE_SIZE, ...query }, body: undefined };
    return (await client.call(operation, input as never, requestId)).data;
  };
  const toQuery = (key: string, read: LiveQuery<string>["read"]) => ({
    key,
    read,
    getVersion: String,
  });
  if (kind === "location") {
    if (!offered.has("listLocationControls")) return null;
    return toQuery(`controls ${id}`, async (requestId) => {
      const { data } = await list("listLocationControls", { location_id: id }, {}, requestId);
      return digest(data.map(toVersionFields));
    });
  }
  if (!offered.has("listControlSummaries")) {
    return toQuery("controls", async (requestId) => {
      const { data } = await list("listControls", {}, {}, requestId);
      return digest(data.map((control) => [control.id, control.time_to]));
    });
  }
  return toQuery("controls", async (requestId) => {
    const { data } = await list("listControlSummaries", {}, { sort: "relevance" }, requestId);
    return digest(data.map(({ id, state, superseded }) => [id, state, superseded]));
  });
}

const toVersionFields = ({ control_id, effective_to, cancelled_at }: LocatedControl) => [
  control_id,
  effective_to,
  cancelled_at,
];

const digest = (values: unknown) =>
  createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
