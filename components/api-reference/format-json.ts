/** Texts (the last may have been cut off), brackets, commas and colons, numbers and words. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s[\]{},:"]+/g;

const opens = (token: string | undefined) => token === "{" || token === "[";
const closes = (token: string | undefined) => token === "}" || token === "]";

/**
 * JSON over lines, each level two spaces deeper, its values as they were written. What was cut off
 * somewhere is laid out as far as it goes.
 */
export function laidOut(json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  let level = 0;
  const line = () => `\n${"  ".repeat(level)}`;
  const lay = (token: string, at: number): string => {
    if (opens(token)) {
      if (closes(tokens[at + 1])) return token;
      level += 1;
      return token + line();
    }
    if (closes(token)) {
      if (opens(tokens[at - 1])) return token;
      level = Math.max(0, level - 1);
      return line() + token;
    }
    if (token === ",") return token + line();
    return token === ":" ? ": " : token;
  };
  return tokens.map(lay).join("");
}
