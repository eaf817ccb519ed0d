import { CircleHelp } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { RequestId } from "@/components/ui/states.tsx";
import type { Problem } from "@/lib/contract/problem.ts";

/** A control was sent and nobody knows whether it was accepted: look before sending another. */
export function OutcomeUnknown({ problem, onAgain }: { problem: Problem; onAgain: () => void }) {
  return (
    <div role="alert" className="hatched rounded-lg border border-warn/50 p-1">
      <div className="flex gap-3 rounded-md bg-surface p-4">
        <CircleHelp aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
        <div>
          <h2 className="font-semibold">It is not known whether the control was accepted</h2>
          <p className="text-muted">{problem.detail}</p>
          <RequestId problem={problem} />
          <div className="mt-3 flex flex-wrap gap-2">
            <ButtonLink href="/controls" variant="primary" size="sm">
              Look in the list of controls
            </ButtonLink>
            <Button size="sm" onClick={onAgain}>
              It is not there: start again
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}
