import { expect, test } from "vitest";
import { linePrefixer } from "../../runtime/process/child-process.ts";
import { RestartWait } from "../../runtime/supervision.ts";

test("delays grow up to a maximum, and reset after a part has stayed up", () => {
  const waits = new RestartWait();
  const quick = Array.from({ length: 8 }, () => waits.next(1_000));
  expect(quick).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect([waits.next(60_000), waits.next(0)]).toEqual([500, 1_000]);
});

test("lines are prefixed one by one, however they arrive", () => {
  let written = "";
  const write = linePrefixer("portal | ", { write: (text) => (written += text) });
  for (const chunk of ["one\ntw", "o\n", "thr", "ee\n"]) write(Buffer.from(chunk));
  expect(written).toBe("portal | one\nportal | two\nportal | three\n");
});
