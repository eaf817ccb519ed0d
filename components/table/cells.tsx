import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { UNKNOWN } from "@/lib/i18n/format.ts";
import { Link } from "@/components/ui/link.tsx";

/** The link that names a row: a press anywhere on the row follows it. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      data-row-link
      href={href}
      title={typeof children === "string" ? children : undefined}
      className="inline-block py-0.5 font-medium underline-offset-3 hover:underline max-sm:font-semibold sm:line-clamp-2"
    >
      {children}
    </Link>
  );
}

/** A text that may be long: two lines of it in a table, all of it on a phone. */
export function LongText({ children }: { children: string }) {
  return (
    <span title={children} className="sm:line-clamp-2 sm:min-w-24">
      {children}
    </span>
  );
}

/** A missing value; `text` is its label for screen readers. */
export function NotGiven({ text }: { text?: string }) {
  const t = useTranslations("table");
  return (
    <span data-not-given className="text-muted">
      <span aria-hidden>{UNKNOWN}</span>
      <span className="sr-only">{text ?? t("missing")}</span>
    </span>
  );
}
