"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type RefObject } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import type { ContentsSection, Entry } from "./contents.ts";
import { MethodBadge } from "./method-badge.tsx";

/** The contents of the API reference, narrowed by what is typed; `/` goes to the search field. */
export function DocsNavigation({
  sections,
  current,
}: {
  sections: ContentsSection[];
  current: string;
}) {
  const t = useTranslations("docs.navigation");
  const [sought, setSought] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useSearchShortcut(field);
  const found = filterSections(sections, sought);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <nav aria-label={t("label")} className="grid gap-4">
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted"
        />
        <input
          ref={(input) => {
            field.current = input;
            syncEarlyInput(input);
          }}
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          aria-keyshortcuts="/"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          className="min-h-9 w-full rounded-md border border-line-strong bg-surface pr-2 pl-8 text-base placeholder:text-muted sm:text-sm"
        />
      </div>
      <p role="status" className={sought ? "-mt-2 text-xs text-muted" : "sr-only"}>
        {sought && t("found", { count })}
      </p>
      {found.map((section) => (
        <Section key={section.key} section={section} isCurrent={section.key === current} />
      ))}
    </nav>
  );
}

function Section({ section, isCurrent }: { section: ContentsSection; isCurrent: boolean }) {
  return (
    <div>
      <Link
        href={section.href}
        aria-current={isCurrent ? "page" : undefined}
        className={classNames(
          "flex min-h-7 items-center rounded px-2 font-semibold hover:bg-sunken",
          isCurrent && "bg-sunken",
        )}
      >
        {section.title}
      </Link>
      <ul className="mt-0.5 ml-2 border-l border-line">
        {section.entries.map((entry) => (
          <li key={entry.href}>
            <Link
              href={entry.href}
              className="flex min-h-7 items-baseline rounded-r py-1 pr-1 pl-3 text-[0.8125rem] leading-5 text-muted hover:bg-sunken hover:text-ink"
            >
              {entry.method && <MethodBadge method={entry.method} acts={entry.acts ?? false} />}
              <span className="min-w-0">{entry.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function filterSections(sections: ContentsSection[], sought: string): ContentsSection[] {
  const terms = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ searchText: text, label }: Entry) =>
    terms.every((word) => text.includes(word) || label.toLowerCase().includes(word));
  return sections
    .map((section) => ({ ...section, entries: section.entries.filter(matches) }))
    .filter(({ entries }) => entries.length > 0);
}

const typing = "input, textarea, select, [contenteditable]";

function useSearchShortcut(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target;
      const isTyping = target instanceof Element && target.closest(typing);
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [field]);
}
