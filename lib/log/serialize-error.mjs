import { currentSecrets } from "../secrets/secret-variables.mjs";

/** Patterns of e-mail addresses, API keys, logins in URLs, and cookies. */
const PRIVATE = [
  [/[^\s"'<>()[\]{},;:=\\/]+@[^\s"'<>()[\]{},;:=\\/]+/g, "[e-mail]"],
  [/\bck_[\w-]{8,}/g, "[key]"],
  [/\beyJ[\w-]{8,}[\w.-]*/g, "[token]"],
  [/(curtail\.(?:session|device)[\w.-]*=)[^;\s"]+/g, "$1[cookie]"],
];

/** A text without secrets; JSON remains valid JSON. */
export function redact(text) {
  let left = text;
  for (const secret of currentSecrets())
    if (secret.length >= 8) left = left.replaceAll(secret, "[secret]");
  left = left.replace(/\b([a-z][a-z+.-]*:\/\/)[^\s"'/@\\]+@/gi, "$1");
  for (const [pattern, word] of PRIVATE) left = left.replace(pattern, word);
  return left;
}

const ABOUT_CODE = new Set(["TypeError", "ReferenceError"]);
const MAX_LENGTH = 500;

/**
 * The message of an error without quoted values: databases, parsers and mail servers quote their
 * input. Errors about code keep their quotes, which are names in the code.
 */
function messageOf(error) {
  if ("responseCode" in error || "issues" in error) return "";
  let message = error.message.split("\nparams:")[0];
  message = message.replace(/(https?:\/\/[^/\s"']+)[^\s"']*/g, "$1");
  message = message.replace(/".*"/gs, '"…"').replace(/`.*`/gs, "`…`");
  if (!ABOUT_CODE.has(error.name)) message = message.replace(/(?<!\w)'.*'(?!\w)/gs, "'…'");
  message = message.replace(/[\w-]{24,}/g, "…").replace(/\(.*\)=\(.*\)/gs, "(…)=(…)");
  return redact(message).slice(0, MAX_LENGTH);
}

const FACTS = ["code", "syscall", "responseCode", "schema", "table", "column", "constraint"];
const DEEPEST = 3;

/** The logged fields of an error: its type, stack and message, without values. */
export function loggedError(error, depth = 0) {
  if (!(error instanceof Error)) return { type: typeof error, message: "" };
  // The message of a failed query contains its values; the cause has the database's message.
  if ("query" in error && "params" in error && error.cause) return loggedError(error.cause, depth);
  const facts = FACTS.flatMap((name) =>
    ["string", "number"].includes(typeof error[name]) ? [[name, error[name]]] : [],
  );
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const hasCause = depth < DEEPEST && error.cause instanceof Error;
  return {
    type: error.name,
    message: messageOf(error),
    ...Object.fromEntries(facts),
    stack: frames.slice(0, 20).join("\n"),
    ...(hasCause ? { cause: loggedError(error.cause, depth + 1) } : {}),
  };
}
