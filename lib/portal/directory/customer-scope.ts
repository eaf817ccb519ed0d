import type { Device, Location, OperationId } from "../../contract/index.ts";
import { PortalError } from "../context/errors.ts";
import { policy, type PortalOperationName } from "../auth/policy.ts";

/** Parts of a call that ownership looks at, whatever the operation. */
export interface AnyInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Decides whose a thing is by its fields; a service's word or an id's shape is never enough. */
export interface Ownership {
  customerId: string;
  /** Reads the location and compares its `customer_id`; false where it is not there. */
  ownsLocation(locationId: string): Promise<boolean>;
}

interface OwnershipRule {
  /** Looks at the call before it is made; answers the query to make it with. */
  before: (own: Ownership, input: AnyInput, requestId: string) => Promise<AnyInput["query"]>;
  /** Looks at the answer before it is given. */
  after?: (own: Ownership, answer: unknown, requestId: string) => Promise<unknown>;
}

const notTheirs = (requestId: string) =>
  new PortalError("not-found", "Nothing exists with this ID.", requestId);

async function must(owned: boolean | Promise<boolean>, requestId: string): Promise<void> {
  if (!(await owned)) throw notTheirs(requestId);
}

const themselves: OwnershipRule = {
  async before(own, { params, query }, requestId) {
    await must(params.customer_id === own.customerId, requestId);
    return query;
  },
};

const theirLocation: OwnershipRule = {
  async before(own, { params, query }, requestId) {
    await must(own.ownsLocation(String(params.location_id)), requestId);
    return query;
  },
};

/** Customers change their name and language, not the group they are controlled with. */
const nameAndLanguage: OwnershipRule = {
  async before(own, input, requestId) {
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
    return themselves.before(own, input, requestId);
  },
};

const theirLocations: OwnershipRule = {
  before: async (own, { query }) => ({ ...query, customer_id: own.customerId }),
  async after(own, answer) {
    const { data } = answer as { data: Location[] };
    return { data: data.filter((location) => location.customer_id === own.customerId) };
  },
};

const theirDevices: OwnershipRule = {
  async before(own, { query }, requestId) {
    if (query.location_id !== undefined) {
      await must(own.ownsLocation(String(query.location_id)), requestId);
    }
    return { ...query, customer_id: own.customerId };
  },
  async after(own, answer) {
    const { data } = answer as { data: Device[] };
    const owned = await Promise.all(data.map((device) => own.ownsLocation(device.location_id)));
    return { data: data.filter((_, index) => owned[index]) };
  },
};

const deviceOfTheirs: OwnershipRule = {
  before: async (_own, { query }) => query,
  async after(own, answer, requestId) {
    await must(own.ownsLocation((answer as Device).location_id), requestId);
    return answer;
  },
};

const rules: Record<PortalOperationName, OwnershipRule> = {
  getCustomer: themselves,
  updateCustomer: nameAndLanguage,
  listCustomerControls: themselves,
  listLocations: theirLocations,
  getLocation: theirLocation,
  getLocationHistorical: theirLocation,
  getLocationDeviceHistorical: theirLocation,
  getLocationForecast: theirLocation,
  getLocationStatus: theirLocation,
  listLocationControls: theirLocation,
  listDevices: theirDevices,
  getDevice: deviceOfTheirs,
};

/** The rule of an operation a customer may use; undefined where they may not. */
export const ownershipRule = (operation: OperationId): OwnershipRule | undefined =>
  policy[operation].customer === "own" ? rules[operation as PortalOperationName] : undefined;
