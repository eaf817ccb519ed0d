"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ProveDialog } from "@/components/account/lazy.tsx";
import { proofAskedBy, type ProofPlace } from "@/components/account/proof-asked.ts";
import { ProblemError, send } from "@/components/api/send.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Failure } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/use-formats.ts";
import type { PendingControl } from "@/lib/contract/control-requests.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { targetTitle } from "./shown-control.ts";
import type { ControlTexts } from "./types.ts";

/** What is about to be decided; withdrawing is rejecting one's own. */
export interface Decision {
  kind: "approve" | "reject" | "withdraw";
  request: PendingControl;
}

const words = {
  approve: { says: "approveSays", does: "doApprove" },
  reject: { says: "rejectSays", does: "doReject" },
  withdraw: { says: "rejectSays", does: "doWithdraw" },
} as const;

function titleOf({ kind, request: { type, target } }: Decision, t: ControlTexts): string {
  if (kind === "withdraw") return t("requests.withdrawTitle");
  const named = { type: t(`types.${type}.title`), target: targetTitle(target, t) };
  return t(kind === "approve" ? "requests.approveTitle" : "requests.rejectTitle", named);
}

/** Sends a decision, once a press; where the service asks who one is, `asksProof` turns on. */
function useDecision({ kind, request }: Decision, onDone: () => void, onClose: () => void) {
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asksProof, setAsksProof] = useState<ProofPlace | null>(null);
  async function decide() {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setProblem(null);
    setAsksProof(null);
    const operation = kind === "approve" ? "approveControlRequest" : "rejectControlRequest";
    try {
      await send(operation, { params: { request_id: request.id }, body: {} });
      onClose();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const proof = proofAskedBy(error.problem);
      setAsksProof(proof);
      setProblem(proof ? null : error.problem);
    } finally {
      busy.current = false;
      setPending(false);
      onDone();
    }
  }
  return { pending, problem, asksProof, decide, giveUpProof: () => setAsksProof(null) };
}

/** Asks whether to decide, naming what that does; the way back has the focus. */
export function DecideDialog({
  decision,
  onDone,
  onClose,
}: {
  decision: Decision;
  /** The call is over, whatever came of it. */
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const { pending, problem, asksProof, decide, giveUpProof } = useDecision(
    decision,
    onDone,
    onClose,
  );
  const { requested_by, time_to } = decision.request;
  const { says, does } = words[decision.kind];
  if (asksProof)
    return (
      <ProveDialog
        at={asksProof}
        reason={t("requests.prove")}
        onProved={() => void decide()}
        onClose={giveUpProof}
      />
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void decide();
  };
  return (
    <Dialog
      open
      onClose={() => !pending && onClose()}
      title={titleOf(decision, t)}
      description={
        <p className="text-ink">
          {t(`requests.${says}`, { who: requested_by, end: f.moment(time_to) })}
        </p>
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {problem && <Failure problem={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={back} onClick={onClose} disabled={pending}>
            {t("requests.back")}
          </Button>
          <Button
            type="submit"
            variant={decision.kind === "approve" ? "danger" : "primary"}
            pending={pending}
          >
            {t(`requests.${does}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
