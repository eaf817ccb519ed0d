import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Lock {
  packages: Record<string, { version: string }>;
}
const lock = JSON.parse(
  readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"),
) as Lock;

/** The first fixed version of each release line, for advisories about bypassed checks. */
const fixed: [name: string, floor: string, advisory: string][] = [
  ["next", "15.2.3", "CVE-2025-29927: x-middleware-subrequest skips the middleware"],
  ["next", "15.4.7", "CVE-2025-57822: a caller's headers decide where a middleware leads"],
  ["next", "16.0.7", "CVE-2025-66478: a request to server functions runs code"],
  ["next", "16.2.6", "CVE-2026-44575, CVE-2026-45109: segment prefetches skip the middleware"],
  ["next", "16.2.6", "CVE-2026-44578: an upgrade request is passed on to any host"],
  ["next", "16.2.6", "CVE-2026-44576: shared caches mix up answers with server components"],
  ["react", "19.2.6", "CVE-2025-55182, CVE-2026-23870: server components, code and endless work"],
  ["react-dom", "19.2.6", "the same release"],
  ["next-auth", "4.24.5", "CVE-2023-48309: the cookie of a sign-in half done passes for a session"],
];

const parts = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number);

function isAtLeast(version: string, floor: string): boolean {
  const [have, need] = [parts(version), parts(floor)];
  const differs = have.findIndex((part, index) => part !== need[index]);
  return differs === -1 || have[differs]! > need[differs]!;
}

test.each(fixed)("%s is at least %s: %s", (name, floor) => {
  const copies = Object.entries(lock.packages).filter(([path]) =>
    path.endsWith(`node_modules/${name}`),
  );
  expect(copies.length).toBeGreaterThan(0);
  for (const [path, { version }] of copies) {
    expect([path, version, isAtLeast(version, floor)]).toEqual([path, version, true]);
  }
});

test("versions are compared by number", () => {
  expect(isAtLeast("16.10.0", "16.9.9")).toBe(true);
  expect(isAtLeast("16.0.7", "16.0.10")).toBe(false);
  expect(isAtLeast("4.24.5", "4.24.5")).toBe(true);
});
