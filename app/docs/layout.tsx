import type { ReactNode } from "react";
import { SpokenLanguage } from "@/components/layout/sync-html-lang.tsx";
import { Texts } from "@/components/layout/messages-provider.tsx";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <Texts of={["docs"]}>
      <SpokenLanguage />
      {children}
    </Texts>
  );
}
