"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ProveDialog } from "@/components/form/reauth-dialog.dynamic.tsx";
import { isPermanent } from "@/components/api/is-retryable.ts";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Failure } from "@/components/api/failure.tsx";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { ApprovalQuestion } from "./approval-summary.tsx";
import { CodeField } from "../typed-confirmation.tsx";
import type { IssueCapabilities } from "@/lib/portal/queries/issue-capabilities.ts";
import { Ended, stateNow, type RequestState } from "./approval-request-card.tsx";
import { targetTitle } from "../control-view-model.ts";
import type { ControlTexts } from "../types.ts";
import { isPermanentRefusal, useDecision, type Decision } from "./use-approval.ts";
import { useRequestPreview } from "./use-request-preview.ts";

const EVERY = 5_000;

const does = { approve: "doApprove", reject: "doReject", withdraw: "doWithdraw" } as const;

function titleOf(
  { kind, request: { type, target } }: Decision,
  isOver: boolean,
  t: ControlTexts,
): string {
  const named = { type: t(`types.${type}.title`), target: targetTitle(target, t) };
  if (isOver) return t("requests.overTitle", named);
  if (kind === "withdraw") return t("requests.withdrawTitle");
  return t(kind === "approve" ? "requests.approveTitle" : "requests.rejectTitle", named);
}

/** A request as it stands while somebody thinks about it: another may decide it meanwhile. */
function useFollowed({ request }: Decision, now: number) {
  const { data = request, mutate } = useOperation(
    "getControlRequest",
    { params: { request_id: request.id } },
    { refreshInterval: EVERY, ...fallbackData(request, now) },
  );
  return { request: data, state: stateNow(data, now), readAgain: mutate };
}

/** What came in between, if anything: a refusal, and what became of the request. */
function InBetween({
  problem,
  request,
  state,
  now,
}: {
  problem: Problem | null;
  request: ApprovalRequest;
  state: RequestState;
  now: number;
}) {
  // Of a lost answer it is known again what came of it, once the request itself says so.
  const tells = problem && (state === "pending" || isPermanentRefusal(problem));
  return (
    <>
      {tells && <Failure problem={problem} />}
      <div role="status" className="empty:hidden">
        {state !== "pending" && <Ended request={request} state={state} now={now} />}
      </div>
    </>
  );
}

interface Deciding {
  decision: Decision;
  /** What the service can do for the control that an approval issues. */
  offers: IssueCapabilities;
  now: number;
  /** The call is over, whatever came of it. */
  onDone: () => void;
  onClose: () => void;
}

/**
 * Asks whether to decide, naming what that does. To approve for a bidding zone its code has to be
 * typed, else the way back has the focus. Once nothing is left to decide it says so, and only closes.
 */
export function DecideDialog({ decision, offers, now, onDone, onClose }: Deciding) {
  const t = useTranslations("controls");
  const close = useTranslations("common")("close");
  const { kind, request } = decision;
  const approves = kind === "approve";
  const [typed, setTyped] = useState("");
  const previewed = useRequestPreview(request, approves && offers.preview);
  const followed = useFollowed(decision, now);
  const answered = () => {
    followed.readAgain();
    onDone();
  };
  const { pending, problem, asksProof, decide, giveUpProof } = useDecision(
    decision,
    answered,
    onClose,
  );
  const isOver = !pending && (followed.state !== "pending" || isPermanentRefusal(problem));
  const needsCode = approves && request.target.kind === "bidding_zone" && !isOver;
  const isForeseen = !approves || !offers.preview || previewed.preview !== null;
  const isRefused = problem !== null && isPermanent(problem);
  const isReady =
    !isOver && !isRefused && isForeseen && (!needsCode || typed.trim() === request.target.id);
  const back = useRef<HTMLButtonElement>(null);
  // An Enter that is held down must not answer the question it asked.
  useEffect(() => {
    if (!needsCode) back.current?.focus();
  }, [needsCode, isOver]);
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
    if (isReady) void decide();
  };
  const question = approves ? (
    <ApprovalQuestion request={request} previewed={previewed} offers={offers} now={now} />
  ) : (
    <p className="text-ink">{t("requests.rejectSays")}</p>
  );
  return (
    <Dialog
      open
      onClose={() => !pending && onClose()}
      title={titleOf(decision, isOver, t)}
      description={!isOver && question}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {needsCode && <CodeField code={request.target.id} typed={typed} onType={setTyped} />}
        <InBetween
          problem={problem}
          now={now}
          request={followed.request}
          state={pending ? "pending" : followed.state}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={back} onClick={onClose} disabled={pending}>
            {isOver ? close : t("requests.back")}
          </Button>
          {!isOver && (
            <Button
              type="submit"
              variant={approves ? "danger" : "primary"}
              pending={pending}
              disabled={!isReady}
            >
              {t(`requests.${does[kind]}`)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
