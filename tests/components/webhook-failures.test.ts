import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("every sentence of the service about a failed attempt has a message in the portal", () => {
  const sentences = read("service/webhooks/post-event.ts").match(
    /"(The (?!endpoint)|No )[^"`]+\."/g,
  )!;
  const translated = read("components/webhooks/use-failure-text.ts");
  expect(sentences.length).toBeGreaterThan(5);
  for (const sentence of sentences) expect(translated).toContain(sentence);
});
