import { useTranslations } from "next-intl";
import { OperationSection } from "./operation.tsx";
import { describeOperation, operationsWithTag } from "./reference.ts";
import { useTagTitle } from "./use-tag-title.ts";

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
