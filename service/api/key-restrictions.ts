import { operations, type OperationId } from "../../lib/contract/index.ts";
import { isInScope, type KeyRestrictions, type Reachable } from "../store/key-restrictions.ts";
import type { Db } from "../store/store.ts";
import { ApiProblem, unknown } from "./problems.ts";

const nouns: Record<string, Reachable> = {
  group_id: "group",
  customer_id: "customer",
  location_id: "location",
  device_id: "device",
  control_id: "control",
  request_id: "requested control",
};

const beyond = (pointer?: string) =>
  new ApiProblem(
    "forbidden",
    "This API key is limited to other groups or bidding zones.",
    pointer === undefined
      ? undefined
      : [{ pointer, detail: "must be within what the API key is limited to" }],
    {},
    "key-limited",
  );

/**
 * Enforces the limits of an API key. An id in the path outside of them gives 404, as if it did not
 * exist; an id in the body, or an operation that cannot be limited, gives 403.
 */
export async function enforceRestrictions(
  db: Db,
  operation: OperationId,
  reach: KeyRestrictions | null,
  request: { params: Record<string, unknown>; body: unknown },
): Promise<void> {
  const { limit } = operations[operation];
  if (reach === null || limit === "filtered") return;
  if (limit === "unrestricted-only") throw beyond();
  const named = await refuseBeyond(db, reach, request);
  if (named === 0) throw beyond();
}

async function refuseBeyond(
  db: Db,
  reach: KeyRestrictions,
  { params, body }: { params: Record<string, unknown>; body: unknown },
): Promise<number> {
  let named = 0;
  const { bidding_zone_id: zone } = params as { bidding_zone_id?: string };
  if (zone !== undefined) {
    if (!reach.zones.includes(zone)) throw beyond();
    named += 1;
  }
  for (const [name, noun] of Object.entries(nouns)) {
    const id = params[name] as string | undefined;
    if (id === undefined) continue;
    if (!(await isInScope(db, noun, id, reach))) throw unknown(noun);
    named += 1;
  }
  const given = (body ?? {}) as Record<string, unknown>;
  for (const [name, noun] of Object.entries(nouns)) {
    const id = given[name] as string | null | undefined;
    if (id === undefined) continue;
    if (id === null || !(await isInScope(db, noun, id, reach))) throw beyond(`#/${name}`);
    named += 1;
  }
  return named;
}
