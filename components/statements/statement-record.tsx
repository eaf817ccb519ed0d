import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { StatementCheck } from "@/lib/contract/statements.ts";
import { statementHref } from "./statement-href.ts";
import type { View } from "./statement-sections.tsx";
import { StatementTable } from "./statement-table.tsx";

const MAX_PRICES = 400;

/** The prices that were used, with when each became known. */
export function StatementPrices({ statement: { controls } }: View) {
  const t = useTranslations("statements.prices");
  const f = useFormats();
  const byKey = new Map(
    controls.flatMap(({ prices }) =>
      prices.map((price) => [`${price.time_from} ${price.market}`, price] as const),
    ),
  );
  const all = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const prices = all.slice(0, MAX_PRICES);
  if (prices.length === 0) return null;
  return (
    <Card>
      <details>
        <summary className="min-h-8 content-center font-semibold">{t("title")}</summary>
        {all.length > prices.length && (
          <p className="pb-2">
            {t("first", { listed: f.count(prices.length), all: f.count(all.length) })}
          </p>
        )}
        <StatementTable
          caption={t("title")}
          columns={[t("time"), t("market"), t("source"), t("vintage"), t("value")]}
          names={4}
          rows={prices.map(([key, price]) => ({
            key,
            cells: [
              f.moment(price.time_from),
              t(`markets.${price.market}`),
              price.source,
              f.moment(price.vintage),
              f.number(price.eur_per_mwh, { decimals: 2 }),
            ],
          }))}
        />
      </details>
    </Card>
  );
}

/** The issued versions with their SHA-256. */
export function StatementVersions({ statement, reader }: View) {
  const t = useTranslations("statements.versions");
  const f = useFormats();
  const { versions, month, customer_id, version, sha256 } = statement;
  const customer = reader === "staff" ? (customer_id ?? undefined) : undefined;
  return (
    <Card title={t("title")}>
      {versions.length > 0 && (
        <StatementTable
          caption={t("title")}
          columns={[t("version"), t("issuedAt"), t("hash")]}
          names={3}
          rows={versions.map((one) => ({
            key: String(one.version),
            cells: [
              <Link
                key="link"
                className="underline"
                href={statementHref({ month, customer, version: one.version })}
              >
                {f.count(one.version)}
              </Link>,
              f.moment(one.issued_at),
              <code key="hash" className="break-all">
                {one.sha256}
              </code>,
            ],
          }))}
        />
      )}
      {versions.length === 0 && <p>{t("none")}</p>}
      <p className="mt-3 text-xs text-muted">
        {`${t(version === null ? "currentHash" : "hash")}: `}
        <code className="break-all select-all">{sha256}</code>
      </p>
      {version !== null && (
        <p className="mt-2 print:hidden">
          <Link className="underline" href={statementHref({ month, customer })}>
            {t("current")}
          </Link>
        </p>
      )}
    </Card>
  );
}

const tones = { unchanged: "good", restated: "warn", altered: "bad" } as const;

/** What a check found, with the values that differ. */
export function CheckResult({ check }: { check: StatementCheck | null }) {
  const t = useTranslations("statements.checked");
  if (!check) return <Card>{t("none")}</Card>;
  const { version, result, differences, difference_count: count } = check;
  return (
    <Card>
      <div role="status" className="flex flex-wrap items-start gap-2">
        <Badge wrap tone={tones[result]}>
          {t(result, { version, count })}
        </Badge>
      </div>
      <p className="mt-2 text-xs wrap-anywhere text-muted">
        {t("hashes", {
          issued: check.issued_sha256,
          stored: check.stored_sha256,
          audit: check.audit_sha256 ?? "–",
          current: check.current_sha256,
        })}
      </p>
      {differences.length > 0 && (
        <StatementTable
          caption={t("field")}
          columns={[t("field"), t("issued"), t("current")]}
          names={3}
          rows={differences.map((one) => ({
            key: `${one.control_id} ${one.location_id} ${one.field}`,
            cells: [
              <span key="field">
                <code className="break-all">{one.field}</code>{" "}
                <span className="text-muted">{one.location_id ?? one.control_id}</span>
              </span>,
              one.issued ?? "–",
              one.current ?? "–",
            ],
          }))}
        />
      )}
    </Card>
  );
}
