import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, getLocalDay, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { TermsTable } from "../../service/planning/terms-table.ts";
import type { TermsRow } from "../../service/store/terms.ts";
import { dynamicTerms } from "../support/rule-world.ts";

const DAYS = ["2026-03-27", "2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31", "2026-04-01"];
const [FIRST, LAST] = ["2026-03-29", "2026-03-31"];
const FIRST_MS = getLocalDay(FIRST).startMs;
const NOW = getLocalDay("2026-04-02").startMs + 5 * MINUTE_MS;
const REACH = DAY_MS;

/** Terms of which two differ; null: none of its own. */
const TERMS = [
  dynamicTerms,
  { ...dynamicTerms, compensation_eur_per_kwh: 0.2 },
  { ...dynamicTerms, netting: true },
  null,
];
const row = fc.record({
  subjectId: fc.constantFrom("a", "b", "c", "d"),
  validFrom: fc.constantFrom(...DAYS),
  minute: fc.oneof(
    fc.integer({ min: -4 * 24 * 60, max: 5 * 24 * 60 }),
    // In the quarter-hour of the last decision.
    fc.constant((NOW - FIRST_MS) / MINUTE_MS - 2),
  ),
  terms: fc.constantFrom(...TERMS),
});
const toRows = (found: readonly { minute: number; [name: string]: unknown }[]) =>
  found
    .toSorted((a, b) => a.minute - b.minute)
    .map(({ minute, ...one }) => ({
      ...one,
      kind: "customer",
      recordedAt: new Date(FIRST_MS + minute * MINUTE_MS),
    })) as TermsRow[];
const rows = fc
  .uniqueArray(row, {
    maxLength: 12,
    selector: ({ subjectId, validFrom, minute }) => `${subjectId} ${validFrom} ${minute}`,
  })
  .map(toRows);
const ofDecisions = (found: readonly TermsRow[], decisions = { nowMs: NOW, reachMs: REACH }) =>
  TermsTable.read([[...found]], { firstDay: FIRST, lastDay: LAST, decisions });
const moments = [
  ...Array.from({ length: (4 * DAY_MS) / QUARTER_MS }, (_, i) => FIRST_MS - REACH + i * QUARTER_MS),
  NOW,
];
const days = DAYS.slice(2, 5);

describe("terms for decisions", () => {
  it("are those of all versions, at each decision and day", async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (found) => {
        const all = await TermsTable.read([found], { firstDay: FIRST, lastDay: LAST });
        const needed = await ofDecisions(found);
        const describeAll = (table: TermsTable) =>
          ["a", "b", "c", "d"].flatMap((id) =>
            moments.flatMap((asOfMs) =>
              days.flatMap((day) => [
                JSON.stringify(table.find(id, day, { asOfMs, isStrict: true })),
                table.getFirstMs(id, day) <= asOfMs,
              ]),
            ),
          );
        expect(describeAll(needed)).toEqual(describeAll(all));
      }),
      { numRuns: 60 },
    );
  });

  it("have one key only where no decision tells them apart, and are complete where the group's never count", async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (found) => {
        const table = await ofDecisions(found);
        const listTerms = (id: string) =>
          moments.flatMap((asOfMs) =>
            days.map((day) => table.find(id, day, { asOfMs, isStrict: true })),
          );
        for (const id of ["a", "b", "c", "d"]) {
          const { key, isComplete } = table.getKey(id);
          if (isComplete) expect(listTerms(id)).not.toContain(null);
          for (const other of ["a", "b", "c", "d"])
            if (table.getKey(other).key === key) expect(listTerms(other)).toEqual(listTerms(id));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("are shared by customers with the same terms that were recorded one after another", async () => {
    const customers = Array.from({ length: 1_000 }, (_, i) => ({
      subjectId: `customer-${i}`,
      validFrom: i % 2 === 0 ? "2026-01-01" : "2025-01-01",
      minute: -3 * 24 * 60 - i,
      terms: TERMS[i % 2 === 0 ? 0 : 1]!,
    }));
    for (const decisions of [{ nowMs: NOW }, { nowMs: NOW, reachMs: REACH }]) {
      const table = await ofDecisions(
        toRows(customers),
        decisions as { nowMs: number; reachMs: number },
      );
      const keys = new Set(customers.map(({ subjectId }) => table.getKey(subjectId).key));
      expect(keys.size).toBe(2);
    }
  });

  it("are shared by customers whose terms were recorded again, or renewed, without a change", async () => {
    const minute = -20 * 24 * 60;
    const ofCustomer = (i: number) => {
      const one = { subjectId: `customer-${i}`, validFrom: "2026-01-01", terms: TERMS[0]! };
      const again = { ...one, minute: minute + 20 * i, validFrom: "2026-01-01" };
      return [
        { ...one, minute },
        again,
        { ...again, minute: minute + 25 * i, validFrom: DAYS[i % 6]! },
      ];
    };
    const rows = toRows(Array.from({ length: 600 }, (_, i) => ofCustomer(i + 1)).flat());
    const table = await ofDecisions(rows);
    const keys = new Set(rows.map(({ subjectId }) => table.getKey(subjectId).key));
    expect(keys.size).toBe(1);
  });
});
