import { BIDDING_ZONE } from "@/lib/contract/bidding-zones.ts";
import type { Statement, StatementCheck } from "@/lib/contract/statements.ts";
import { statementMonth } from "@/lib/contract/statements.ts";
import { addMonths, getMonth } from "@/lib/time/month.ts";
import { PortalError } from "../context/errors.ts";
import type { Portal } from "../client/portal-client.ts";
import type { PartialLocation } from "../directory/types.ts";
import { getParam, type SearchParams } from "./list-query.ts";
import { readAllLocations } from "./all-locations.ts";
import { readGroupOptions } from "./group.ts";

/** As many as a list of what is missing names. */
const MAX_NAMED = 5;

/** Which statement a page shows. */
export interface StatementSearch {
  month: string;
  /** Null: the bidding zone's. */
  customerId: string | null;
  version: string | undefined;
  isChecked: boolean;
}

/** The statement of an address: the month that ended last, and a customer's own, if it names none. */
export function parseStatementSearch(
  { user }: Pick<Portal, "user">,
  search: SearchParams,
  nowMs: number,
): StatementSearch {
  const month = statementMonth.safeParse(getParam(search, "month"));
  const isPast = month.success && month.data <= getMonth(nowMs);
  const version = getParam(search, "version");
  const named = user.role === "staff" ? getParam(search, "customer") : user.customerId;
  return {
    month: isPast ? month.data : addMonths(getMonth(nowMs), -1),
    customerId: named || null,
    version: /^[1-9]\d{0,4}$/.test(version) ? version : undefined,
    isChecked: getParam(search, "check") === "1",
  };
}

/** A statement with the names of what it lists, and its check. */
export interface StatementPage {
  statement: Statement;
  check: StatementCheck | null;
  /** The name of the customer; null for a bidding zone, or if it cannot be read. */
  customerName: string | null;
  groupNames: Record<string, string>;
  /** The customer's locations, for their names. */
  locations: readonly PartialLocation[];
  /** The first customers of a zone's statement whose terms are missing. */
  withoutTerms: { customer_id: string; name: string }[];
}

/** Reads a statement. @throws PortalError 403 for a user who may not see it */
export async function readStatement(
  portal: Portal,
  search: StatementSearch,
): Promise<StatementPage> {
  const { customerId, month, version, isChecked } = search;
  const query = version === undefined ? {} : { version };
  const params = { month, bidding_zone_id: BIDDING_ZONE, customer_id: customerId ?? "" };
  const [read, check] =
    customerId === null
      ? (["getBiddingZoneStatement", "checkBiddingZoneStatement"] as const)
      : (["getCustomerStatement", "checkCustomerStatement"] as const);
  const [statement, checked, names] = await Promise.all([
    portal.call(read, { params, query }),
    isChecked ? orNull(portal.call(check, { params, query })) : null,
    customerId === null ? readZoneNames(portal) : readCustomerNames(portal, customerId),
  ]);
  const withoutTerms = customerId === null ? await nameWithoutTerms(portal, statement.data) : [];
  return { statement: statement.data, check: checked?.data ?? null, withoutTerms, ...names };
}

/** The first customers in the rows of a statement whose terms are missing; rows of groups name none. */
function nameWithoutTerms(portal: Portal, { rows }: Pick<Statement, "rows">) {
  const ids = rows.flatMap(({ customer_id, missing }) =>
    customer_id !== null && missing.includes("terms") ? [customer_id] : [],
  );
  const named = [...new Set(ids)].slice(0, MAX_NAMED);
  return Promise.all(
    named.map(async (customer_id) => {
      const customer = await portal.directory.getCustomer(customer_id);
      return { customer_id, name: customer?.name ?? "" };
    }),
  );
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PortalError && error.status === 404) return null;
    throw error;
  }
}

type Names = Pick<StatementPage, "customerName" | "groupNames" | "locations">;

async function readZoneNames(portal: Portal): Promise<Names> {
  const groups = await readGroupOptions(portal.directory);
  const groupNames = Object.fromEntries(groups.map(({ id, name }) => [id, name]));
  return { customerName: null, groupNames, locations: [] };
}

async function readCustomerNames(portal: Portal, customer_id: string): Promise<Names> {
  const [customer, locations] = await Promise.all([
    portal.directory.getCustomer(customer_id),
    readAllLocations(portal, { customer_id }),
  ]);
  return {
    customerName: customer?.name ?? null,
    groupNames: {},
    locations,
  };
}
