/** The parts of the guide, in reading order; each is an anchor of /docs. */
export const guideParts = [
  "start",
  "keys",
  "units",
  "lists",
  "errors",
  "repeating",
  "devices",
  "webhooks",
] as const;
export type GuidePart = (typeof guideParts)[number];
