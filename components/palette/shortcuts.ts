import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { navItemsFor, type NavName, type UserRole } from "@/components/layout/navigation-items.ts";

/** The letter that opens a page after `g`. */
const pageLetters: Partial<Record<NavName, string>> = {
  overview: "o",
  controls: "c",
  customers: "u",
  locations: "l",
  devices: "d",
  groups: "g",
  map: "m",
  rules: "r",
  statements: "s",
};
export const ISSUE_KEY = "n";

/** The second key counts this long after the first one. */
const SEQUENCE_MS = 1_500;
const STORAGE_KEY = "curtail.shortcuts";
/** Where typed characters mean something else. */
const TYPING = "input, textarea, select, [role=listbox], [role=slider]";

/** The keys that open a page, as they are shown: `g u`. */
export const keysOfPage = (name: NavName): string | undefined =>
  pageLetters[name] && `g ${pageLetters[name]}`;

/** Whether keys without Ctrl do something; each browser keeps it. */
export const areShortcutsOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== "off";

export function switchShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, "off");
}

/** The path that a key opens; `isSecond` after `g`. */
function pathOf(key: string, isSecond: boolean, reader: UserRole): string | undefined {
  if (!isSecond) return key === ISSUE_KEY && reader !== "viewer" ? "/controls/new" : undefined;
  return navItemsFor(reader)
    .flat()
    .find(({ name }) => pageLetters[name] === key)?.href;
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest(TYPING) !== null;

/**
 * For staff: `/` goes to the search of the page, else to `onSearch`, as `?` does; `g` and a letter opens a
 * page.
 */
export function useShortcuts(reader: UserRole, onSearch: () => void): void {
  const router = useRouter();
  const firstAt = useRef(-Infinity);
  useEffect(() => {
    if (reader === "customer") return;
    const onKey = (event: KeyboardEvent) => {
      const { key, timeStamp } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event) || document.querySelector("dialog[open]") || !areShortcutsOn()) return;
      const isSecond = timeStamp - firstAt.current <= SEQUENCE_MS;
      firstAt.current = key === "g" && !isSecond ? timeStamp : -Infinity;
      const path = pathOf(key, isSecond, reader);
      const field = document.querySelector<HTMLElement>("main input[type=search]");
      if (path === undefined && key !== "/" && key !== "?") return;
      event.preventDefault();
      if (path !== undefined) router.push(path);
      else if (key === "/" && field) field.focus();
      else onSearch();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [reader, router, onSearch]);
}
