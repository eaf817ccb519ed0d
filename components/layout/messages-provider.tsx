import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { pickMessages, type MessageSender } from "@/lib/i18n/sent-messages.ts";

/**
 * Provides the messages of the client components of a layout, or of a page outside the portal; the
 * server has all of them.
 */
export async function MessagesProvider({
  of,
  children,
}: {
  of: MessageSender;
  children: ReactNode;
}) {
  return (
    <NextIntlClientProvider messages={pickMessages(await getMessages(), of)}>
      {children}
    </NextIntlClientProvider>
  );
}
