"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { ProblemError, send } from "@/components/api/operation-client.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { Button } from "@/components/ui/button.tsx";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** Lets a customer skip a request, where the group allows it, or take part after all. */
export function SkipControl({
  customerId,
  control,
  onChange,
}: {
  customerId: string;
  control: LocatedControl;
  onChange: () => void;
}) {
  const t = useTranslations("customerHome.skip");
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { data } = useOperation("getCustomerPreferences", { params: { customer_id: customerId } });
  const { control_id, opted_out: isSkipped } = control;
  const isAllowed = isSkipped === true || data?.allowed.control_opt_out === true;
  if (isSkipped === undefined || !isAllowed) return null;
  const change = async () => {
    const params = { customer_id: customerId, control_id };
    setPending(true);
    setProblem(null);
    try {
      if (isSkipped) await send("optInToControl", { params });
      else await send("optOutOfControl", { params, body: {} });
      onChange();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error.problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="mt-3 flex flex-col items-start gap-2 pl-11">
      {isSkipped && <p role="status">{t("skipped")}</p>}
      {problem && <Failure problem={problem} />}
      <Button pending={isPending} onClick={() => void change()}>
        {t(isSkipped ? "undo" : "skip")}
      </Button>
    </div>
  );
}
