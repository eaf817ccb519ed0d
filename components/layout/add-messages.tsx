"use client";

import {
  NextIntlClientProvider,
  useLocale,
  useMessages,
  type AbstractIntlMessages,
} from "next-intl";
import { useMemo, type ReactNode } from "react";

const isTree = (value: unknown): value is AbstractIntlMessages =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Both trees of messages as one; a precompiled message is a text or a list. */
function merge(base: AbstractIntlMessages, added: AbstractIntlMessages): AbstractIntlMessages {
  const merged = { ...base };
  for (const [key, value] of Object.entries(added)) {
    const before = merged[key];
    merged[key] = isTree(before) && isTree(value) ? merge(before, value) : value;
  }
  return merged;
}

/** Provides more messages than its surroundings do. */
export function AddMessages({
  added,
  children,
}: {
  added: AbstractIntlMessages;
  children: ReactNode;
}) {
  const base = useMessages();
  const messages = useMemo(() => merge(base, added), [base, added]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
