import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatJson } from "@/components/api-reference/request-console-panel.tsx";

describe("a JSON answer", () => {
  test("is formatted in the usual layout", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test("keeps its values as the service wrote them", () => {
    expect(formatJson('{"kw":1.0,"big":12345678901234567890}')).toBe(
      '{\n  "kw": 1.0,\n  "big": 12345678901234567890\n}',
    );
  });

  test("that was truncated anywhere is formatted as far as it goes, without loss", () => {
    const value = [{ name: 'a "b", {c}: \\', list: [1, []], none: {} }];
    const whole = JSON.stringify(value);
    for (let length = 0; length <= whole.length; length += 1) {
      const shown = formatJson(whole.slice(0, length));
      expect(JSON.stringify(value, null, 2)).toContain(shown.trimEnd().replace(/[[{]$/, ""));
      expect(shown.replaceAll(/\n */g, "").replaceAll('": ', '":')).toBe(whole.slice(0, length));
    }
  });
});
