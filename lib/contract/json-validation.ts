const MAX_DEPTH = 32;

const badText = (text: string) =>
  text.includes("\u0000")
    ? "must not contain a NUL character"
    : text.isWellFormed()
      ? null
      : "must be well-formed Unicode (it holds half of a surrogate pair)";

/**
 * Finds values that no field can hold: numbers beyond a double, malformed text, excessive nesting.
 * It does not recurse, because the client controls the depth.
 * @returns a JSON pointer to one such value and the fault, or null
 */
export function jsonFault(root: unknown): { pointer: string; detail: string } | null {
  const detail = valueFault(root, 0);
  if (detail) return { pointer: "#", detail };
  const stack = isNested(root) ? [{ value: root, pointer: "#", depth: 0 }] : [];
  for (let at = stack.pop(); at; at = stack.pop()) {
    const { value, pointer, depth } = at;
    for (const [key, child] of Object.entries(value)) {
      if (key === "__proto__") return { pointer, detail: "must not have a field __proto__" };
      const fault = badText(key);
      if (fault) return { pointer, detail: `has a name that ${fault}` };
      const detail = valueFault(child, depth + 1);
      if (detail) return { pointer: `${pointer}/${escapeKey(key)}`.slice(0, 200), detail };
      if (isNested(child))
        stack.push({ value: child, pointer: `${pointer}/${escapeKey(key)}`, depth: depth + 1 });
    }
  }
  return null;
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;

const valueFault = (value: unknown, depth: number) =>
  scalarFault(value) ?? (depth > MAX_DEPTH ? `must not nest deeper than ${MAX_DEPTH}` : null);

const scalarFault = (value: unknown) =>
  typeof value === "string"
    ? badText(value)
    : typeof value === "number" && !Number.isFinite(value)
      ? "must be a number a double can hold"
      : null;

/** One step of a JSON pointer (RFC 6901). */
export const escapeKey = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
