"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";

const COPIED_MS = 2000;

function CopyButton({ text }: { text: string }) {
  const t = useTranslations("docs.code");
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), COPIED_MS);
      },
      () => undefined,
    );
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className="inline-flex min-h-7 items-center gap-1.5 rounded px-2 text-xs text-muted hover:bg-surface hover:text-ink"
    >
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
    </button>
  );
}

/** Code that can be read, scrolled by keyboard and copied. */
export function CodeBlock({
  text,
  label,
  heading,
}: {
  text: string;
  /** What the code is, for who cannot see it. */
  label: string;
  heading: ReactNode;
}) {
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 border-b border-line pr-1.5 pl-3">
        {heading}
        <CopyButton text={text} />
      </div>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-[32rem] overflow-auto p-3 font-mono text-[0.8125rem] leading-5 -outline-offset-2"
      >
        <code>{text}</code>
      </pre>
    </div>
  );
}
