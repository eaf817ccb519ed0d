import { fieldOf } from "@/components/api/use-problem-messages.ts";
import type { Problem } from "@/lib/contract/problem.ts";

const MARKED = {
  code: "marked-at-fields",
  detail: "What is not right is marked at its field.",
};

/** A problem as it is said beside the fields of an order, where their remarks stand already. */
export function besideFields(problem: Problem, isField: (name: string) => boolean): Problem {
  const { errors = [], ...rest } = problem;
  const elsewhere = errors.filter((remark) => !isField(fieldOf(remark)));
  const allPlaced = errors.length > 0 && elsewhere.length === 0;
  return { ...rest, ...(allPlaced && MARKED), errors: elsewhere };
}
