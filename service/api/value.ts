import type { Position, QueryOf } from "../../lib/contract/index.ts";
import { DAY_MS, floorQuarter, ispNumber, startOfDay } from "../../lib/time/amsterdam.ts";
import { parseInstant } from "../engine/window.ts";
import { readLostEnergy } from "../planning/lost-energy.ts";
import { readCustomerValue } from "../planning/customer-value.ts";
import { readControlValue } from "../planning/value-report.ts";
import { readControlRow } from "../store/control-list.ts";
import { getCustomer } from "../store/customers.ts";
import { getGroup } from "../store/groups.ts";
import { readPositionVersions, recordPositions } from "../store/positions.ts";
import { listTerms, saveTerms } from "../store/terms.ts";
import type { Db } from "../store/store.ts";
import type { Deps } from "./deps.ts";
import { invalid, parseBiddingZone, unknown, type Fault } from "./problems.ts";
import type { Handlers } from "./register-operations.ts";

const readControl = async (db: Db, id: string) => {
  const row = await readControlRow(db, id);
  if (!row) throw unknown("control");
  return row;
};

const readCustomer = async (db: Db, id: string) => {
  const customer = await getCustomer(db, id);
  if (!customer) throw unknown("customer");
  return customer;
};

/** What controls are worth. */
export const values = ({
  now,
}: Deps): Handlers<"getControlValue" | "getCustomerControlValue" | "getCustomerLostEnergy"> => ({
  getControlValue: async ({ db, params }) =>
    readControlValue(db, await readControl(db, params.control_id), now()),

  getCustomerControlValue: async ({ db, params }) => {
    await readCustomer(db, params.customer_id);
    const row = await readControl(db, params.control_id);
    const value = await readCustomerValue(db, row, params.customer_id, now());
    if (!value) throw unknown("control");
    return value;
  },

  getCustomerLostEnergy: async ({ db, params, query }) => {
    await readCustomer(db, params.customer_id);
    return readLostEnergy(db, params.customer_id, { months: query.months, nowMs: now() });
  },
});

/** Contract terms of groups and customers. */
export const terms = ({
  db,
  now,
}: Deps): Handlers<"getCustomerTerms" | "setCustomerTerms" | "getGroupTerms" | "setGroupTerms"> => {
  const customerTerms = async (from: Db, id: string) => {
    const { group_id } = await readCustomer(from, id);
    return listTerms(from, { kind: "customer", subjectId: id }, group_id ?? null);
  };
  const groupTerms = async (from: Db, id: string) => {
    if (!(await getGroup(from, id))) throw unknown("group");
    return listTerms(from, { kind: "group", subjectId: id }, null);
  };
  return {
    getCustomerTerms: ({ params }) => customerTerms(db, params.customer_id),

    setCustomerTerms: ({ params: { customer_id: subjectId }, body, change }) =>
      change(async (tx) => {
        await readCustomer(tx, subjectId);
        await saveTerms(tx, { kind: "customer", subjectId }, body, now());
        return customerTerms(tx, subjectId);
      }),

    getGroupTerms: ({ params }) => groupTerms(db, params.group_id),

    setGroupTerms: ({ params: { group_id: subjectId }, body, change }) =>
      change(async (tx) => {
        if (!(await getGroup(tx, subjectId))) throw unknown("group");
        await saveTerms(tx, { kind: "group", subjectId }, body, now());
        return groupTerms(tx, subjectId);
      }),
  };
};

const MAX_FAULTS = 100;

/** The faults of a batch: a start that is no start of an ISP, or comes twice. */
function findFaults(batch: readonly Position[]): Fault[] {
  const seen = new Set<number>();
  return batch.flatMap(({ time_from }, i): Fault[] => {
    const at = parseInstant(time_from);
    const fault = (detail: string) => [{ pointer: `#/positions/${i}/time_from`, detail }];
    if (floorQuarter(at) !== at) return fault("must be the start of a quarter of an hour");
    if (seen.has(at)) return fault("must be given once");
    seen.add(at);
    return [];
  });
}

const MAX_DAYS = 366;

/** The range of a query for positions, which lie in the future too: today and tomorrow if not given. */
function parsePositionRange(
  { start, end }: QueryOf<"getBiddingZonePositions">,
  nowMs: number,
): { fromMs: number; toMs: number } {
  const fromMs = start ? parseInstant(start) : startOfDay(nowMs);
  const toMs = end ? parseInstant(end) : startOfDay(fromMs, 2);
  if (fromMs <= toMs && toMs - fromMs <= MAX_DAYS * DAY_MS) return { fromMs, toMs };
  throw invalid([
    { pointer: "query/start", detail: `must be before end, by at most ${MAX_DAYS} days` },
  ]);
}

/** The energy sold for a bidding zone. */
export const positions = (
  deps: Deps,
): Handlers<"getBiddingZonePositions" | "recordBiddingZonePositions"> => ({
  getBiddingZonePositions: async ({ db, params, query }) => {
    const zone = parseBiddingZone(params.bidding_zone_id);
    const { fromMs, toMs } = parsePositionRange(query, deps.now());
    const versions = await readPositionVersions(db, zone, { fromMs, toMs });
    const latest = new Map(versions.map((one) => [one.ispStartMs, one]));
    return {
      data: [...latest.values()].map(({ ispStartMs, soldKwh, vintageMs }) => ({
        time_from: new Date(ispStartMs).toISOString(),
        isp: ispNumber(ispStartMs),
        sold_kwh: soldKwh,
        recorded_at: new Date(vintageMs).toISOString(),
      })),
    };
  },

  recordBiddingZonePositions: async ({ params, body, change }) => {
    const zone = parseBiddingZone(params.bidding_zone_id);
    const faults = findFaults(body.positions);
    if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS));
    const sold = new Map(
      body.positions.map(({ time_from, sold_kwh }) => [parseInstant(time_from), sold_kwh]),
    );
    return change(async (tx) => ({ changed: await recordPositions(tx, zone, sold, deps.now()) }));
  },
});
