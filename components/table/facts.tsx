import type { ReactNode } from "react";

/** What is known of one thing: labels with their values. */
export function Facts({ entries }: { entries: [label: ReactNode, value: ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-6 gap-y-4">
      {entries.map(([label, value], index) => (
        <div key={index} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mt-0.5 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
