/** Markers for personal data and secrets in tests of the logs, easy to find anywhere. */
export const marks = {
  name: "Wilhelmina Zonneveld",
  email: "wilhelmina.zonneveld@prive.example",
  street: "Merelstraat 417",
  search: "zoekwoord-zonneveld",
  reason: "omdat de buurvrouw het vroeg",
  secret: "geheim-9f3b1c7d5e-mag-nergens-staan",
} as const;

/** Every marker, and every part of one that would still identify a person. */
const traces = [
  ...Object.values(marks),
  "Wilhelmina",
  "Zonneveld",
  "Merelstraat",
  "buurvrouw",
  "geheim-9f3b",
];

/** The markers in a text, in any encoding. */
export function tracesIn(text: string): string[] {
  const readable = text + decoded(text);
  return traces.filter((trace) => readable.toLowerCase().includes(trace.toLowerCase()));
}

const decoded = (text: string) =>
  text.replace(/\+/g, " ").replace(/%[0-9a-f]{2}/gi, (code) => {
    return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  });
