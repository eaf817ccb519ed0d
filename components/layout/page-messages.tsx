import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { pickMessages, type MessageSender } from "@/lib/i18n/sent-messages.ts";
import { AddMessages } from "./add-messages.tsx";

/** Adds the messages of the client components of a page, or of a part, to those of its layout. */
export async function PageMessages({ of, children }: { of: MessageSender; children: ReactNode }) {
  return <AddMessages added={pickMessages(await getMessages(), of)}>{children}</AddMessages>;
}

/** A page of the portal that sends the messages of its client components; `route` is its own. */
export const withMessages = <Props,>(
  route: MessageSender,
  Page: (props: Props) => ReactNode | Promise<ReactNode>,
) =>
  async function PageWithMessages(props: Props) {
    return <PageMessages of={route}>{await Page(props)}</PageMessages>;
  };
