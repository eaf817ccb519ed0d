const MAX_LENGTH = 2_000;
const isCookie = /^(__Secure-)?next-auth\.callback-url$/;

/** Whether a text is a valid http URL; next-auth responds 500 to an invalid one. */
export function isHttpAddress(text) {
  const base = text.startsWith("/") ? "http://portal.invalid" : undefined;
  if (text.length > MAX_LENGTH || !URL.canParse(text, base)) return false;
  return /^https?:$/.test(new URL(text, base).protocol);
}

/** A `Cookie` header without invalid callback URLs. */
export const withoutBrokenCallback = (header) =>
  header
    .split(/;\s*/)
    .filter((pair) => {
      const at = pair.indexOf("=");
      return !isCookie.test(pair.slice(0, at).trim()) || isHttpAddress(decoded(pair.slice(at + 1)));
    })
    .join("; ");

function decoded(value) {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
