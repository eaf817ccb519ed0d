import { LoadError } from "@/components/layout/load-error.tsx";
import type { readAuditLog, readCallLog } from "@/lib/portal/queries/audit-log.ts";
import { AuditTable } from "./audit-table.tsx";
import { CallsTable } from "./audit.dynamic.tsx";
import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";

/** The audit trail of portal users, with its date filter. */
export function AuditLog({ query, read, ...shared }: Awaited<ReturnType<typeof readAuditLog>>) {
  const { page, page_size, ...filter } = query;
  if (read.problem) return <LoadError problem={read.problem} />;
  return <AuditTable {...shared} page={read.data} query={{ page, page_size }} filter={filter} />;
}

/** The service's call log, with its date filter. */
export function CallLog({ query, read, ...shared }: Awaited<ReturnType<typeof readCallLog>>) {
  const { page, page_size, ...filter } = query;
  if (read.problem) return <LoadError problem={read.problem} />;
  return <CallsTable {...shared} page={read.data} query={{ page, page_size }} filter={filter} />;
}

/** Selects the audit trail: of portal users, or of calls to the service. */
export function AuditLogTabs({ calls }: { calls: boolean }) {
  const t = useTranslations("audit");
  const ways = [
    { href: "/audit", text: t("users"), isHere: !calls },
    { href: "/audit?of=calls", text: t("calls.title"), isHere: calls },
  ];
  return (
    <nav aria-label={t("title")} className="mb-4 flex gap-1 border-b border-line">
      {ways.map(({ href, text, isHere }) => (
        <Link
          key={href}
          href={href}
          aria-current={isHere ? "page" : undefined}
          className={classNames(
            "-mb-px inline-flex min-h-10 items-center border-b-2 px-3 font-medium",
            isHere ? "border-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
