"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type {
  ContractPrice,
  ContractTerms,
  ContractTermsList,
  ContractTermsVersion,
} from "@/lib/contract/terms.ts";
import { localDate } from "@/lib/time/amsterdam.ts";
import { TermsPlaceholder } from "./placeholders.tsx";
import { formatUnitPrice } from "@/lib/i18n/unit-price.ts";
import type { TermsSubject } from "./terms-subject.ts";

const TermsDialog = dynamic(async () => (await import("./terms-dialog.tsx")).TermsDialog);

function useTerms({ kind, id }: TermsSubject) {
  const ofGroup = useOperation(
    "getGroupTerms",
    kind === "group" ? { params: { group_id: id } } : null,
  );
  const ofCustomer = useOperation(
    "getCustomerTerms",
    kind === "customer" ? { params: { customer_id: id } } : null,
  );
  return kind === "group" ? ofGroup : ofCustomer;
}

/** The version in force on a day. */
const getCurrent = (versions: readonly ContractTermsVersion[], day: string) =>
  versions.findLast(({ valid_from }) => valid_from <= day);

/** The contract terms of a group or a customer, with those to come; for staff. */
export function TermsCard({ subject, mayChange }: { subject: TermsSubject; mayChange: boolean }) {
  const t = useTranslations("value.terms");
  const { data, problem, mutate, put } = useTerms(subject);
  const [isOpen, setOpen] = useState(false);
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <TermsPlaceholder />;
  }
  const day = localDate(Date.now());
  const own = getCurrent(data.data, day);
  const byDefault = getCurrent(data.default, day);
  const current = own?.terms ? own : byDefault;
  const saved = (answer: ContractTermsList) => {
    put(answer);
    setOpen(false);
  };
  return (
    <Card
      title={t(`title.${subject.kind}`)}
      subtitle={current?.terms && <Since version={current} isDefault={!own?.terms} />}
      actions={mayChange && <Button onClick={() => setOpen(true)}>{t("change")}</Button>}
    >
      {current?.terms ? (
        <Terms terms={current.terms} />
      ) : (
        <Empty title={t("empty")} hint={t("emptyHint")} />
      )}
      <Coming versions={data.data.filter(({ valid_from }) => valid_from > day)} />
      {isOpen && (
        <TermsDialog
          subject={subject}
          terms={current?.terms ?? null}
          onSaved={saved}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}

function Since({ version, isDefault }: { version: ContractTermsVersion; isDefault: boolean }) {
  const t = useTranslations("value.terms");
  const f = useFormats();
  const day = f.day(`${version.valid_from}T12:00:00Z`);
  return t(isDefault ? "sinceOfGroup" : "since", { day });
}

function Terms({ terms }: { terms: ContractTerms }) {
  const t = useTranslations("value.terms");
  const f = useFormats();
  const perKwh = (eur: number) => formatUnitPrice(f.locale, eur, "kWh", { decimals: 5 });
  const price = ({ day_ahead_factor, eur_per_kwh }: ContractPrice) =>
    day_ahead_factor === 0
      ? perKwh(eur_per_kwh)
      : t("formula", {
          factor: f.number(day_ahead_factor, { decimals: day_ahead_factor === 1 ? 0 : 2 }),
          added:
            eur_per_kwh === 0
              ? ""
              : formatUnitPrice(f.locale, eur_per_kwh, "kWh", { decimals: 5, sign: "except-zero" }),
        }).trim();
  return (
    <DescriptionList
      roomy
      entries={[
        [t("feedIn"), price(terms.feed_in)],
        [t("import"), price(terms.import)],
        [t("markup"), perKwh(terms.markup_eur_per_kwh)],
        [t("energyTax"), perKwh(terms.energy_tax_eur_per_kwh)],
        [t("vat"), f.percent(terms.vat_percent / 100)],
        [t("compensation"), perKwh(terms.compensation_eur_per_kwh)],
        [t("wear"), perKwh(terms.battery_wear_eur_per_kwh ?? 0)],
        [t("netting"), t(terms.netting ? "nettingYes" : "nettingNo")],
      ]}
    />
  );
}

function Coming({ versions }: { versions: readonly ContractTermsVersion[] }) {
  const t = useTranslations("value.terms");
  const f = useFormats();
  if (versions.length === 0) return null;
  return (
    <ul className="mt-3 list-disc pl-5 text-muted">
      {versions.map(({ valid_from, terms }) => (
        <li key={valid_from}>
          {t(terms ? "coming" : "comingNone", { day: f.day(`${valid_from}T12:00:00Z`) })}
        </li>
      ))}
    </ul>
  );
}
