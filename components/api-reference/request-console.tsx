"use client";

import { ChevronDown, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Loading } from "@/components/ui/states.tsx";
import type { ConsoleOperation } from "./use-request-console.ts";

const RequestConsolePanel = dynamicOnVisible(
  async () => (await import("./request-console-panel.tsx")).RequestConsolePanel,
  () => <Loading />,
);

/** Opens the form that calls an operation with the reader's own key. */
export function RequestConsole({ operation }: { operation: ConsoleOperation }) {
  const t = useTranslations("docs.try");
  const [open, setOpen] = useState(false);
  const Icon = open ? ChevronDown : Play;
  return (
    <div className="min-w-0">
      <Button
        size="sm"
        aria-expanded={open}
        aria-label={t("openNamed", { operation: operation.title })}
        onClick={() => setOpen(!open)}
      >
        <Icon aria-hidden className="size-3.5" />
        {t("open")}
      </Button>
      {open && (
        <div className="mt-3 rounded-lg border border-line bg-surface p-4">
          <RequestConsolePanel operation={operation} />
        </div>
      )}
    </div>
  );
}
