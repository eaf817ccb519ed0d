import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MeasuredHere } from "@/components/controls/list/location-controls-table.tsx";
import { inLanguage } from "./in-language.tsx";

test("the measured effect of a control is labelled partial until it is complete", () => {
  const shown = (delivered_kwh: number | null, measured_whole: boolean) =>
    renderToStaticMarkup(
      inLanguage("nl", <MeasuredHere control={{ delivered_kwh, measured_whole }} />),
    )
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
  expect(shown(-1.55, true)).toBe("−1,55 kWh");
  expect(shown(-0.33, false)).toBe("−0,33 kWh deels gemeten");
  expect(shown(null, false)).not.toContain("deel");
});
