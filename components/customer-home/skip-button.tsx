"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { send } from "@/components/api/operation-client.ts";
import { useAction } from "@/components/api/use-action.ts";
import { Button } from "@/components/ui/button.tsx";

/** Skips a request, or takes part after all. */
export function SkipButton({
  customerId,
  controlId,
  isSkipped,
  onChange,
}: {
  customerId: string;
  controlId: string;
  isSkipped: boolean;
  onChange: () => void;
}) {
  const t = useTranslations("customerHome.skip");
  const { isPending, problem, run } = useAction(onChange);
  const params = { customer_id: customerId, control_id: controlId };
  const change = () =>
    run(() =>
      isSkipped
        ? send("optInToControl", { params })
        : send("optOutOfControl", { params, body: {} }),
    );
  return (
    <div className="flex flex-col items-start gap-2">
      {isSkipped && <p role="status">{t("skipped")}</p>}
      {problem && <Failure problem={problem} />}
      <Button pending={isPending} onClick={change}>
        {t(isSkipped ? "undo" : "skip")}
      </Button>
    </div>
  );
}
