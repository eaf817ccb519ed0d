import type { Location, OperationId } from "../../contract/index.ts";
import { nullOn404 } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import type { Ownership } from "./customer-scope.ts";
import type { Registry } from "./local-cache.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import { getCached } from "../db/local-cache.ts";
import type { User } from "../db/sessions.ts";

/** What a customer owns, looked up once per location while one portal is open; null for others. */
export function ownershipOf(
  user: User,
  offered: ReadonlySet<OperationId>,
  client: ServiceClient,
  registry: Registry,
): Ownership | null {
  const { customerId } = user;
  if (user.role !== "customer" || customerId === null) return null;
  const read = offered.has("getLocation") ? fromService(client) : fromRegistry(registry);
  const looked = new Map<string, Promise<boolean>>();
  return {
    customerId,
    ownsLocation(id) {
      const owned =
        looked.get(id) ??
        read(id).then((found) => found?.id === id && found.customer_id === customerId);
      looked.set(id, owned);
      return owned;
    },
  };
}

type ReadLocation = (id: string) => Promise<Location | null>;

const fromService =
  (client: ServiceClient): ReadLocation =>
  async (location_id) => {
    const input = { params: { location_id }, query: {}, body: undefined };
    const answer = await nullOn404(client.call("getLocation", input, getRequestId()));
    return answer?.data ?? null;
  };

const fromRegistry =
  ({ db, service }: Registry): ReadLocation =>
  async (id) =>
    ((await getCached(db, service, "location", id))?.json as Location | undefined) ?? null;
