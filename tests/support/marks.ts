/** What stands for a person or a secret in tests of the logs: easy to find, wherever it ends up. */
export const marks = {
  name: "Wilhelmina Zonneveld",
  email: "wilhelmina.zonneveld@prive.example",
  street: "Merelstraat 417",
  search: "zoekwoord-zonneveld",
  reason: "omdat de buurvrouw het vroeg",
  secret: "geheim-9f3b1c7d5e-mag-nergens-staan",
} as const;

/** Every mark and every part of one that would still tell of somebody. */
const traces = [
  ...Object.values(marks),
  "Wilhelmina",
  "Zonneveld",
  "Merelstraat",
  "buurvrouw",
  "geheim-9f3b",
];

/** The marks a text holds, in whatever way they are written. */
export function tracesIn(text: string): string[] {
  const readable = text + decoded(text);
  return traces.filter((trace) => readable.toLowerCase().includes(trace.toLowerCase()));
}

const decoded = (text: string) =>
  text.replace(/\+/g, " ").replace(/%[0-9a-f]{2}/gi, (code) => {
    return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  });
