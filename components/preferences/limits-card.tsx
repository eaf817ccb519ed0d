"use client";

import { useState } from "react";
import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { PreferenceLimits } from "@/lib/contract/preferences.ts";

const LimitsForm = dynamic(async () => (await import("./limits-form.tsx")).LimitsForm);

/** What the customers of a group may choose; for staff. */
export function LimitsCard({ groupId }: { groupId: string }) {
  const t = useTranslations("preferences.limits");
  const [isOpen, setOpen] = useState(false);
  const params = { group_id: groupId };
  const { data, problem, mutate, put } = useOperation("getGroupPreferenceLimits", { params });
  if (!data) {
    if (problem) return <Failure problem={problem} onRetry={mutate} />;
    return <Skeleton className="h-80" />;
  }
  return (
    <Card
      title={t("title")}
      subtitle={t("hint")}
      actions={!isOpen && <Button onClick={() => setOpen(true)}>{t("change")}</Button>}
    >
      {isOpen ? <LimitsForm groupId={groupId} limits={data} onSaved={put} /> : <Limits {...data} />}
    </Card>
  );
}

function Limits(limits: PreferenceLimits) {
  const t = useTranslations("preferences");
  const f = useFormats();
  const isAllowed = (allowed: boolean) => t(allowed ? "limits.allowed" : "limits.notAllowed");
  const hours = (count: number | null) =>
    count === null ? t("limits.noMaximum") : t("hours", { count });
  const { max_battery_reserve: reserve } = limits;
  return (
    <DescriptionList
      entries={[
        [t("limits.optOut"), isAllowed(limits.opt_out)],
        [t("limits.controlOptOut"), isAllowed(limits.control_opt_out)],
        [t("limits.reserve"), reserve === 0 ? t("noReserve") : f.percent(reserve)],
        [t("limits.hoursOff"), hours(limits.max_hours_off_per_week)],
        [t("limits.maximum"), hours(limits.min_hours_per_month)],
      ]}
    />
  );
}
