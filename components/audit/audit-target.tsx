import { useTranslations } from "next-intl";
import { LongText, NotGiven } from "@/components/table/common-columns.tsx";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { optionalMessage } from "@/lib/i18n/optional-message.ts";
import type { AuditLine } from "@/lib/portal/audit-log/audit.ts";
import { namedThings, targetParts, targetWhom } from "@/lib/i18n/audit-target.ts";

type Parts = ReturnType<typeof targetParts>;

/** A control's direction and requested window. */
function Order({
  parts: { type, time_from, time_to },
  window,
}: {
  parts: Parts;
  window: AuditLine["window"];
}) {
  const t = useTranslations("audit.targets");
  const types = useTranslations("controls.types");
  const f = useFormats();
  return (
    <>
      {type && <span className="block">{optionalMessage(types, `${type}.title`, type)}</span>}
      {time_to && !window && (
        <span className="block text-muted">
          {time_from ? f.window(time_from, time_to) : t("atOnce", { end: f.moment(time_to) })}
        </span>
      )}
      {window && (
        <span className="block text-muted">
          {window.from < window.to
            ? t("effective", { window: f.window(window.from, window.to) })
            : t("neverBegan", { start: f.moment(window.from) })}
        </span>
      )}
    </>
  );
}

/** A key that was made: what it is called, and what it may do. */
function NewKey({ parts: { name, scopes } }: { parts: Parts }) {
  const t = useTranslations("audit.targets");
  const names = useTranslations("apiKeys.scopes");
  const named = (scope: string) => optionalMessage(names, scope, scope);
  return (
    <>
      {name && <span className="block">{name}</span>}
      {scopes && (
        <span className="block text-muted">
          {t("scopes", { scopes: scopes.split(",").map(named).join(", ") })}
        </span>
      )}
    </>
  );
}

/** As what somebody of staff was invited, or is now. */
function Level({ level }: { level: string | undefined }) {
  const t = useTranslations("layout.roles");
  if (!level) return null;
  return <span className="block text-muted">{optionalMessage(t, level, level)}</span>;
}

/** What something was done to, in words; things that still have a page link to it. */
export function AuditTarget({ line: { target, operation, window } }: { line: AuditLine }) {
  const t = useTranslations("audit.targets");
  if (!target) return <NotGiven />;
  const parts = targetParts(target);
  if (Object.keys(parts).length === 0) return <LongText>{target}</LongText>;
  return (
    <span className="block min-w-0 wrap-anywhere">
      {targetWhom(target)}
      <Level level={parts.level} />
      <Order parts={parts} window={window} />
      <NewKey parts={parts} />
      {parts.reason && <span className="block">{parts.reason}</span>}
      {namedThings.map(({ noun, name, page }) => {
        const id = parts[name];
        if (!id) return null;
        const isGone = operation === "deleteCustomer";
        return (
          <span key={noun} className="block">
            {page && !isGone ? (
              <Link className="link inline-block py-0.5" href={`${page}/${encodeURIComponent(id)}`}>
                {t(noun, { id })}
              </Link>
            ) : (
              t(noun, { id })
            )}
          </span>
        );
      })}
    </span>
  );
}
