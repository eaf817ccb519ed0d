"use client";

import { type ComponentProps, useState } from "react";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";

const PlanHistory = dynamic(async () => (await import("./plan-history.tsx")).PlanHistory);

/** The history of a control's plan; its code is loaded when it is opened. */
export function PlanHistoryFold(props: ComponentProps<typeof PlanHistory>) {
  const t = useTranslations("controls.page");
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t("history")} subtitle={t("historyHint")}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">
          {t("historySteps")}
        </summary>
        {isOpen && <PlanHistory {...props} />}
      </details>
    </Card>
  );
}
