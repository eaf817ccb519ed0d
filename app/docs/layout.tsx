import type { ReactNode } from "react";
import { SpokenLanguage } from "@/components/layout/sync-html-lang.tsx";
import { MessagesProvider } from "@/components/layout/messages-provider.tsx";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <MessagesProvider of={["docs"]}>
      <SpokenLanguage />
      {children}
    </MessagesProvider>
  );
}
