import type { Location, OperationId } from "../../contract/index.ts";
import { nullOn404 } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import type { Ownership } from "./customer-scope.ts";
import type { LocalCache } from "./local-cache.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import { getCached } from "../db/local-cache.ts";
import type { User } from "../db/sessions.ts";

/** The ownership checks of a customer, each location read once per client; null for staff. */
export function createOwnership(
  user: User,
  capabilities: ReadonlySet<OperationId>,
  client: ServiceClient,
  cache: LocalCache,
): Ownership | null {
  const { customerId } = user;
  if (user.role !== "customer" || customerId === null) return null;
  const read = capabilities.has("getLocation") ? readFromService(client) : readFromCache(cache);
  const checked = new Map<string, Promise<boolean>>();
  return {
    customerId,
    ownsLocation(id) {
      const owned =
        checked.get(id) ??
        read(id).then((found) => found?.id === id && found.customer_id === customerId);
      checked.set(id, owned);
      return owned;
    },
  };
}

type ReadLocation = (id: string) => Promise<Location | null>;

const readFromService =
  (client: ServiceClient): ReadLocation =>
  async (location_id) => {
    const input = { params: { location_id }, query: {}, body: undefined };
    const answer = await nullOn404(client.call("getLocation", input, getRequestId()));
    return answer?.data ?? null;
  };

const readFromCache =
  ({ db, service }: LocalCache): ReadLocation =>
  async (id) =>
    ((await getCached(db, service, "location", id))?.json as Location | undefined) ?? null;
