import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty directory that every user can enter; it is removed, with all in it, when the test has finished. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "curtail-scripts-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
