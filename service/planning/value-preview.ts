import type { ValueRevision } from "../../lib/contract/index.ts";
import type { LocationEnergies } from "../store/control-energies.ts";
import type { Db } from "../store/store.ts";
import { withPlans, type Draft } from "./control.ts";
import type { Fleet } from "./fleet.ts";
import { computeEffects } from "./location-effects.ts";
import { withCustomerNames } from "./value-missing.ts";
import { readInputs, toRevision } from "./value-report.ts";
import { readValueTime } from "./value-time.ts";
import { readInjectionWithout } from "./zone-injection.ts";

const UNMEASURED = {
  valuedKw: null,
  valuedWithoutKw: null,
  ownErrorKw: null,
  sharedErrorKw: null,
  throughputKw: null,
  lostKw: null,
};

/** What a control would be worth if it were accepted now, by what is known now. Nothing is recorded. */
export async function previewValue(
  db: Db,
  fleet: Fleet,
  draft: Draft,
  nowMs: number,
): Promise<ValueRevision> {
  const { effects } = await withPlans(db, fleet, draft, nowMs, (plans) =>
    computeEffects(db, plans, draft, nowMs),
  );
  const energies = effects.map(({ stored, ...kw }): LocationEnergies => {
    const { locationId, customerId, groupId, site } = stored;
    const hasBattery = site.batteries.length > 0;
    const location = { controlId: "", locationId, customerId, groupId, hasBattery };
    return { ...location, ...kw, ...UNMEASURED };
  });
  const { target, fromMs, toMs } = draft;
  const run = {
    targetKind: target.kind,
    targetId: target.id,
    createdAt: new Date(nowMs),
    timeFrom: new Date(fromMs),
    timeTo: new Date(toMs),
    stopAt: new Date(toMs),
    zoneInjectionKwh: await readInjectionWithout(db, draft),
  };
  const expected = { basis: "expected", at: { asOfMs: nowMs, isStrict: true } } as const;
  const inputs = await readInputs(db, run, energies);
  const time = await readValueTime(db, nowMs);
  const [revision] = await withCustomerNames(db, [
    await toRevision(run, expected, { energies, inputs, time }),
  ]);
  return revision!;
}
