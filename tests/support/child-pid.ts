import { readdirSync, readFileSync } from "node:fs";

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The process that `parent` started whose command matches `program`; undefined when there is none. */
export function childPid(parent: number, program: string | RegExp): number | undefined {
  const found = readdirSync("/proc").find(
    (name) =>
      new RegExp(`^PPid:\\s${parent}$`, "m").test(read(`/proc/${name}/status`)) &&
      read(`/proc/${name}/cmdline`).search(program) >= 0,
  );
  return found === undefined ? undefined : Number(found);
}
