"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { send } from "@/components/api/operation-client.ts";
import { useAction } from "@/components/api/use-action.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { Button } from "@/components/ui/button.tsx";
import { SkipPlaceholder } from "./skip-placeholder.tsx";
import type { LocatedControl } from "@/lib/contract/locations.ts";

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
  const { isPending, problem, run } = useAction(onChange);
  const preferences = { params: { customer_id: customerId } };
  const { data, isLoading } = useOperation("getCustomerPreferences", preferences);
  const { control_id, opted_out: isSkipped } = control;
  const isAllowed = isSkipped === true || data?.allowed.control_opt_out === true;
  if (isSkipped === false && isLoading) return <SkipPlaceholder />;
  if (isSkipped === undefined || !isAllowed) return null;
  const params = { customer_id: customerId, control_id };
  const change = () =>
    run(() =>
      isSkipped
        ? send("optInToControl", { params })
        : send("optOutOfControl", { params, body: {} }),
    );
  return (
    <div className="mt-3 flex flex-col items-start gap-2 pl-11">
      {isSkipped && <p role="status">{t("skipped")}</p>}
      {problem && <Failure problem={problem} />}
      <Button pending={isPending} onClick={change}>
        {t(isSkipped ? "undo" : "skip")}
      </Button>
    </div>
  );
}
