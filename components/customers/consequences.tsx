import { useTranslations } from "next-intl";
import { useFormats } from "@/components/use-formats.ts";
import type { LeavesWith } from "@/lib/portal/customer-leaving.ts";

/** What goes when a customer is deleted, in words. */
export function Consequences({ leaves }: { leaves: LeavesWith }) {
  const t = useTranslations("customers.delete");
  const f = useFormats();
  const { belongings, controls, accounts } = leaves;
  const counted = (count: number) => ({ count, text: f.count(count) });
  return (
    <>
      <p>{t("goes")}</p>
      <ul className="my-2 list-disc pl-5 text-ink">
        {belongings ? (
          <>
            <li>{t("locations", counted(belongings.locations))}</li>
            <li>{t("devices", counted(belongings.devices))}</li>
          </>
        ) : (
          <li>{t("notCounted")}</li>
        )}
        <li>{controls === null ? t("controlsUnknown") : t("controls", counted(controls))}</li>
        <li>{t("accounts", counted(accounts))}</li>
      </ul>
      <p>{t("stays")}</p>
    </>
  );
}
