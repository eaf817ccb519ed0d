import { operations, type OperationId } from "../../lib/contract/index.ts";

const patterns = (Object.keys(operations) as OperationId[]).map((key) => ({
  key,
  method: operations[key].method.toUpperCase(),
  pattern: new RegExp(`^${operations[key].path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The methods that the contract has for a path; empty where it has none. */
export const methodsAt = (path: string): string[] => [
  ...new Set(patterns.filter((p) => p.pattern.test(path)).map((p) => p.method)),
];

/** The operation a request is for, or null. */
export const operationAt = (method: string, path: string): OperationId | null =>
  patterns.find((p) => p.method === (method === "HEAD" ? "GET" : method) && p.pattern.test(path))
    ?.key ?? null;
