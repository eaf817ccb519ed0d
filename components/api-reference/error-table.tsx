import { useTranslations } from "next-intl";
import { CodeBlock } from "./code-block.tsx";
import { knownStatuses } from "./reference.ts";

const example = {
  type: "urn:curtail:problem:invalid",
  title: "Invalid value",
  status: 422,
  detail: "#/time_to must be an ISO 8601 date-time, such as 2026-05-01T12:00:00Z",
  errors: [
    {
      pointer: "#/time_to",
      detail: "must be an ISO 8601 date-time, such as 2026-05-01T12:00:00Z",
    },
  ],
  request_id: "4b1c7a30-5f0e-4a53-9d0c-0e1f7c2b9a64",
};

/** What every refusal looks like, and what each status means. */
export function ErrorTable() {
  const t = useTranslations("docs.guide.errors");
  return (
    <>
      <CodeBlock
        text={JSON.stringify(example, null, 2)}
        label={t("example")}
        heading={
          <span className="min-w-0 font-mono text-xs wrap-anywhere text-muted">
            {t("mediaType")}
          </span>
        }
      />
      <dl className="mt-2 divide-y divide-line border-y border-line">
        {knownStatuses.map((status) => (
          <div key={status} className="grid grid-cols-[3rem_minmax(0,1fr)] py-2">
            <dt className="font-mono text-[0.8125rem] font-semibold">{status}</dt>
            <dd>{t(`statuses.${status}` as never)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
