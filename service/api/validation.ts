import { escapeKey } from "../../lib/contract/json-validation.ts";
import { ApiProblem, invalid, type Fault } from "./problems.ts";

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
  errors?: Issue[][];
}

/** What zod found wrong, as faults that name the field; `where` is the part of the request. */
function faultsOf(where: string, issues: readonly Issue[]): Fault[] {
  return issues.flatMap((issue): Fault[] => {
    const pointer = [where, ...issue.path.map((step) => escapeKey(String(step)))].join("/");
    if (issue.code === "unrecognized_keys")
      return (issue.keys ?? []).map((key) => ({
        pointer: `${pointer}/${escapeKey(key)}`,
        detail: "is not a field of this request",
      }));
    return [{ pointer, detail: issue.message }];
  });
}

/** Refuses what does not fit the contract, naming each field. */
export function refuseInvalid(result: { success: boolean; target: string; error?: unknown }): void {
  if (result.success) return;
  const { issues } = result.error as { issues: Issue[] };
  if (result.target === "param")
    throw new ApiProblem("not_found", "There is nothing under this path.");
  const where = { json: "#", header: "header" }[result.target] ?? "query";
  throw invalid(faultsOf(where, issues));
}
