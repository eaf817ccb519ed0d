import { useTranslations } from "next-intl";
import { Field, TextInput } from "@/components/ui/field.tsx";

/** Confirms by typing a zone's code; a mismatch is shown once the text is as long as the code. */
export function TypedConfirmation({
  code,
  typed,
  onType,
}: {
  code: string;
  typed: string;
  onType: (typed: string) => void;
}) {
  const t = useTranslations("controls.confirm");
  const isWrong = typed.trim().length >= code.length && typed.trim() !== code;
  return (
    <Field label={t("typeCode", { code })} error={isWrong ? t("wrongCode", { code }) : undefined}>
      <TextInput
        value={typed}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </Field>
  );
}
