import { join } from "node:path";
import { run, reportDuration } from "../runtime/process/run-step.mjs";

const bin = (root, ...path) => join(root, "node_modules", ...path);

const PRETTIER = ["--check", "--log-level=warn", "--cache", "."];

function commands(root) {
  return [
    ["Format (prettier)", [bin(root, "prettier", "bin", "prettier.cjs"), ...PRETTIER]],
    ["Lint and fences (oxlint)", [bin(root, "oxlint", "bin", "oxlint"), "--deny-warnings"]],
    ["Types (tsc)", [bin(root, "typescript", "bin", "tsc"), "--noEmit", "-p", "."]],
    ["Structure (circles, app)", [join(root, "tools", "check-structure.mjs"), root]],
    [
      "Types of the API client",
      [join(root, "runtime", "run.mjs"), join("tools", "client.ts"), "--check"],
    ],
    [
      "Messages of the pages",
      [join(root, "runtime", "run.mjs"), join("tools", "client-messages.ts"), "--check"],
    ],
    ["Advisories of dependencies", [join(root, "tools", "check-advisories.mjs"), root]],
    ["Paths in the docs", [join(root, "tools", "check-doc-links.mjs"), root]],
  ];
}

/**
 * Runs format, lint, fences, types and docs together and prints the failures.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(root) {
  const startedMs = Date.now();
  const results = await Promise.all(
    commands(root).map(async ([name, args]) => {
      const { code, output } = await run(process.execPath, args, { cwd: root });
      reportDuration(code === 0 ? name : `${name}: FAILED`, startedMs);
      return { name, failed: code !== 0, output };
    }),
  );
  const failures = results.filter(({ failed }) => failed);
  for (const { name, output } of failures) console.error(`\n${name}\n${output.trim()}`);
  return { passed: results.length - failures.length, failed: failures.length };
}
