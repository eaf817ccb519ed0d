"use client";

import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { codeLanguages, type CodeLanguage, type Samples } from "./code-samples.ts";
import { CodeBlock } from "./code-block.tsx";
import { createSharedState } from "./shared-state.ts";

const useLanguage = createSharedState<CodeLanguage>("curl");

/** One call in curl, TypeScript and Python; the choice of language is the whole page's. */
export function CodeSample({ samples, label }: { samples: Samples; label: string }) {
  const t = useTranslations("docs.code");
  const [language, setLanguage] = useLanguage();
  return (
    <CodeBlock
      text={samples[language]}
      label={`${label}, ${t(`languages.${language}`)}`}
      heading={
        <div role="group" aria-label={t("language")} className="-ml-1.5 flex flex-wrap gap-0.5">
          {codeLanguages.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === language}
              onClick={() => setLanguage(one)}
              className={classNames(
                "min-h-7 rounded px-2 text-xs",
                one === language ? "bg-surface font-semibold" : "text-muted hover:text-ink",
              )}
            >
              {t(`languages.${one}`)}
            </button>
          ))}
        </div>
      }
    />
  );
}
