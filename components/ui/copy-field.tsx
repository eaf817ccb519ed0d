"use client";

import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Field, TextInput } from "./field.tsx";

/** A text to take along: selected when it gets the focus, and copied by a press of its button. */
export function CopyField({
  label,
  value,
  copy,
  copied,
}: {
  label: string;
  value: string;
  /** The labels of the button before and after copying. */
  copy: string;
  copied: string;
}) {
  const ref = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);

  // Without https there is no clipboard to write to: the text is selected, ready to be copied.
  async function take() {
    ref.current?.select();
    const written = navigator.clipboard?.writeText(value).then(() => true);
    setCopied((await written?.catch(() => false)) ?? false);
  }

  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="flex-1">
        <TextInput
          ref={ref}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className="font-mono text-xs!"
        />
      </Field>
      <Button onClick={take}>
        {isCopied ? (
          <Check aria-hidden className="size-4" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
        <span role="status">{isCopied ? copied : copy}</span>
      </Button>
    </div>
  );
}
