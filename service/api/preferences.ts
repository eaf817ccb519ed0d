import type {
  ControlOptOut,
  CustomerPreferencesUpdate,
  PreferenceLimits,
} from "../../lib/contract/index.ts";
import { reviewExclusions } from "../planning/exclusions.ts";
import { readGroupRotation } from "../planning/rotation.ts";
import { computeOutlooks } from "../planning/flexibility-forecast.ts";
import { lockAcceptance, lockAllAcceptance } from "../store/acceptance-locks.ts";
import { lockTotals } from "../store/area-totals.ts";
import { saveControlOptOut } from "../store/control-opt-outs.ts";
import { lockCustomer } from "../store/customers.ts";
import { findControlEnd } from "../store/exclusions.ts";
import { getGroup } from "../store/groups.ts";
import { shiftAreas, withFirst } from "../store/group-membership.ts";
import {
  findCustomerLocations,
  findLimitedLocations,
  readPreferenceLimits,
  readPreferences,
  savePreferenceLimits,
  savePreferences,
  sumHoursOff,
} from "../store/preferences.ts";
import { readPauses } from "../store/location-pauses.ts";
import { saveRotationShare } from "../store/rotation.ts";
import { loadSites } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { conflict } from "./admission-checks.ts";
import type { Deps } from "./deps.ts";
import type { Change, MutationResult } from "./idempotency.ts";
import { invalid, unknown, type Fault } from "./problems.ts";
import type { Handlers } from "./register-operations.ts";

/** The fields of an update that go beyond what the group allows. */
function findFaults(given: CustomerPreferencesUpdate, allowed: PreferenceLimits): Fault[] {
  const { battery_reserve: reserve = 0, max_hours_per_month: hours = null } = given;
  const faults: Fault[] = [];
  const refuse = (field: string, detail: string, values?: Record<string, number>) =>
    faults.push({
      pointer: `#/${field}`,
      detail,
      code: "beyond-group-limit",
      ...(values && { values }),
    });
  if (given.opted_out && !allowed.opt_out)
    refuse("opted_out", "is not allowed by the customer's group");
  if (reserve > allowed.max_battery_reserve)
    refuse("battery_reserve", `must be at most ${allowed.max_battery_reserve}`, {
      limit: allowed.max_battery_reserve,
    });
  if (sumHoursOff(given.hours_off ?? []) > allowed.max_hours_off_per_week)
    refuse("hours_off", `must be at most ${allowed.max_hours_off_per_week} hours in a week`, {
      limit: allowed.max_hours_off_per_week,
    });
  if (hours !== null && allowed.min_hours_per_month === null)
    refuse("max_hours_per_month", "is not allowed by the customer's group");
  if (hours !== null && hours < (allowed.min_hours_per_month ?? 0))
    refuse("max_hours_per_month", `must be at least ${allowed.min_hours_per_month}`, {
      limit: allowed.min_hours_per_month ?? 0,
    });
  return faults;
}

/** Changes what plans depend on, and with it the forecasts of zones and groups. */
async function changeWithForecasts(
  tx: Db,
  ids: readonly string[],
  nowMs: number,
  change: () => Promise<unknown>,
): Promise<void> {
  await lockTotals(tx);
  const sites = await loadSites(tx, { kind: "locations", ids });
  const before = await computeOutlooks(tx, ids, nowMs);
  await change();
  const after = await computeOutlooks(tx, ids, nowMs);
  for (const [i, stored] of sites.entries()) {
    await shiftAreas(tx, stored, withFirst(before[i]!, undefined), -1);
    await shiftAreas(tx, stored, withFirst(after[i]!, undefined), 1);
  }
}

/** Locks what a control of a customer's locations would lock. @returns their ids */
async function lockLocations(tx: Db, customerId: string): Promise<string[]> {
  await lockCustomer(tx, customerId);
  const found = await findCustomerLocations(tx, customerId);
  for (const zone of new Set(found.map(({ biddingZone }) => biddingZone)))
    await lockAcceptance(tx, { zone, groupId: found[0]!.groupId ?? customerId });
  return found.map(({ id }) => id);
}

