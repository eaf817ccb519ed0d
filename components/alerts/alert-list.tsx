"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { Empty, Skeleton } from "@/components/ui/states.tsx";
import { alertKinds, alertStates, type AlertKind, type AlertState } from "@/lib/contract/alerts.ts";
import { AlertItem } from "./alert-item.tsx";
import { useAlerts } from "./use-alerts.ts";

/** All alerts: open and silenced ones first, then newest first. */
export function AlertList({ maySilence }: { maySilence: boolean }) {
  const t = useTranslations("alerts");
  const [state, setState] = useState<AlertState | "">("");
  const [kind, setKind] = useState<AlertKind | "">("");
  const { alerts, unread, problem, refresh, markRead } = useAlerts({
    ...(state && { state }),
    ...(kind && { kind }),
  });
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Choice
          label={t("state")}
          value={state}
          options={alertStates.map((one) => [one, t(`states.${one}`)])}
          onChange={setState}
        />
        <Choice
          label={t("kind")}
          value={kind}
          options={alertKinds.map((one) => [one, t(`kinds.${one}`)])}
          onChange={setKind}
        />
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
          />
        ))}
      </ul>
    </Card>
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
