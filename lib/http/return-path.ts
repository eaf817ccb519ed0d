/** Carries the page asked for from the middleware to the pages; a caller's own is dropped. */
export const PATH_HEADER = "x-portal-path";

/** Longer than any address of ours: what it leads back to would not fit beside a session. */
const MAX_LENGTH = 2_000;
const NOWHERE = "http://portal.invalid";

/** A path and query of this portal, written as a header can hold it; null for anything else. */
function localPath(path: string | null | undefined): string | null {
  if (!path || path.length > MAX_LENGTH || !/^\/(?![/\\])[^\\\s]*$/.test(path)) return null;
  if (!URL.canParse(path, NOWHERE)) return null;
  const { origin, pathname, search } = new URL(path, NOWHERE);
  if (origin !== NOWHERE || pathname.startsWith("//")) return null;
  return pathname + search;
}

/** A path of this portal to go to after signing in; anything else becomes the start page. */
export function safePath(path: string | null | undefined): string {
  const local = localPath(path) ?? "/";
  return /^\/sign-in($|\?)/.test(local) ? "/" : local;
}

/**
 * Where signing in or out returns to: an address of this portal, whatever a query, a form or a cookie
 * says; anything else becomes the start page.
 * @param base the portal's own origin.
 */
export function returnAddress(asked: string, base: string): string {
  const path = asked.startsWith(`${base}/`) ? asked.slice(base.length) : asked;
  return base + (localPath(path) ?? "/");
}

export const signInPath = (from: string | null | undefined): string => {
  const path = safePath(from);
  return path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`;
};
