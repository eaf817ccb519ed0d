import { localDate } from "@/lib/time/amsterdam.ts";

/** The address of a location's history over the span that a day lies in. */
export const historyHref = (location: string, span: string, at: number): string =>
  `/history?${new URLSearchParams({ location, span, date: localDate(at) })}`;
