"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { Loading } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { DescriptionList } from "@/components/ui/description-list.tsx";

/** What one control was worth to a customer; read when they open it. */
export function ControlWorth(ids: { customerId: string; controlId: string }) {
  const t = useTranslations("value.worth");
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">
        {t("title")}
      </summary>
      {isOpen && <Worth {...ids} />}
    </details>
  );
}

function Worth({ customerId, controlId }: { customerId: string; controlId: string }) {
  const t = useTranslations("value.worth");
  const f = useFormats();
  const { data, problem, mutate } = useOperation("getCustomerControlValue", {
    params: { customer_id: customerId, control_id: controlId },
  });
  if (!data) return problem ? <Failure problem={problem} onRetry={mutate} /> : <Loading />;
  const latest = data.revisions.at(-1)!;
  const { basis, eur, feed_in_eur, import_eur, compensation_eur } = latest;
  const amount = (value: number) => f.eur(eur === null ? null : value, { signed: true });
  return (
    <div className="flex flex-col gap-2 pt-1">
      <p>
        {eur === null
          ? t("noEuros")
          : t(basis === "expected" ? "expected" : eur < 0 ? "cost" : "earned", {
              eur: basis === "expected" ? f.eur(eur, { signed: true }) : f.eur(Math.abs(eur)),
            })}
      </p>
      {eur !== null && (
        <DescriptionList
          entries={[
            [t("feedIn"), amount(feed_in_eur)],
            [t("import"), amount(import_eur)],
            [t("compensation"), amount(compensation_eur)],
          ]}
        />
      )}
    </div>
  );
}
