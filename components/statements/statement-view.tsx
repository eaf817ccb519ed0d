import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Link } from "@/components/ui/link.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { addMonths, getMonth } from "@/lib/time/month.ts";
import type { StatementPage } from "@/lib/portal/queries/statement.ts";
import { FileLink, IssueButton, PrintButton } from "./statement-actions.tsx";
import { statementHref, type StatementLink } from "./statement-href.ts";
import { CheckResult, StatementPrices, StatementVersions } from "./statement-record.tsx";
import {
  StatementControls,
  StatementFigures,
  StatementGroups,
  type Reader,
} from "./statement-sections.tsx";

type Props = StatementPage & {
  reader: Reader;
  isChecked: boolean;
  mayIssue: boolean;
  now: number;
};

/** A statement on the screen and on paper. */
export function StatementView({ isChecked, mayIssue, now, ...page }: Props) {
  const t = useTranslations("statements");
  const f = useFormats();
  const { statement, reader, customerName } = page;
  const { month, time_from, time_to, as_of, version, is_complete, bidding_zone } = statement;
  const toTitle = () => {
    if (reader === "customer") return t("title.own");
    if (bidding_zone) return t("title.zone", { zone: bidding_zone });
    return t("title.customer", { name: customerName ?? statement.customer_id ?? "" });
  };
  const when = f.moment(as_of);
  const latest = statement.versions.toSorted((a, b) => b.version - a.version)[0];
  const toState = () => {
    if (version !== null) return t("issued", { version, when });
    if (latest && is_complete)
      return t("draftAfter", { when, version: latest.version, issued: f.moment(latest.issued_at) });
    if (is_complete) return t("draft", { when });
    return t(Date.parse(as_of) < Date.parse(time_to) ? "running" : "unrecorded", { when });
  };
  const from = f.day(time_from);
  const to = f.day(Date.parse(time_to) - 1);
  return (
    <>
      <PageHeader
        title={toTitle()}
        subtitle={
          <>
            {reader === "customer" && customerName !== null && (
              <>
                {customerName}
                <br />
              </>
            )}
            {t("period", { month: f.month(time_from), from, to })}
            <br />
            {toState()}
          </>
        }
        actions={<Months {...page} now={now} />}
      />
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap gap-2 print:hidden">
          <PrintButton label={t("print")} />
          <Files {...page} />
          {statement.versions.length > 0 && (
            <ButtonLink href={toHref(page, { month, version: version ?? undefined, check: true })}>
              {t("check")}
            </ButtonLink>
          )}
          {mayIssue && is_complete && version === null && (
            <IssueButton
              label={t("issue")}
              title={t("issueTitle", { month: f.month(time_from) })}
              description={[t("issueHint"), latest && t("issueAgain", { version: latest.version })]
                .filter(Boolean)
                .join(" ")}
              month={month}
              customerId={statement.customer_id}
              zone={bidding_zone ?? ""}
            />
          )}
        </div>
        {isChecked && <CheckResult check={page.check} />}
        <StatementFigures {...page} />
        <StatementControls {...page} />
        <StatementGroups {...page} />
        <StatementPrices {...page} />
        <StatementVersions {...page} />
      </div>
    </>
  );
}

type View = Pick<Props, "statement" | "reader">;

const toHref = ({ statement, reader }: View, link: Omit<StatementLink, "customer">) =>
  statementHref({
    ...link,
    customer: reader === "staff" ? (statement.customer_id ?? undefined) : undefined,
  });

const stepClass =
  "grid size-[44px] shrink-0 place-items-center rounded-md border border-line-strong [&_svg]:size-5";

/** The months before and after. */
function Months({ now, ...view }: View & { now: number }) {
  const t = useTranslations("statements");
  const { month } = view.statement;
  const next = addMonths(month, 1);
  return (
    <nav className="flex gap-2 print:hidden" aria-label={t("months")}>
      <Link
        href={toHref(view, { month: addMonths(month, -1) })}
        aria-label={t("before")}
        className={stepClass}
      >
        <ChevronLeft aria-hidden />
      </Link>
      {next <= getMonth(now) && (
        <Link href={toHref(view, { month: next })} aria-label={t("after")} className={stepClass}>
          <ChevronRight aria-hidden />
        </Link>
      )}
    </nav>
  );
}

const formats = ["csv", "xlsx"] as const;

/** The rows as files. */
function Files({ statement }: View) {
  const t = useTranslations("table");
  const { month, version, customer_id, bidding_zone } = statement;
  const query = new URLSearchParams({
    month,
    ...(customer_id ? { customer_id } : { bidding_zone_id: bidding_zone ?? "" }),
    ...(version !== null && { version: String(version) }),
  });
  const noun = customer_id ? "customer-statement" : "zone-statement";
  return formats.map((format) => (
    <FileLink key={format} href={`/api/exports/${noun}?${query}&format=${format}`}>
      {t(format)}
    </FileLink>
  ));
}
