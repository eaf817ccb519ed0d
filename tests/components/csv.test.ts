import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasHiddenCharacters, markHidden } from "@/lib/contract/hidden-characters.ts";
import { CSV_START, csvLine, csvText } from "@/lib/export/csv.ts";
import { localStamp, utcStamp } from "@/lib/time/amsterdam.ts";

const readBack = (text: string): string[][] =>
  parse(text, { bom: true, delimiter: ";", record_delimiter: "\r\n", relax_column_count: true });

describe("a CSV file for a Dutch Excel", () => {
  it("starts with a UTF-8 byte order mark, and separates cells by semicolons and rows by CRLF", () => {
    const text = csvText([
      ["Naam", "Vermogen (kW)"],
      ["Coöperatie", 1.5],
    ]);
    expect(text).toBe(`${CSV_START}Naam;Vermogen (kW)\r\nCoöperatie;1,5\r\n`);
  });

  it("writes numbers with a decimal comma and without exponents", () => {
    expect(csvLine([0.0000001, -0, 1e21 / 1e15, 1234567.891, 10, -2.5])).toBe(
      "0;0;1000000;1234567,891;10;-2,5\r\n",
    );
  });

  it("leaves unknown and non-finite values empty", () => {
    expect(csvLine([null, undefined, Number.NaN, Number.POSITIVE_INFINITY, ""])).toBe(";;;;\r\n");
  });

  it("quotes cells that contain separators", () => {
    const cells = ['says "hi"', "a;b", "two\r\nlines", " spaced "];
    expect(readBack(csvLine(cells))).toEqual([cells]);
  });

  it.each(["=1+1", "+SUM(A1)", "-2+3", "@cmd", "\tx", "=cmd|' /C calc'!A0"])(
    "neutralises the formula %j",
    (text) => {
      expect(readBack(csvLine([text, "next"]))[0]![0]).toBe(`'${text}`);
    },
  );

  it.each(["-12", "+31", "-0,5", "+1.25"])("leaves the number %j unchanged", (text) => {
    expect(readBack(csvLine([text]))).toEqual([[text]]);
  });

  it.each(["\u202Egpj.exe", "a\u2066b\u2069", "\u0007bell", "\u0085next", "a\u2028b"])(
    "shows the hidden characters in %j",
    (text) => {
      const [[cell]] = readBack(csvLine([text, "next"])) as [[string]];
      expect(cell).toContain("\uFFFD");
      expect(cell).toBe(markHidden(text));
      expect(hasHiddenCharacters(cell)).toBe(false);
    },
  );

  it("keeps the marks that right-to-left names need", () => {
    const name = "\u200Fדנה\u200E (2)";
    expect(readBack(csvLine([name, "next"]))[0]![0]).toBe(name);
    expect(hasHiddenCharacters(name)).toBe(false);
  });

  it("restores every text that is not a formula", () => {
    const plain = fc.string({ unit: "grapheme" }).filter((text) => !/^[=+\-@\t\r\n]/.test(text));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 2, maxLength: 5 }), (cells) => {
        expect(readBack(csvLine(cells))).toEqual([cells.map(markHidden)]);
      }),
    );
  });
});

describe("a timestamp in a file", () => {
  it("is written in Amsterdam time and in UTC", () => {
    const at = Date.parse("2026-11-21T12:45:00Z");
    expect(localStamp(at)).toBe("2026-11-21 13:45:00");
    expect(utcStamp(at)).toBe("2026-11-21 12:45:00");
  });

  it("is unambiguous in the repeated hour of October through its UTC column", () => {
    const [first, second] = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map(Date.parse);
    expect(localStamp(first!)).toBe("2026-10-25 02:30:00");
    expect(localStamp(second!)).toBe("2026-10-25 02:30:00");
    expect(utcStamp(first!)).not.toBe(utcStamp(second!));
  });

  it("at midnight is 00:00, not 24:00", () => {
    expect(localStamp(Date.parse("2026-11-20T23:00:00Z"))).toBe("2026-11-21 00:00:00");
  });
});
