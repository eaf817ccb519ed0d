import { localDate } from "@/lib/time/amsterdam.ts";

/** The address of a location's history over the span that a day lies in, and of a day compared with it. */
export const historyHref = (
  location: string,
  span: string,
  at: number,
  compare: string | null = null,
): string =>
  `/history?${new URLSearchParams({
    location,
    span,
    date: localDate(at),
    ...(compare !== null && { compare }),
  })}`;
