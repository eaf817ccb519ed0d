"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Loading } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { CustomerValueRevision } from "@/lib/contract/value.ts";

/** What one control cost or earned a customer, in euros, with what that consists of. */
export function ControlWorth({
  customerId,
  controlId,
  hasCharged,
}: {
  customerId: string;
  controlId: string;
  /** Whether the customer's batteries charged meanwhile. */
  hasCharged: boolean;
}) {
  const t = useTranslations("value.worth");
  const f = useFormats();
  const { data, problem, mutate } = useOperation("getCustomerControlValue", {
    params: { customer_id: customerId, control_id: controlId },
  });
  if (!data) return problem ? <Failure problem={problem} onRetry={mutate} /> : <Loading />;
  const latest = data.revisions.at(-1);
  if (!latest) return <p className="mt-1 text-muted">{t("excluded")}</p>;
  const { basis, eur } = latest;
  if (eur === null) return <p className="mt-1 text-muted">{t("noEuros")}</p>;
  const outcome = basis === "expected" ? "expected" : getOutcome(eur);
  const amount = basis === "expected" ? f.eur(eur, { signed: true }) : f.eur(Math.abs(eur));
  return (
    <div className="mt-1">
      <p className={classNames("font-medium", eur < 0 ? "text-warn" : eur > 0 && "text-good")}>
        {t(outcome, { eur: amount })}
      </p>
      {outcome === "cost" && hasCharged && <p className="mt-1">{t("stored")}</p>}
      <Parts revision={latest} />
    </div>
  );
}

/** Euros are shown in cents, so less than half of one is nothing. */
function getOutcome(eur: number): "cost" | "earned" | "nothing" {
  if (Math.abs(eur) < 0.005) return "nothing";
  return eur < 0 ? "cost" : "earned";
}

function Parts({ revision }: { revision: CustomerValueRevision }) {
  const t = useTranslations("value.worth");
  const f = useFormats();
  const { feed_in_eur, import_eur, compensation_eur, wear_eur } = revision;
  const amount = (value: number) => f.eur(value, { signed: true });
  return (
    <details>
      <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">
        {t("title")}
      </summary>
      <DescriptionList
        entries={[
          [t("feedIn"), amount(feed_in_eur)],
          [t("import"), amount(import_eur)],
          [t("compensation"), amount(compensation_eur)],
          ...(wear_eur === 0 ? [] : ([[t("wear"), amount(wear_eur)]] as [string, string][])),
        ]}
      />
    </details>
  );
}
