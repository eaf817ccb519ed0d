"use client";

import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { request, toFetched } from "@/components/api/request.ts";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { useReading } from "@/components/api/use-operation.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Loading } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { sumExactly } from "@/lib/energy/exact-sums.ts";
import type { CustomerControlValue, CustomerValueRevision } from "@/lib/contract/value.ts";

type Amounts = Pick<CustomerValueRevision, "basis" | "eur" | (typeof parts)[number]>;
const parts = ["feed_in_eur", "import_eur", "compensation_eur", "wear_eur"] as const;

/**
 * The latest value of controls together: measured where all are, and known where all are. Those that
 * exclude the customer have none.
 */
function addUp(values: readonly CustomerControlValue[]): Amounts | "excluded" {
  const latest = values.flatMap(({ revisions }) => revisions.at(-1) ?? []);
  const [first] = latest;
  if (!first) return "excluded";
  const sum = (part: "eur" | (typeof parts)[number]) =>
    sumExactly(latest.map((revision) => revision[part]));
  return {
    basis: latest.find(({ basis }) => basis === "expected")?.basis ?? first.basis,
    eur: sum("eur"),
    feed_in_eur: sum("feed_in_eur"),
    import_eur: sum("import_eur"),
    compensation_eur: sum("compensation_eur"),
    wear_eur: sum("wear_eur"),
  };
}

const readValue = async (customer_id: string, control_id: string) => {
  const url = buildOperationUrl("getCustomerControlValue", { customer_id, control_id });
  return (await request<CustomerControlValue>(url)).data;
};

/** What controls together cost or earned a customer, in euros, with what that consists of. */
export function ControlWorth({
  customerId,
  controlIds,
  hasCharged,
}: {
  customerId: string;
  controlIds: readonly string[];
  /** Whether the customer's batteries charged meanwhile. */
  hasCharged: boolean;
}) {
  const t = useTranslations("value.worth");
  const f = useFormats();
  const { data, problem, mutate } = useReading(["worth", customerId, ...controlIds], async () =>
    toFetched(addUp(await Promise.all(controlIds.map((id) => readValue(customerId, id))))),
  );
  if (!data) return problem ? <Failure problem={problem} onRetry={mutate} /> : <Loading />;
  if (data === "excluded") return <p className="mt-1 text-muted">{t("excluded")}</p>;
  const { basis, eur } = data;
  if (eur === null) return <p className="mt-1 text-muted">{t("noEuros")}</p>;
  const outcome = basis === "expected" ? "expected" : getOutcome(eur);
  const amount = basis === "expected" ? f.eur(eur, { signed: true }) : f.eur(Math.abs(eur));
  return (
    <div className="mt-1">
      <p className={classNames("font-medium", eur < 0 ? "text-warn" : eur > 0 && "text-good")}>
        {t(outcome, { eur: amount })}
      </p>
      {outcome === "cost" && hasCharged && <p className="mt-1">{t("stored")}</p>}
      <Parts amounts={data} />
    </div>
  );
}

/** Euros are shown in cents, so less than half of one is nothing. */
function getOutcome(eur: number): "cost" | "earned" | "nothing" {
  if (Math.abs(eur) < 0.005) return "nothing";
  return eur < 0 ? "cost" : "earned";
}

function Parts({ amounts }: { amounts: Amounts }) {
  const t = useTranslations("value.worth");
  const f = useFormats();
  const { feed_in_eur, import_eur, compensation_eur, wear_eur } = amounts;
  const amount = (value: number | null) => f.eur(value, { signed: true });
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
