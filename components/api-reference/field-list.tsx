import { useTranslations } from "next-intl";
import type { Field, Limit, Variant } from "./fields.ts";

/** The fields of a part of a call, each with its type, unit, bounds and meaning. */
export function FieldList({ fields, answers = false }: { fields: Field[]; answers?: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {fields.map((field) => (
        <li key={field.name} className="min-w-0 py-2.5">
          <FieldHead field={field} answers={answers} />
          <FieldMeaning field={field} answers={answers} />
          <NestedFields field={field} answers={answers} />
        </li>
      ))}
    </ul>
  );
}

/** The variants of a value, each under its discriminating name. */
export function VariantList({ variants, answers }: { variants: Variant[]; answers: boolean }) {
  return variants.map(({ name, fields }) => (
    <NestedDetails key={name} title={name} fields={fields} answers={answers} />
  ));
}

function FieldHead({ field, answers }: { field: Field; answers: boolean }) {
  const t = useTranslations("docs.field");
  const optional = answers ? !field.required && t("mayBeAbsent") : !field.required && t("optional");
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
      <code className="font-mono text-[0.8125rem] font-semibold break-all">{field.name}</code>
      <span className="text-xs text-muted">
        {field.items === null ? (field.format ?? field.type) : t("arrayOf", { items: field.items })}
      </span>
      {field.unit && <span className="text-xs font-medium">{field.unit}</span>}
      {!answers && field.required && (
        <span className="text-xs font-medium text-warn">{t("required")}</span>
      )}
      {optional && <span className="text-xs text-muted">{optional}</span>}
      {field.nullable && <span className="text-xs text-muted">{t("orNull")}</span>}
    </p>
  );
}

function FieldMeaning({ field, answers }: { field: Field; answers: boolean }) {
  const t = useTranslations("docs.field");
  const bounds = field.limits
    .filter(({ kind }) => !answers || !kind.endsWith("Length"))
    .map((limit) => limitText(limit, t))
    .join(", ");
  return (
    <>
      {field.description && (
        <p lang="en" className="mt-0.5 text-muted">
          <WithCode text={field.description} />
        </p>
      )}
      {field.options.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-1">
          {field.options.map((option) => (
            <code key={option} className="rounded bg-sunken px-1.5 py-px font-mono text-xs">
              {option}
            </code>
          ))}
        </p>
      )}
      {(bounds || field.fallback) && (
        <p className="mt-0.5 text-xs text-muted">
          {[bounds, field.fallback && t("fallback", { value: field.fallback })]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
    </>
  );
}

/** A description from the contract; text in backticks is code. */
function WithCode({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part + String(index)} className="font-mono text-[0.8125rem] text-ink">
        {part}
      </code>
    ),
  );
}

const limitText = (
  { kind, value }: Limit,
  t: ReturnType<typeof useTranslations<"docs.field">>,
): string => t(`limits.${kind}`, { value: String(value) });

function NestedFields({ field, answers }: { field: Field; answers: boolean }) {
  const t = useTranslations("docs.field");
  if (field.variants.length > 0) {
    return <VariantList variants={field.variants} answers={answers} />;
  }
  if (field.fields.length === 0) return null;
  const title = t("fieldsOf", { name: field.items ?? field.name });
  return <NestedDetails title={title} fields={field.fields} answers={answers} />;
}

function NestedDetails({
  title,
  fields,
  answers,
}: {
  title: string;
  fields: Field[];
  answers: boolean;
}) {
  return (
    <details className="mt-1.5 rounded-md border border-line">
      <summary className="min-h-8 px-3 py-1.5 text-xs font-medium text-muted hover:text-ink">
        {title}
      </summary>
      <div className="border-t border-line px-3">
        <FieldList fields={fields} answers={answers} />
      </div>
    </details>
  );
}
