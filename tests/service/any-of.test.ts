import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { toTextArray } from "../../service/store/any-of.ts";
import { openStore } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";

describe("texts as an array of PostgreSQL", () => {
  it("are read as they were written, whatever is in them", async () => {
    const store = await openStore(await freshDatabase("service"), () => undefined);
    onTestFinished(() => store.close());
    const text = fc.oneof(
      fc.string({ unit: "binary" }).filter((one) => !one.includes("\0")),
      fc.constantFrom("", "NULL", ",", "{}", '"', "\\", 'a"b\\c', " ", "\n", "loc_1"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
        const well = texts.map((one) => one.toWellFormed());
        const { rows } = await store.db.execute<{ texts: string[] }>(
          sql`select ${toTextArray(well)}::text[] as texts`,
        );
        expect(rows[0]!.texts).toEqual(well);
      }),
      { numRuns: 200 },
    );
  });
});
