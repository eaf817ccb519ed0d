import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";

/**
 * Opens a resource by its id, for services without lists: the list page redirects if it has `id`. Works
 * without JavaScript.
 */
export function IdLookup({ label, example }: { label: string; example: string }) {
  const t = useTranslations("table");
  return (
    <Card className="mb-5">
      <form method="get" className="flex max-w-xl flex-wrap items-end gap-3">
        <Field label={label} className="flex-1 basis-56">
          <TextInput name="id" required maxLength={200} placeholder={example} autoComplete="off" />
        </Field>
        <Button type="submit">
          {t("open")}
          <ArrowRight aria-hidden className="size-4" />
        </Button>
      </form>
    </Card>
  );
}
