import { ArrowRight } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";

/**
 * Goes to a thing by its id, for services that list none: the list's own page is asked with `id`
 * and leads on. Works without JavaScript.
 */
export function OpenById({ noun, example }: { noun: string; example: string }) {
  return (
    <Card className="mb-5">
      <form method="get" className="flex max-w-xl flex-wrap items-end gap-3">
        <Field label={`Open a ${noun} by its id`} className="flex-1 basis-56">
          <TextInput name="id" required maxLength={200} placeholder={example} autoComplete="off" />
        </Field>
        <Button type="submit">
          Open
          <ArrowRight aria-hidden className="size-4" />
        </Button>
      </form>
    </Card>
  );
}
