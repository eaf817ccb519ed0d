import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/link.tsx";
import { CodeSample } from "./code-sample.tsx";
import { fillPath, type Call } from "./code-samples.ts";
import { CodeBlock } from "./code-block.tsx";
import { FieldList, VariantList } from "./field-list.tsx";
import type { Field } from "./fields.ts";
import { MethodBadge } from "./method-badge.tsx";
import { toTitle, useTagTitle } from "./contents.ts";
import { type DescribedOperation, describeOperation, operationsWithTag } from "./reference.ts";
import { RequestConsole } from "./request-console.tsx";
import type { ConsoleOperation } from "./use-request-console.ts";

/** One operation of the reference: what it takes and answers, an example, and a way to try it. */
export function OperationSection({
  operation,
  triable,
}: {
  operation: DescribedOperation;
  /** Whether this portal makes calls for its readers. */
  triable: boolean;
}) {
  const t = useTranslations("docs.try");
  const title = toTitle(operation.id);
  return (
    <section
      id={operation.id}
      aria-labelledby={`${operation.id}-title`}
      className="scroll-mt-20 border-t border-line py-8 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:gap-x-10"
    >
      <div className="min-w-0">
        <Heading operation={operation} title={title} />
        <Parts operation={operation} />
      </div>
      <div className="mt-5 grid min-w-0 content-start gap-4 self-start xl:sticky xl:top-18 xl:mt-0">
        <Examples operation={operation} title={title} />
        {triable ? (
          <RequestConsole operation={toConsoleOperation(operation, title)} />
        ) : (
          <p className="text-muted">{t("off")}</p>
        )}
      </div>
    </section>
  );
}

function Heading({ operation, title }: { operation: DescribedOperation; title: string }) {
  const t = useTranslations("docs.operation");
  const { id, method, path, scope, extension, summary } = operation;
  return (
    <header>
      <h2 id={`${id}-title`} className="text-lg font-semibold tracking-tight">
        <a href={`#${id}`} className="py-0.5 hover:underline">
          {title}
        </a>
      </h2>
      <p className="mt-2 flex items-baseline rounded-md bg-sunken px-2.5 py-1.5">
        <MethodBadge method={method} acts={scope === "control"} />
        <code className="min-w-0 font-mono text-[0.8125rem] break-all">{path}</code>
      </p>
      <p lang="en" className="mt-2.5">
        {`${summary}.`}
      </p>
      <p className="mt-2 flex flex-wrap gap-1.5 *:whitespace-normal">
        <Badge tone={scope === "control" ? "curtailed" : "neutral"}>{t(`scopes.${scope}`)}</Badge>
        {extension ? (
          <Badge tone="simulated">{t("extension")}</Badge>
        ) : (
          <Badge tone="neutral">{t("documented")}</Badge>
        )}
      </p>
    </header>
  );
}

function Parts({ operation }: { operation: DescribedOperation }) {
  const t = useTranslations("docs.operation");
  const { params, query, headers, body, answer, statuses, paged } = operation;
  return (
    <>
      <Part title={t("path")} fields={params} />
      <Part title={t("query")} fields={query} />
      <Part title={t("headers")} fields={headers} />
      {body && (
        <Part title={t("body")} fields={body.fields}>
          <VariantList variants={body.variants} answers={false} />
          {body.fields.length + body.variants.length === 0 && (
            <p className="py-2 text-muted">{t("emptyBody", { braces: "{}" })}</p>
          )}
        </Part>
      )}
      <Part title={t("answer")} fields={answer.fields} answers>
        {paged && <p className="border-t border-line py-2.5 text-muted">{t("paged")}</p>}
      </Part>
      <div className="mt-5">
        <h3 className="text-xs font-semibold text-muted">{t("refusals")}</h3>
        <p className="mt-1 flex flex-wrap gap-1">
          {statuses.map((status) => (
            <Link
              key={status}
              href="/docs#errors"
              className="inline-flex min-h-6 items-center rounded bg-sunken px-1.5 font-mono text-xs hover:underline"
            >
              {status}
            </Link>
          ))}
        </p>
      </div>
    </>
  );
}

function Part({
  title,
  fields,
  answers = false,
  children,
}: {
  title: string;
  fields: Field[];
  answers?: boolean;
  children?: ReactNode;
}) {
  if (fields.length === 0 && !children) return null;
  return (
    <div className="mt-5">
      <h3 className="border-b border-line pb-1.5 text-xs font-semibold text-muted">{title}</h3>
      <FieldList fields={fields} answers={answers} />
      {children}
    </div>
  );
}

function Examples({ operation, title }: { operation: DescribedOperation; title: string }) {
  const t = useTranslations("docs.operation");
  const { method, path, body, answer, examples } = operation;
  const call: Call = {
    method,
    path: fillPath(path, examples.params, examples.query),
    headers: {},
    body: body?.example,
  };
  return (
    <>
      <CodeSample call={call} label={title} />
      <CodeBlock
        text={JSON.stringify(answer.example, null, 2)}
        label={t("exampleAnswer", { operation: title })}
        heading={
          <span className="text-xs text-muted">
            {t.rich("exampleHeading", {
              status: (status) => <span className="font-mono font-medium text-ink">{status}</span>,
            })}
          </span>
        }
      />
    </>
  );
}

const names = (fields: Field[]) => fields.map(({ name }) => name);

const toConsoleOperation = (operation: DescribedOperation, title: string): ConsoleOperation => ({
  id: operation.id,
  title,
  method: operation.method,
  path: operation.path,
  scope: operation.scope,
  params: names(operation.params),
  query: names(operation.query),
  headers: names(operation.headers),
  start: operation.examples,
  body: operation.body ? JSON.stringify(operation.body.example, null, 2) : null,
});

/** The operations of one tag, those of the interface document first; `triable`: calls are tried here. */
export function TagReference({ tag, triable }: { tag: string; triable: boolean }) {
  const t = useTranslations("docs.tags");
  const titleOfTag = useTagTitle();
  const introduction = `${tag}.text` as never;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{titleOfTag(tag)}</h1>
      {t.has(introduction) && (
        <p className="mt-3 mb-8 max-w-prose text-base text-muted">{t(introduction)}</p>
      )}
      {operationsWithTag(tag).map((id) => (
        <OperationSection key={id} operation={describeOperation(id)} triable={triable} />
      ))}
    </>
  );
}
