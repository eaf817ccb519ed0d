"use client";

import { useEffect, useState } from "react";

const names = [
  "ink",
  "muted",
  "line",
  "surface",
  "production-mark",
  "consumption",
  "curtailed",
  "forecast",
  "up",
  "down",
] as const;

/** The page's colour tokens as a canvas understands them. */
export type Colours = Record<(typeof names)[number], string>;

function readColours(): Colours {
  const probe = document.createElement("span");
  probe.style.setProperty("forced-color-adjust", "none");
  document.body.append(probe);
  const colours = Object.fromEntries(
    names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  ) as Colours;
  probe.remove();
  return colours;
}

/** The same colour, as strong as `alpha` (0 to 1). */
export const faint = (colour: string, alpha: number): string =>
  colour.replace(/^rgba?\(([^)]+)\)$/, (_, inner: string) => {
    const [red, green, blue] = inner.split(/[\s,/]+/);
    return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
  });

/** Colours of the theme in force, read again when it changes: never on the server. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const read = () => setColours(readColours());
    const media = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) =>
      matchMedia(query),
    );
    const observer = new MutationObserver(read);
    for (const each of media) each.addEventListener("change", read);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      for (const each of media) each.removeEventListener("change", read);
      observer.disconnect();
    };
  }, []);
  return colours;
}
