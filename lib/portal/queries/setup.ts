import type { OperationId } from "../../contract/index.ts";
import { floorQuarter, QUARTER_MS } from "../../time/amsterdam.ts";
import { hasRight } from "../auth/policy.ts";
import type { Portal } from "../client/portal-client.ts";
import { countStaff, hasHiddenSetup } from "../db/accounts.ts";
import type { Database } from "../db/database.ts";
import { nullOnError } from "./load.ts";
import { readAreaStatus } from "./overview.ts";

/** What an installation needs before it is of use, in the order in which to do it. */
export const setupSteps = [
  "secondFactor",
  "customers",
  "locations",
  "devices",
  "reporting",
  "weather",
  "prices",
  "terms",
  "positions",
  "apiKey",
  "colleagues",
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** `unknown` where the service did not respond. */
export type SetupState = "done" | "open" | "unknown";
export interface SetupItem {
  step: SetupStep;
  state: SetupState;
}

/** Accounts that have done every step or hidden them: theirs are not read again. */
const finished = new Set<string>();

/**
 * The first steps and the state of each; null once everything is done or it is hidden,
 * and for viewers, who cannot do it.
 */
export async function readSetup(
  db: Database,
  portal: Portal,
  zoneId: string,
  now: Date,
): Promise<SetupItem[] | null> {
  const { user } = portal;
  if (!hasRight(user, "operator") || finished.has(user.id)) return null;
  if (await hasHiddenSetup(db, user.id)) {
    finished.add(user.id);
    return null;
  }
  const reads = readsOf(db, portal, zoneId, now);
  const items = await Promise.all(
    setupSteps.flatMap((step) => {
      const read = reads[step];
      return read ? [read.then((state): SetupItem => ({ step, state }))] : [];
    }),
  );
  if (items.some(({ state }) => state !== "done")) return items;
  finished.add(user.id);
  return null;
}

const toState = (isDone: boolean): SetupState => (isDone ? "done" : "open");

/** Done once a list has an item. */
async function readList(
  answer: Promise<{ data: { data: readonly unknown[] } }>,
): Promise<SetupState> {
  const found = await nullOnError(answer);
  return found ? toState(found.data.data.length > 0) : "unknown";
}

type Reads = Record<SetupStep, Promise<SetupState> | null>;

/** The reading of each step; null where the user or the service has no such step. */
function readsOf(db: Database, portal: Portal, zoneId: string, now: Date): Reads {
  const { user, supports, isAllowed, call } = portal;
  const may = (...operations: OperationId[]) =>
    operations.every((operation) => supports(operation) && isAllowed(operation));
  const anyOf = (list: "listCustomers" | "listLocations" | "listDevices"): Promise<SetupState> =>
    readList(call(list, { query: { page: 0, page_size: 1, sort: "id" } }));
  return {
    secondFactor: user.atProvider ? null : Promise.resolve(toState(user.secondFactor)),
    customers: may("listCustomers", "createCustomer") ? anyOf("listCustomers") : null,
    locations: may("listLocations") ? anyOf("listLocations") : null,
    devices: may("listDevices") ? anyOf("listDevices") : null,
    reporting: may("getBiddingZoneStatus") ? readReporting(portal, zoneId) : null,
    weather: may("getBiddingZoneForecast") ? readWeather(portal, zoneId, now) : null,
    prices: may("getBiddingZonePrices") ? readPrices(portal, zoneId) : null,
    terms: may("listCustomers", "getCustomerTerms", "setGroupTerms") ? readTerms(portal) : null,
    positions: may("getBiddingZonePositions") ? readPositions(portal, zoneId) : null,
    apiKey: may("listApiKeys", "createApiKey") ? readKeys(portal, now) : null,
    colleagues: hasRight(user, "admin") ? countStaff(db).then((count) => toState(count > 1)) : null,
  };
}

async function readReporting(portal: Portal, id: string): Promise<SetupState> {
  const status = await nullOnError(readAreaStatus(portal, { kind: "bidding-zone", id }));
  return status ? toState(status.measured_at !== null) : "unknown";
}

async function readWeather({ call }: Portal, zoneId: string, now: Date): Promise<SetupState> {
  const end = new Date(floorQuarter(now.getTime()) + QUARTER_MS).toISOString();
  const input = { params: { bidding_zone_id: zoneId }, query: { end } };
  const forecast = await nullOnError(call("getBiddingZoneForecast", input));
  return forecast ? toState(forecast.data.weather !== undefined) : "unknown";
}

/** Whether there are prices of today or later: a source that stopped does not count. */
const readPrices = ({ call }: Portal, zoneId: string): Promise<SetupState> =>
  readList(call("getBiddingZonePrices", { params: { bidding_zone_id: zoneId }, query: {} }));

/** How many customers are looked at: a reading for each. */
const TERMS_OF = 5;

/** Whether the first customers have contract terms, of their own or of their group. */
async function readTerms({ call }: Portal): Promise<SetupState> {
  const query = { page: 0, page_size: TERMS_OF, sort: "id" } as const;
  const customers = await nullOnError(call("listCustomers", { query }));
  if (!customers) return "unknown";
  const terms = await Promise.all(
    customers.data.data.map(({ id }) =>
      nullOnError(call("getCustomerTerms", { params: { customer_id: id } })),
    ),
  );
  if (terms.includes(null)) return "unknown";
  return toState(
    terms.length > 0 && terms.every((one) => one!.data.data.length + one!.data.default.length > 0),
  );
}

/** Whether a position sold is recorded for today or later. */
const readPositions = ({ call }: Portal, zoneId: string): Promise<SetupState> =>
  readList(call("getBiddingZonePositions", { params: { bidding_zone_id: zoneId }, query: {} }));

async function readKeys({ call }: Portal, now: Date): Promise<SetupState> {
  const keys = await nullOnError(call("listApiKeys", {}));
  const isValid = (until: string | null) => until === null || Date.parse(until) > now.getTime();
  if (!keys) return "unknown";
  return toState(keys.data.data.some((key) => key.revoked_at === null && isValid(key.expires_at)));
}
