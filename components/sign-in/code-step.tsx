import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";

/** The second step of signing in: the code of an authenticator app, or one of paper. */
export function CodeStep({ pending, onBack }: { pending: boolean; onBack: () => void }) {
  const t = useTranslations("signIn");
  return (
    <>
      <Field label={t("code")} hint={t("codeHint")} htmlFor="code">
        <TextInput
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          required
          autoFocus
        />
      </Field>
      <div className="flex flex-col gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {t("submit")}
        </Button>
        <Button variant="ghost" disabled={pending} onClick={onBack}>
          {t("back")}
        </Button>
      </div>
    </>
  );
}
