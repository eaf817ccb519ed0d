"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { isJsonType } from "@/lib/http/content-type.ts";
import type { TriedAnswer } from "@/lib/portal/service-client/api-console-proxy.ts";
import { CodeBlock } from "./code-block.tsx";
import { laidOut } from "./format-json.ts";

/** What a service answered: its status, the headers that matter, the body and how long it took. */
export function TriedAnswerView({ answer }: { answer: TriedAnswer }) {
  const t = useTranslations("docs.try");
  const { status, headers, body, cut, milliseconds } = answer;
  const isJson = isJsonType(headers["content-type"]);
  const text = useMemo(() => (isJson ? laidOut(body) : body), [isJson, body]);
  return (
    <div role="status" className="grid min-w-0 gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={status < 300 ? "good" : status < 500 ? "warn" : "bad"}>{status}</Badge>
        <span className="text-muted">{t("took", { milliseconds: String(milliseconds) })}</span>
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-xs">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {cut && <p className="text-warn">{t("cut")}</p>}
      <CodeBlock
        text={text}
        label={t("answer")}
        heading={<span className="text-xs text-muted">{t("answer")}</span>}
      />
    </div>
  );
}
