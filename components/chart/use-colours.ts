"use client";

import { useSyncExternalStore } from "react";

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
  // With little motion every change takes a moment, and is read as what was before it.
  probe.style.setProperty("transition-property", "none");
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

/**
 * The colours of the theme in force, read once for each: it lays the whole page out. Never on the
 * server.
 */
export const useColours = (): Colours => useSyncExternalStore(watchTheme, useCurrentColours);

let media: MediaQueryList[] | undefined;
const others = () =>
  (media ??= ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) =>
    matchMedia(query),
  ));

/** What the colours follow from, as a name. */
const getCurrentTheme = (): string =>
  [document.documentElement.dataset.theme, ...others().map(({ matches }) => matches)].join();

let read: { theme: string; colours: Colours } | undefined;

function useCurrentColours(): Colours {
  const theme = getCurrentTheme();
  if (read?.theme !== theme) read = { theme, colours: readColours() };
  return read.colours;
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  for (const each of others()) each.addEventListener("change", changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    for (const each of others()) each.removeEventListener("change", changed);
    observer.disconnect();
  };
}
