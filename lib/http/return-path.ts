/**
 * The header in which the middleware passes the requested page to pages; a client's own is removed.
 */
export const PATH_HEADER = "x-portal-path";

/**
 * Longer than any path of the portal; together with a session, a longer one would not fit in a
 * cookie.
 */
const MAX_LENGTH = 2_000;
const NOWHERE = "http://portal.invalid";

/** A path and query of the portal in a form that fits a header; null for anything else. */
function localPath(path: string | null | undefined): string | null {
  if (!path || path.length > MAX_LENGTH || !/^\/(?![/\\])[^\\\s]*$/.test(path)) return null;
  if (!URL.canParse(path, NOWHERE)) return null;
  const { origin, pathname, search } = new URL(path, NOWHERE);
  if (origin !== NOWHERE || pathname.startsWith("//")) return null;
  return pathname + search;
}

/** The portal path to open after signing in; anything else becomes the start page. */
export function safePath(path: string | null | undefined): string {
  const local = localPath(path) ?? "/";
  return /^\/sign-in($|\?)/.test(local) ? "/" : local;
}

/**
 * The portal URL to return to after signing in or out, from an untrusted query, form or cookie;
 * anything else becomes the start page.
 * @param base the origin of the portal
 */
export function returnAddress(address: string, base: string): string {
  const path = address.startsWith(`${base}/`) ? address.slice(base.length) : address;
  return base + (localPath(path) ?? "/");
}

export const signInPath = (from: string | null | undefined): string => {
  const path = safePath(from);
  return path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`;
};
