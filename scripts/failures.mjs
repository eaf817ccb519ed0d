import { relative } from "node:path";

const COLOURS = new RegExp(String.raw`\u001b\[[0-9;]*m`, "gu");
const LINES = 12;

const inShort = (message = "") =>
  message.replace(COLOURS, "").trim().split("\n").slice(0, LINES).join("\n    ");

/**
 * What failed in a vitest JSON report: each test, and each file that did not come to its tests.
 * @returns {string[]} a name and the beginning of its message each
 */
export function vitestFailures(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [`${file}\n    ${inShort(message)}`];
    return failed.map(
      (test) => `${file} › ${test.fullName}\n    ${inShort(test.failureMessages[0])}`,
    );
  });
}

function specFailures(suite) {
  const own = (suite.specs ?? []).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(
        ({ results }) =>
          `${file}:${line} › ${title}\n    ${inShort(results.at(-1)?.error?.message)}`,
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(specFailures)];
}

/**
 * What failed in a Playwright JSON report, its errors outside of tests among it.
 * @returns {string[]} a name and the beginning of its message each
 */
export function playwrightFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => inShort(message));
  return [...outside, ...(report?.suites ?? []).flatMap(specFailures)];
}
