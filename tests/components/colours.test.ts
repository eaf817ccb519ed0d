import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
);

type Theme = "light" | "dark";
type Rgb = readonly number[];

function colour(name: string, theme: Theme): Rgb {
  const hex = tokens.get(name)![theme];
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Relative luminance, WCAG 2.2. */
const luminance = (rgb: Rgb): number =>
  rgb
    .map((value) => value / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0);

/** Contrast ratio, WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

const tinted = (ink: Rgb, ground: Rgb, share: number): Rgb =>
  ink.map((value, index) => value * share + ground[index]! * (1 - share));

const energy = ["production", "consumption", "curtailed", "forecast", "up", "down", "unknown"];
const states = ["good", "warn", "bad", "info"];
const AA_TEXT = 4.5;
const AA_SHAPE = 3;

describe.each(["light", "dark"] as const)("--%s is readable on every background", (theme) => {
  test.each(["ink", "muted", ...energy, ...states])(
    "--%s is readable on its own tint on every background",
    (name) => {
      for (const ground of ["canvas", "surface", "raised"])
        expect(contrast(colour(name, theme), colour(ground, theme)), ground).toBeGreaterThanOrEqual(
          AA_TEXT,
        );
    },
  );

  test.each([...states, "curtailed"])(
    "--%s is read on a tint of itself, wherever that stands",
    (name) => {
      const ink = colour(name, theme);
      for (const ground of ["canvas", "surface", "raised", "sunken"])
        expect(
          contrast(ink, tinted(ink, colour(ground, theme), 0.1)),
          ground,
        ).toBeGreaterThanOrEqual(AA_TEXT);
    },
  );

  test.each([
    ["ink", "sunken"],
    ["muted", "sunken"],
    ["accent-ink", "accent"],
  ])("--%s is readable on --%s", (ink, ground) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(AA_TEXT);
  });

  test.each(["line-strong", "focus", "production-mark"])(
    "--%s is distinguishable from every background",
    (name) => {
      for (const ground of ["canvas", "surface", "raised"])
        expect(contrast(colour(name, theme), colour(ground, theme)), ground).toBeGreaterThanOrEqual(
          AA_SHAPE,
        );
    },
  );
});
