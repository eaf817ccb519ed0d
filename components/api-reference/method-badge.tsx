import { classNames } from "@/components/ui/class-names.ts";
import type { DescribedOperation } from "./reference.ts";

const methodClasses = {
  GET: "text-muted",
  POST: "text-info",
  DELETE: "text-bad",
};

/** The method of a call; those that act on devices carry the colour of a control. */
export function MethodBadge({
  method,
  acts,
}: {
  method: DescribedOperation["method"];
  acts: boolean;
}) {
  return (
    <span
      className={classNames(
        "inline-block w-11 shrink-0 font-mono text-[0.6875rem] font-semibold tracking-tight",
        acts ? "text-curtailed" : methodClasses[method],
      )}
    >
      {method === "DELETE" ? "DEL" : method}
    </span>
  );
}
