"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";

/** The id of the card with the expected effect. */
export const EFFECT_ID = "expected-effect";

/** The effect of a control in two lines, or why there is none. */
function Effect({ preview, failed }: { preview: ControlPreview | null; failed: boolean }) {
  const t = useTranslations("controls");
  const f = useFormats();
  if (failed)
    return (
      <a href={`#${EFFECT_ID}`} className="text-bad underline">
        {t("preview.failed")}
      </a>
    );
  if (!preview) return <span className="text-muted">{t("preview.choose")}</span>;
  const { locations, results } = preview;
  return (
    <>
      <span className="block font-semibold">{f.kwh(sumEffectsKwh(results), { signed: true })}</span>
      <span className="block text-xs text-muted">
        {t("confirm.locations", { count: locations, shown: f.count(locations) })}
      </span>
    </>
  );
}

/**
 * On a phone: the effect and the button at the lower edge, above the navigation. A screen too low for
 * it has both below the form.
 */
export function IssueBar({
  offered,
  isOld,
  action,
  ...effect
}: {
  /** Whether the service offers previews. */
  offered: boolean;
  preview: ControlPreview | null;
  /** The preview is of the previous draft. */
  isOld: boolean;
  failed: boolean;
  action: ReactNode;
}) {
  return (
    <div
      data-action-bar
      className="bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] z-10 -mx-4 mt-4 flex items-center gap-3 border-t border-line bg-surface px-4 py-2.5 sm:-mx-6 sm:px-6 lg:hidden print:hidden [@media(min-height:30rem)]:sticky"
    >
      {offered && (
        <div aria-busy={isOld} className={isOld ? "min-w-0 opacity-60" : "min-w-0"}>
          <Effect {...effect} />
        </div>
      )}
      <div className="ml-auto shrink-0">{action}</div>
    </div>
  );
}
