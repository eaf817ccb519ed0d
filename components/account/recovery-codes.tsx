import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";

/** Recovery codes, the one time they are shown. */
export function ShownRecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTranslations("account.secondFactor");
  return (
    <div role="status" className="flex w-full flex-col items-start gap-4">
      <p>{t("codesHint", { count: codes.length })}</p>
      <ol
        aria-label={t("codes")}
        className="grid w-full gap-x-6 gap-y-1.5 rounded-md border border-line bg-sunken p-4 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button variant="primary" onClick={onDone}>
        {t("kept")}
      </Button>
    </div>
  );
}
