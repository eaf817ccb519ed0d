import { relative } from "node:path";

const COLOURS = new RegExp(String.raw`\u001b\[[0-9;]*m`, "gu");
const LINES = 12;

const inShort = (message = "") =>
  message.replace(COLOURS, "").trim().split("\n").slice(0, LINES).join("\n    ");

/**
 * The failures in a vitest JSON report: each test, and each file that failed to load.
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

/**
 * The specs of a Playwright suite with this status, each with the message of one of its attempts.
 */
function specsThat(status, messageOf, suite) {
  const direct = (suite.specs ?? []).flatMap(({ file, line, title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ results }) => `${file}:${line} › ${title}\n    ${inShort(messageOf(results))}`),
  );
  return [
    ...direct,
    ...(suite.suites ?? []).flatMap((inner) => specsThat(status, messageOf, inner)),
  ];
}

const lastMessage = (results) => results.at(-1)?.error?.message;
const firstMessage = (results) => results[0]?.error?.message;

/**
 * The failures of a Playwright JSON report, including errors outside of tests.
 * @returns {string[]} a name and the beginning of its message each
 */
export function playwrightFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => inShort(message));
  const suites = report?.suites ?? [];
  return [...outside, ...suites.flatMap((suite) => specsThat("unexpected", lastMessage, suite))];
}

/**
 * The flaky tests of a Playwright JSON report: failed first, passed with newly started programs.
 * @returns {string[]} a name and the beginning of its first message each
 */
export const playwrightFlaky = (report) =>
  (report?.suites ?? []).flatMap((suite) => specsThat("flaky", firstMessage, suite));
