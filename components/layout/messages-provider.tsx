import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Messages } from "@/lib/i18n/messages.ts";

type Namespace = keyof Messages;

/** The messages that every page may need in the browser. */
const always = ["common", "problems", "layout", "offline"] as const satisfies Namespace[];

/** The messages that the pages of customers need too. */
export const customerNamespaces: Namespace[] = [
  "account",
  "charts",
  "controls",
  "customers",
  "devices",
  "customerHome",
  "locations",
  "preferences",
  "rules",
  "status",
  "table",
  "terms",
  "value",
];

/** The messages that the pages of staff need too. */
export const staffNamespaces: Namespace[] = [
  ...customerNamespaces.filter((namespace) => namespace !== "customerHome"),
  "alerts",
  "audit",
  "deliveries",
  "groups",
  "apiKeys",
  "map",
  "overview",
  "prices",
  "savedViews",
  "users",
  "webhooks",
];

/** Provides the messages of client components; the server has all of them. */
export async function MessagesProvider({ of, children }: { of: Namespace[]; children: ReactNode }) {
  const all = await getMessages();
  const chosen = [...always, ...of].map((namespace) => [namespace, all[namespace]]);
  return (
    <NextIntlClientProvider messages={Object.fromEntries(chosen)}>
      {children}
    </NextIntlClientProvider>
  );
}
