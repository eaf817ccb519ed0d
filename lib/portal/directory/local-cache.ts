import type {
  AnswerOf,
  Control,
  ControlTarget,
  Customer,
  Device,
  Group,
  Location,
  OperationId,
} from "../../contract/index.ts";
import type { ServiceInput } from "../service-client/service-client.ts";
import type { Database } from "../db/database.ts";
import { getCached, putCached, type CachedResource, type ResourceType } from "../db/local-cache.ts";

/** The portal's cache of one service's resources. */
export interface LocalCache {
  db: Database;
  service: string;
}

/** The operation that lists a type of resource, which makes caching it needless. */
const listOperations: Record<ResourceType, OperationId> = {
  customer: "listCustomers",
  group: "listGroups",
  location: "listLocations",
  device: "listDevices",
  control: "listControlSummaries",
};

/**
 * Caches the resources of a response, of types that the service cannot list: the cache is then the
 * only way to list them.
 */
export async function cacheResponse<K extends OperationId>(
  cache: LocalCache,
  capabilities: ReadonlySet<OperationId>,
  operation: K,
  input: ServiceInput<K>,
  response: AnswerOf<K>,
): Promise<void> {
  const put = async (kind: ResourceType, resources: CachedResource[]) => {
    if (!capabilities.has(listOperations[kind]))
      await putCached(cache.db, cache.service, kind, resources);
  };
  switch (operation) {
    case "createGroup":
    case "getGroup":
      return put("group", [toCached(response as Group)]);
    case "createCustomer":
    case "getCustomer":
    case "updateCustomer":
      return put("customer", [toCached(response as Customer)]);
    case "createLocation":
    case "getLocation":
      return put("location", [toCachedLocation(response as Location)]);
    case "getDevice":
    case "registerDevice":
      return put("device", [toCachedDevice(response as Device)]);
    case "listControls":
      return put("control", (response as { data: Control[] }).data.map(toCached));
    case "controlBiddingZone":
    case "controlGroup": {
      const target = await findTarget(cache, input.params as TargetParams);
      return put("control", [{ ...toCached(response as Control), target }]);
    }
  }
}

const toCached = (thing: { id: string }): CachedResource => ({ id: thing.id, json: thing });
const toCachedLocation = (location: Location): CachedResource => ({
  ...toCached(location),
  customerId: location.customer_id,
});
const toCachedDevice = (device: Device): CachedResource => ({
  ...toCached(device),
  locationId: device.location_id,
});

type TargetParams = { bidding_zone_id?: string; group_id?: string };

async function findTarget(
  { db, service }: LocalCache,
  params: TargetParams,
): Promise<ControlTarget> {
  if (params.bidding_zone_id !== undefined) {
    const id = params.bidding_zone_id;
    return { kind: "bidding_zone", id, name: id };
  }
  const id = params.group_id!;
  const group = (await getCached(db, service, "group", id))?.json as Group | undefined;
  return { kind: "group", id, name: group?.name ?? id };
}
