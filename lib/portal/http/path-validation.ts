/**
 * Longest path that is looked at: an identifier of the contract has at most 200 characters, each of
 * at most 9 when it is percent-encoded, and the rest of an address fits in what is left.
 */
const MAX_PATH_LENGTH = 2000;

/** Whether a path can name anything: not longer than the longest, and percent-encoded as it should be. */
export function isValidPath(pathname: string): boolean {
  if (pathname.length > MAX_PATH_LENGTH) return false;
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
