import { expect, test } from "vitest";
import { benchRows, expectFloors, expectMeasured } from "./run-bench.ts";

test("the bench measures reads through the portal, and a second start beside its floor", async () => {
  const { said, rows } = await benchRows("portal-read,second-start");
  expect(said).toMatch(/^  portal-read +GET .* req\/s +\d+ req\/s +\d\.\d\d$/m);
  expect(rows.map(({ name }) => name)).toEqual(["portal-read", "second-start", "stop"]);
  expectFloors(rows, ["portal-read", "second-start"]);
  expectMeasured(rows);
}, 600_000);
