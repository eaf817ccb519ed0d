/** Carries the page asked for from the middleware to the pages; a caller's own is dropped. */
export const PATH_HEADER = "x-portal-path";

/** A path of this portal to go to after signing in; anything else becomes the start page. */
export function safePath(path: string | null | undefined): string {
  if (!path || !/^\/(?![/\\])[^\\\s]*$/.test(path)) return "/";
  const { origin, pathname, search } = new URL(path, "http://portal.invalid");
  if (origin !== "http://portal.invalid" || pathname.startsWith("//")) return "/";
  return pathname === "/sign-in" ? "/" : pathname + search;
}

export const signInPath = (from: string | null | undefined): string => {
  const path = safePath(from);
  return path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`;
};
