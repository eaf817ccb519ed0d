"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import { Field, Select } from "@/components/ui/field.tsx";
import { Empty, Skeleton } from "@/components/ui/states.tsx";
import { alertKinds, alertStates } from "@/lib/contract/alert-kinds.ts";
import type { AlertKind, AlertState } from "@/lib/contract/alerts.ts";
import { AlertItem } from "./alert-item.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { usePhoneFold } from "@/components/ui/use-phone-fold.ts";
import { ALERTS_PER_PAGE, type InitialAlerts, useAlerts } from "./use-alerts.ts";

/** All alerts: open and silenced ones first, then newest first. */
export function AlertList({
  maySilence,
  initial,
}: {
  maySilence: boolean;
  initial: InitialAlerts;
}) {
  const t = useTranslations("alerts");
  const [state, setState] = useState<AlertState | "">("");
  const [kind, setKind] = useState<AlertKind | "">("");
  const [page, setPage] = useState(0);
  const filters = useTranslations("table");
  const fold = usePhoneFold();
  const isInitial = page === 0 && state === "" && kind === "";
  const { alerts, total, unread, problem, refresh, markRead } = useAlerts(
    { page, ...(state && { state }), ...(kind && { kind }) },
    { initial: isInitial ? initial : null },
  );
  const chooseFirst =
    <T,>(choose: (value: T) => void) =>
    (value: T) => {
      setPage(0);
      choose(value);
    };
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Button {...fold.button}>
          {filters("filters", { count: [state, kind].filter(Boolean).length })}
        </Button>
        <div
          id={fold.panel.id}
          className={classNames("flex w-full flex-wrap gap-3 sm:contents", fold.panel.className)}
        >
          <Choice
            label={t("state")}
            value={state}
            options={alertStates.map((one) => [one, t(`states.${one}`)])}
            onChange={chooseFirst(setState)}
          />
          <Choice
            label={t("kind")}
            value={kind}
            options={alertKinds.map((one) => [one, t(`kinds.${one}`)])}
            onChange={chooseFirst(setKind)}
          />
        </div>
        {unread.size > 0 && (
          <Button onClick={() => markRead([...unread], true)}>{t("markAllRead")}</Button>
        )}
      </div>
      {problem && <Failure problem={problem} onRetry={refresh} />}
      {!alerts && !problem && <Skeleton className="h-96" />}
      {alerts?.length === 0 && <Empty title={t("none")} hint={t("noneHint")} />}
      <ul className="-mx-4 divide-y divide-line sm:-mx-5">
        {alerts?.map((alert) => (
          <AlertItem
            key={alert.id}
            alert={alert}
            isUnread={unread.has(alert.id)}
            maySilence={maySilence}
            onRead={markRead}
            onChange={refresh}
            heading="h2"
            serverNow={initial.at}
          />
        ))}
      </ul>
      {alerts && <Paging page={page} count={alerts.length} total={total} onPage={setPage} />}
    </Card>
  );
}

/** The ways to newer and older alerts, where they do not fit on a page. */
function Paging({
  page,
  count,
  total,
  onPage,
}: {
  page: number;
  count: number;
  total: number | null;
  onPage: (page: number) => void;
}) {
  const t = useTranslations("alerts.paging");
  const f = useFormats();
  const first = page * ALERTS_PER_PAGE;
  const hasOlder = total === null ? count === ALERTS_PER_PAGE : first + count < total;
  if (page === 0 && !hasOlder) return null;
  const range = { from: f.count(first + Math.min(count, 1)), to: f.count(first + count) };
  return (
    <nav aria-label={t("title")} className="mt-4 flex flex-wrap items-center gap-3">
      <Button size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t("newer")}
      </Button>
      <Button size="sm" disabled={!hasOlder} onClick={() => onPage(page + 1)}>
        {t("older")}
      </Button>
      <p role="status" className="text-muted">
        {total === null ? t("range", range) : t("rangeOf", { ...range, total: f.count(total) })}
      </p>
    </nav>
  );
}

function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T | "";
  options: readonly (readonly [T, string])[];
  onChange: (value: T | "") => void;
}) {
  const t = useTranslations("alerts");
  return (
    <Field label={label} className="w-full sm:w-56">
      <Select value={value} onChange={(event) => onChange(event.target.value as T | "")}>
        <option value="">{t("any")}</option>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}
