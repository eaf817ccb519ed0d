/** The languages a call is shown in. */
export const codeLanguages = ["curl", "typescript", "python"] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** One call, its path and query filled in. */
export interface Call {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers: Record<string, string>;
  /** Undefined for an operation without a body. */
  body: unknown;
}

/** A path with its parameters and its query filled in; what is empty is left out of the query. */
export function fillPath(
  path: string,
  params: Record<string, string>,
  query: Record<string, string>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const search = new URLSearchParams(given).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

/**
 * A call as a program that runs unchanged: the address and the key come from the variables
 * CURTAIL_URL and CURTAIL_KEY.
 */
export const toCode = (language: CodeLanguage, call: Call): string => writers[language](call);

const writers: Record<CodeLanguage, (call: Call) => string> = { curl, typescript, python };

const pretty = (body: unknown) => JSON.stringify(body, null, 2);
const indent = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

function curl({ method, path, headers, body }: Call): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [
    ...(method === "GET" ? [] : [`-X ${method}`]),
    `"$CURTAIL_URL${path}"`,
    `-H "X-API-Key: $CURTAIL_KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d ${quoted(pretty(body))}`]),
  ];
  return `curl -sS ${lines.join(" \\\n  ")}`;
}

function typescript({ method, path, headers, body }: Call): string {
  const headerLines = Object.entries(headers).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  const all = [
    `"X-API-Key": process.env.CURTAIL_KEY!`,
    ...headerLines,
    ...(body === undefined ? [] : [`"Content-Type": "application/json"`]),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    `headers: {\n    ${all.join(",\n    ")},\n  }`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(pretty(body), "  ")})`]),
  ];
  return `const response = await fetch(\`\${process.env.CURTAIL_URL}${path}\`, {
  ${options.join(",\n  ")},
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.detail);
console.log(JSON.stringify(answer, null, 2));`;
}

function python({ method, path, headers, body }: Call): string {
  const headerLines = Object.entries(headers).map(
    ([name, value]) => `"${name}": ${JSON.stringify(value)}`,
  );
  const all = [
    `"X-API-Key": os.environ["CURTAIL_KEY"]`,
    ...headerLines,
    ...(body === undefined ? [] : [`"Content-Type": "application/json"`]),
  ];
  const data = body === undefined ? [] : [`data=json.dumps(${literal(body)}).encode()`];
  const parts = [
    `os.environ["CURTAIL_URL"] + "${path}"`,
    `method="${method}"`,
    `headers={\n        ${all.join(",\n        ")},\n    }`,
    ...data,
  ];
  return `import json, os, urllib.request

request = urllib.request.Request(
    ${parts.join(",\n    ")},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`;
}

/** JSON as Python writes it. */
function literal(value: unknown, by = "    "): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const deeper = `${by}    `;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(([key, item]) => `"${key}": ${literal(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${deeper}${items.join(`,\n${deeper}`)},\n${by}${close}`;
}

/** The calls of the quick start, as the page shows them; neither controls a device. */
export const quickStart = {
  history: {
    method: "GET",
    path: "/v1/bidding-zones/NL/historical?start=2026-05-01T12:00:00Z&end=2026-05-01T13:00:00Z",
    headers: {},
    body: undefined,
  },
  preview: {
    method: "POST",
    path: "/v1/bidding-zones/NL/control/preview",
    headers: {},
    body: { type: "ZERO_EXPORT" },
  },
} as const satisfies Record<string, Call>;

/** Sets the two variables that every example reads; an unknown address is left to fill in. */
export const settingVariables = (serviceUrl: string) => `export CURTAIL_URL=${serviceUrl}
export CURTAIL_KEY=ck_…`;
