"use client";

import { useState } from "react";

/** How a value is written into a field and read from it. */
export interface ParsedInputFormat {
  write: (value: string) => string;
  /** Null for what is no value. */
  read: (text: string) => string | null;
  /** Whether the text is complete: it is reported at once, other text when the field is left. */
  isWhole: (text: string) => boolean;
}

interface ParsedInputState {
  text: string;
  /** The field's value when it was typed. */
  before: string;
  /** The value that was last reported. */
  reported: string;
}

/**
 * The text of a field whose value is parsed from it. The value is reported when the text is complete,
 * on blur and on Enter, and the text is then normalised. Invalid text is reported unchanged and stays,
 * so that the field does not look empty.
 */
export function useParsedInput(
  value: string,
  { write, read, isWhole }: ParsedInputFormat,
  onChange: (value: string) => void,
) {
  const [typed, setTyped] = useState<ParsedInputState | null>(null);
  const [isTyping, setTyping] = useState(false);
  const isCurrent = typed !== null && (value === typed.before || value === typed.reported);
  if (typed && value === typed.reported && typed.before !== value) {
    setTyped({ ...typed, before: value });
  }
  const text = isCurrent ? typed.text : write(value);
  const valueOf = (from: string) => (from.trim() === "" ? "" : (read(from) ?? from.trim()));

  function report(next: string, display: string) {
    setTyped({ text: display, before: value, reported: next });
    if (next !== value) onChange(next);
  }
  const put = (next: string) => {
    setTyping(false);
    report(next, write(next));
  };
  function type(next: string) {
    setTyping(true);
    const isComplete = next.trim() === "" || (isWhole(next) && read(next) !== null);
    if (isComplete) report(valueOf(next), next);
    else setTyped({ text: next, before: value, reported: value });
  }
  return {
    text,
    /** The value as far as it can be read; empty when it cannot. */
    readable: read(text) ?? "",
    isUnreadable: !isTyping && text.trim() !== "" && read(text) === null,
    type,
    /** Nothing more is typed. */
    finish: () => isTyping && put(valueOf(text)),
    put,
    /** The field goes back to its value. */
    forget: () => setTyped(null),
  };
}
