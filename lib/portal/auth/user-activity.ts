import { PATH_HEADER } from "../../http/return-path.ts";

/** By it a page says that somebody touched it within the last minute. */
export const PERSON_HEADER = "x-person";

/**
 * Whether somebody asks, rather than a page by itself: a page that is gone to counts, one that is
 * fetched ahead does not; a call counts when its page says that somebody is there. Live streams and
 * what a page reads again and again keep nobody signed in.
 */
export function isByPerson(headers: Pick<Headers, "get">): boolean {
  if (headers.get(PERSON_HEADER) === "1") return true;
  const isAhead = /prefetch/.test(headers.get("sec-purpose") ?? headers.get("purpose") ?? "");
  return headers.get(PATH_HEADER) !== null && !isAhead;
}
