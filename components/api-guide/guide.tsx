import type { ReactNode } from "react";
import { scopes } from "@/lib/contract/keys.ts";
import { operations } from "@/lib/contract/operations.ts";
import { CodeSample } from "./code-sample.tsx";
import { useTranslations } from "next-intl";
import { CodeBlock } from "./code-block.tsx";
import { quickStart, settingVariables } from "./code-samples.ts";

/** The parts of the guide, in reading order; each is an anchor of /docs. */
export const guideParts = [
  "start",
  "keys",
  "units",
  "lists",
  "errors",
  "repeating",
  "devices",
  "webhooks",
] as const;
type GuidePart = (typeof guideParts)[number];

/** The statuses of errors that the service's document lists; 405 is of no operation. */
export const documentedStatuses = [
  400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503,
] as const;

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
function ErrorTable() {
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
        {documentedStatuses.map((status) => (
          <div key={status} className="grid grid-cols-[3rem_minmax(0,1fr)] py-2">
            <dt className="font-mono text-[0.8125rem] font-semibold">{status}</dt>
            <dd>{t(`statuses.${status}`)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const documents = {
  openapi: "/docs/openapi.json",
  devices: "/docs/files/devices.md",
  asyncapi: "/docs/files/devices.asyncapi.yaml",
};

const linkTo = (href: string) => (text: ReactNode) => (
  <a href={href} className="link py-1">
    {text}
  </a>
);
const code = (text: ReactNode) => (
  <code className="rounded bg-sunken px-1 py-px font-mono text-[0.8125rem]">{text}</code>
);

/**
 * What the API is, a quick start, and what holds everywhere; the service itself serves the reference.
 * `serviceUrl` is null where the service's address is not for every reader.
 */
export function Guide({ serviceUrl }: { serviceUrl: string | null }) {
  const t = useTranslations("docs.guide");
  const all = Object.values(operations);
  const extensions = all.filter(({ extension }) => extension).length;
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{t("heading")}</h1>
      <p className="mt-3 max-w-prose text-base text-muted">{t("introduction")}</p>
      <p className="mt-3 max-w-prose text-muted">
        {t("counts", { documented: all.length - extensions, extensions })}
      </p>
      <p className="mt-3 max-w-prose">
        {serviceUrl === null
          ? t.rich("referenceElsewhere", { code })
          : t.rich("reference", { link: linkTo(`${serviceUrl}/v1/docs`) })}
      </p>
      <p className="mt-3 max-w-prose">{t.rich("openapi", { link: linkTo(documents.openapi) })}</p>
      <QuickStart serviceUrl={serviceUrl} />
      <Keys />
      <GuideTranslator part="units" paragraphs={["power", "interval", "time", "ids"]} />
      <GuideTranslator part="lists" paragraphs={["pages", "headers", "still"]} />
      <Section part="errors">
        <p>{t.rich("errors.shape", { code })}</p>
        <ErrorTable />
      </Section>
      <GuideTranslator part="repeating" paragraphs={["key", "reason", "silence"]} />
      <Section part="devices">
        <p>
          {t.rich("devices.text", {
            guide: linkTo(documents.devices),
            asyncapi: linkTo(documents.asyncapi),
          })}
        </p>
      </Section>
      <GuideTranslator part="webhooks" paragraphs={["text", "receive"]} />
    </div>
  );
}

function Section({ part, children }: { part: GuidePart; children: ReactNode }) {
  const t = useTranslations("docs.guide");
  return (
    <section
      id={part}
      aria-labelledby={`${part}-title`}
      className="mt-8 grid scroll-mt-20 grid-cols-1 gap-3 border-t border-line pt-8"
    >
      <h2 id={`${part}-title`} className="text-lg font-semibold tracking-tight">
        {t(`${part}.title`)}
      </h2>
      {children}
    </section>
  );
}

function GuideTranslator({ part, paragraphs }: { part: GuidePart; paragraphs: string[] }) {
  const t = useTranslations("docs.guide");
  return (
    <Section part={part}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="max-w-prose">
          {t.rich(`${part}.${paragraph}` as "units.power", { code })}
        </p>
      ))}
    </Section>
  );
}

function QuickStart({ serviceUrl }: { serviceUrl: string | null }) {
  const t = useTranslations("docs.guide.start");
  return (
    <Section part="start">
      <p className="max-w-prose">
        {t.rich(serviceUrl === null ? "variablesElsewhere" : "variablesHere", { code })}
      </p>
      <CodeBlock
        text={settingVariables(serviceUrl ?? `https://${t("addressToFillIn")}`)}
        label={t("variablesLabel")}
        heading={<span className="text-xs text-muted">{t("variablesLabel")}</span>}
      />
      <p className="mt-2 max-w-prose">{t.rich("history", { code })}</p>
      <CodeSample samples={quickStart.history} label={t("historyLabel")} />
      <p className="mt-2 max-w-prose">{t.rich("preview", { code })}</p>
      <CodeSample samples={quickStart.preview} label={t("previewLabel")} />
      <p className="mt-2 max-w-prose">{t.rich("control", { code })}</p>
    </Section>
  );
}

function Keys() {
  const t = useTranslations("docs.guide.keys");
  return (
    <Section part="keys">
      <p className="max-w-prose">{t.rich("text", { code })}</p>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        {scopes.map((scope) => (
          <div key={scope} className="contents">
            <dt>{code(scope)}</dt>
            <dd className="text-muted max-sm:-mt-1.5">{t(scope)}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-prose">{t.rich("making", { code })}</p>
    </Section>
  );
}
