/**
 * Longest path that is looked at: an identifier of the contract has at most 200 characters, each of
 * at most 9 when it is percent-encoded, and the rest of an address fits in what is left.
 */
export const LONGEST_PATH = 2000;

/** Whether a path can name anything: not longer than the longest, and percent-encoded as it should be. */
export function isReadablePath(pathname: string): boolean {
  if (pathname.length > LONGEST_PATH) return false;
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
