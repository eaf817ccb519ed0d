import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import { wasCancelledBeforeStart, type Timed } from "@/lib/controls/control-state.ts";
import { getEffectiveWindow } from "../control-view-model.ts";

/** A control's window as seen from a moment (ms), and that it never began where it was called off. */
export function WindowCell({ control, now }: { control: Timed; now: number }) {
  const t = useTranslations("controls.list");
  const f = useFormats();
  return (
    <span>
      {getEffectiveWindow(control, now, f)}
      {wasCancelledBeforeStart(control) && (
        <span className="block text-xs font-normal text-muted">{t("notBegun")}</span>
      )}
    </span>
  );
}
