import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { start } from "../support/start-process.ts";
import { emptyFolder } from "./temporary-folder.ts";

const NOBODY = 65_534;
/** Root may write anywhere, so its own start and clone are not refused. */
const anotherUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const ourselves = {};

function belowAFile(): string {
  const file = join(emptyFolder(), "file");
  writeFileSync(file, "");
  return join(file, "data");
}

function aFile(): string {
  const file = join(emptyFolder(), "file");
  writeFileSync(file, "");
  return file;
}

function readOnly(): string {
  const folder = join(emptyFolder(), "data");
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  return folder;
}

test.each([
  ["lies below a file", belowAFile, ourselves],
  ["is a file", aFile, ourselves],
  ["lies where the system makes no folders", () => "/proc/curtail/data", ourselves],
  ["may only be read", readOnly, anotherUser],
  ["lies in one that may only be read", () => join(readOnly(), "deep", "data"), anotherUser],
])("a data folder that %s is named, with the variable to set", async (_, folder, user) => {
  const DATA_DIR = folder();
  const started = start(["service"], { DATA_DIR, HOME: emptyFolder() }, [], undefined, user);
  onTestFinished(() => void started.child.kill("SIGKILL"));
  expect(await started.ended).toBe(1);
  expect(started.said()).toContain(`DATA_DIR (${DATA_DIR}) cannot be written in: `);
  expect(started.said()).toContain("Set DATA_DIR to a folder that");
  expect(started.said()).not.toContain("    at ");
});
