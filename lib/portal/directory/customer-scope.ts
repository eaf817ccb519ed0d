import type { Device, Location, OperationId } from "../../contract/index.ts";
import { PortalError, nullOn404 } from "../context/errors.ts";
import { policy, type PortalOperationName } from "../auth/policy.ts";
import { getRequestId } from "../context/request-context.ts";
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

/** The parts of a call that ownership rules check. */
interface AnyInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Decides by a resource's fields who owns it; an id or a service's filter is never enough. */
export interface Ownership {
  customerId: string;
  /** Reads the location and compares its `customer_id`; false if there is none. */
  ownsLocation(locationId: string): Promise<boolean>;
}

interface OwnershipRule {
  /** Checks a call before it is sent; returns its query. */
  before: (ownership: Ownership, input: AnyInput, requestId: string) => Promise<AnyInput["query"]>;
  /** Checks a response before it is returned. */
  after?: (ownership: Ownership, answer: unknown, requestId: string) => Promise<unknown>;
}

const toNotFound = (requestId: string) =>
  new PortalError("not-found", "Nothing exists with this ID.", requestId);

async function requireOwned(owned: boolean | Promise<boolean>, requestId: string): Promise<void> {
  if (!(await owned)) throw toNotFound(requestId);
}

const customerRule: OwnershipRule = {
  async before(ownership, { params, query }, requestId) {
    await requireOwned(params.customer_id === ownership.customerId, requestId);
    return query;
  },
};

const locationRule: OwnershipRule = {
  async before(ownership, { params, query }, requestId) {
    await requireOwned(ownership.ownsLocation(String(params.location_id)), requestId);
    return query;
  },
};

/** Customers may change their name and language, not their group. */
const customerUpdateRule: OwnershipRule = {
  async before(ownership, input, requestId) {
    if (Object.hasOwn(input.body as object, "group_id")) {
      throw new PortalError(
        "forbidden",
        "Your supplier decides which group you are in.",
        requestId,
        {
          code: "supplier-moves-groups",
        },
      );
    }
    return customerRule.before(ownership, input, requestId);
  },
};

const locationListRule: OwnershipRule = {
  before: async (ownership, { query }) => ({ ...query, customer_id: ownership.customerId }),
  async after(ownership, answer) {
    const { data } = answer as { data: Location[] };
    return { data: data.filter((location) => location.customer_id === ownership.customerId) };
  },
};

const deviceListRule: OwnershipRule = {
  async before(ownership, { query }, requestId) {
    if (query.location_id !== undefined) {
      await requireOwned(ownership.ownsLocation(String(query.location_id)), requestId);
    }
    return { ...query, customer_id: ownership.customerId };
  },
  async after(ownership, answer) {
    const { data } = answer as { data: Device[] };
    const owned = await Promise.all(
      data.map((device) => ownership.ownsLocation(device.location_id)),
    );
    return { data: data.filter((_, index) => owned[index]) };
  },
};

const deviceRule: OwnershipRule = {
  before: async (_own, { query }) => query,
  async after(ownership, answer, requestId) {
    await requireOwned(ownership.ownsLocation((answer as Device).location_id), requestId);
    return answer;
  },
};

const rules: Record<PortalOperationName, OwnershipRule> = {
  getCustomer: customerRule,
  updateCustomer: customerUpdateRule,
  listCustomerControls: customerRule,
  getCustomerControlValue: customerRule,
  getCustomerLostEnergy: customerRule,
  getCustomerStatement: customerRule,
  checkCustomerStatement: customerRule,
  getCustomerPreferences: customerRule,
  updateCustomerPreferences: customerRule,
  optOutOfControl: customerRule,
  optInToControl: customerRule,
  listLocations: locationListRule,
  getLocation: locationRule,
  getLocationHistorical: locationRule,
  getLocationDeviceHistorical: locationRule,
  getLocationForecast: locationRule,
  getLocationPlannedChanges: locationRule,
  getLocationStatus: locationRule,
  listLocationControls: locationRule,
  listDevices: deviceListRule,
  getDevice: deviceRule,
};

/** The rule of an operation that customers may use; undefined for the others. */
export const getOwnershipRule = (operation: OperationId): OwnershipRule | undefined =>
  policy[operation].customer === "own" ? rules[operation as PortalOperationName] : undefined;
