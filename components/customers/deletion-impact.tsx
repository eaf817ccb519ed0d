import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LeavesWith } from "@/lib/portal/queries/customer-deletion-impact.ts";

/** What goes when a customer is deleted, in words. */
export function Consequences({ leaves }: { leaves: LeavesWith }) {
  const t = useTranslations("customers.delete");
  const f = useFormats();
  const { belongings, controls, accounts } = leaves;
  const counted = (count: number) => ({ count, text: f.count(count) });
  const going = belongings
    ? [
        belongings.locations > 0 && t("locations", counted(belongings.locations)),
        belongings.devices > 0 && t("devices", counted(belongings.devices)),
      ].filter((line) => line !== false)
    : [t("notCounted")];
  return (
    <>
      <p>{t(going.length > 0 ? "goes" : "goesAlone")}</p>
      {going.length > 0 && (
        <ul className="my-2 list-disc pl-5 text-ink">
          {going.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p>{controls === null ? t("controlsUnknown") : t("controls", counted(controls))}</p>
      <p>{t("accounts", counted(accounts))}</p>
      <p>{t("stays")}</p>
    </>
  );
}