/** Records that a customer opts out of one control, or no longer does. */
function changeOptOut(
  { now, requestDispatch }: Deps,
  { customerId, controlId }: { customerId: string; controlId: string },
  { optedOut, change }: { optedOut: boolean; change: Change<ControlOptOut> },
): Promise<MutationResult<ControlOptOut>> {
  const changed = change(async (tx) => {
    const ids = await lockLocations(tx, customerId);
    const preferences = await readPreferences(tx, customerId);
    if (!preferences) throw unknown("customer");
    const endMs = await findControlEnd(tx, controlId, ids);
    if (endMs === null) throw unknown("control");
    if (optedOut && !preferences.allowed.control_opt_out)
      throw conflict(
        "opt-out-not-allowed",
        "The customer's group does not allow to opt out of a single control.",
      );
    const nowMs = now();
    await saveControlOptOut(tx, { customerId, controlId }, optedOut, nowMs);
    const sinceMs = await reviewExclusions(tx, ids, nowMs);
    const effective_from = endMs > sinceMs ? new Date(sinceMs).toISOString() : null;
    return { opted_out: optedOut, effective_from };
  });
  return changed.then((result) => {
    requestDispatch();
    return result;
  });
}

/** What customers allow, and what their groups let them choose. */
export const preferences = (
  deps: Deps,
): Handlers<
  | "getCustomerPreferences"
  | "updateCustomerPreferences"
  | "optOutOfControl"
  | "optInToControl"
  | "getGroupPreferenceLimits"
  | "updateGroupPreferenceLimits"
> => ({
  getCustomerPreferences: async ({ params }) => {
    const found = await readPreferences(deps.db, params.customer_id);
    if (!found) throw unknown("customer");
    return { ...found, paused: await readPauses(deps.db, params.customer_id, deps.now()) };
  },

  updateCustomerPreferences: async ({ params: { customer_id: id }, body, change }) => {
    const changed = await deps.writers.run(() =>
      change(async (tx) => {
        const ids = await lockLocations(tx, id);
        const before = await readPreferences(tx, id);
        if (!before) throw unknown("customer");
        const faults = findFaults(body, before.allowed);
        if (faults.length > 0) throw invalid(faults);
        const nowMs = deps.now();
        const save = () => savePreferences(tx, id, body, nowMs);
        if (body.battery_reserve === undefined || body.battery_reserve === before.battery_reserve)
          await save();
        else await changeWithForecasts(tx, ids, nowMs, save);
        await reviewExclusions(tx, ids, nowMs);
        return { ...(await readPreferences(tx, id))!, paused: await readPauses(tx, id, nowMs) };
      }),
    );
    deps.requestDispatch();
    return changed;
  },

  optOutOfControl: ({ params, change }) =>
    changeOptOut(
      deps,
      { customerId: params.customer_id, controlId: params.control_id },
      { optedOut: true, change },
    ),

  optInToControl: ({ params, change }) =>
    changeOptOut(
      deps,
      { customerId: params.customer_id, controlId: params.control_id },
      { optedOut: false, change },
    ),

  getGroupPreferenceLimits: async ({ params }) => {
    if (!(await getGroup(deps.db, params.group_id))) throw unknown("group");
    return readPreferenceLimits(deps.db, params.group_id);
  },

  updateGroupPreferenceLimits: async ({ params: { group_id: id }, body, change }) => {
    const changed = await deps.writers.run(() =>
      change(async (tx) => {
        await lockAllAcceptance(tx);
        if (!(await getGroup(tx, id))) throw unknown("group");
        const nowMs = deps.now();
        const limited = await findLimitedLocations(tx, id);
        await changeWithForecasts(tx, limited, nowMs, () =>
          savePreferenceLimits(tx, id, body, nowMs),
        );
        await reviewExclusions(tx, limited, nowMs);
        return readPreferenceLimits(tx, id);
      }),
    );
    deps.requestDispatch();
    return changed;
  },
});

/** Whose turn it is in the controls of a group. */
export const rotation = ({ db, now }: Deps): Handlers<"getGroupRotation" | "setGroupRotation"> => {
  const read = async (from: Db, id: string) => {
    if (!(await getGroup(from, id))) throw unknown("group");
    return readGroupRotation(from, id, now());
  };
  return {
    getGroupRotation: ({ params }) => read(db, params.group_id),
    setGroupRotation: ({ params: { group_id: id }, body, change }) =>
      change(async (tx) => {
        if (!(await getGroup(tx, id))) throw unknown("group");
        await saveRotationShare(tx, id, body.share, now());
        return read(tx, id);
      }),
  };
};
