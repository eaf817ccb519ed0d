import type { ReactNode } from "react";
import { SpokenLanguage } from "@/components/shell/spoken-language.tsx";
import { Texts } from "@/components/shell/texts.tsx";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <Texts of={["docs"]}>
      <SpokenLanguage />
      {children}
    </Texts>
  );
}
