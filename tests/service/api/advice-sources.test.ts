import { expect, it } from "vitest";
import { QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import {
  createRule,
  NL,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../../support/rule-world.ts";
import { openScripted } from "../../support/scripted-gateway.ts";
import { group, household } from "../../support/site.ts";

const TODAY = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
const NOON = ["2026-06-15T10:00:00Z", "2026-06-15T11:00:00Z"] as const;

it("advice goes by the price that goes before others, though another one became known later", async () => {
  const { world, gateway } = await openScripted("2026-06-15T09:00:30Z");
  try {
    const utrecht = (await group(world)).id;
    const home = await household(world, { groupId: utrecht });
    gateway.answers(home.location.id, [home.inverter.id]);
    await world.service.tick();
    await setTerms(world, utrecht);
    await recordDayAhead(world, ...TODAY, 60, "2026-06-14T10:57:00Z");
    await recordImbalance(world, ...TODAY, { long: 60, short: 60 }, "2026-06-15T08:00:00Z");
    await recordSold(world, ...TODAY, 0);
    const prices = Array.from({ length: 4 }, (_, quarter) => ({
      time: new Date(Date.parse(NOON[0]) + quarter * QUARTER_MS).toISOString(),
      long: -41,
      short: -41,
    }));
    const reported = { market: "imbalance" as const, source: "elia", prices };
    const body = { ...reported, known_at: "2026-06-15T08:00:00Z" };
    await world.call("recordBiddingZonePrices", { params: NL, body });
    await recordImbalance(world, ...NOON, { long: 20, short: 20 }, "2026-06-15T08:50:00Z");
    await createRule(world, utrecht);
    const { data } = (await world.call("getBiddingZoneAdvice", { params: NL })).data;
    const [item] = data;
    expect(item!.intervals.map(({ eur_per_mwh }) => eur_per_mwh)).toEqual(Array(4).fill(-41));
  } finally {
    await world.close();
  }
});
