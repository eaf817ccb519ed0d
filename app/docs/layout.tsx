import type { ReactNode } from "react";
import { SyncHtmlLang } from "@/components/layout/sync-html-lang.tsx";
import { MessagesProvider } from "@/components/layout/messages-provider.tsx";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <MessagesProvider of="docs">
      <SyncHtmlLang />
      {children}
    </MessagesProvider>
  );
}
