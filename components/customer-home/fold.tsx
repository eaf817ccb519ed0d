import type { ReactNode } from "react";

/** What is read by those who ask for it. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-1">
      <summary className="min-h-8 w-fit content-center text-muted hover:text-ink">{title}</summary>
      {children}
    </details>
  );
}
