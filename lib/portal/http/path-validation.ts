/**
 * Maximum path length: an identifier has at most 200 characters, each at most 9 when
 * percent-encoded.
 */
const MAX_PATH_LENGTH = 2000;

/** Whether a path is not too long and correctly percent-encoded. */
export function isValidPath(pathname: string): boolean {
  if (pathname.length > MAX_PATH_LENGTH) return false;
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}
