"use client";

import { useTranslations } from "next-intl";
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import type { Messages } from "@/lib/i18n/messages.ts";

const MARGIN = 8;

/** A term of the glossary; its meaning is shown while it is pointed at or has the focus. */
export function Term({ name, children }: { name: keyof Messages["terms"]; children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  // A touch ends with the pointer leaving, and keeps the focus.
  const leave = () => document.activeElement !== button.current && close();
  const closeByKey = (event: KeyboardEvent) => event.key === "Escape" && close();
  return (
    <span onMouseEnter={open} onMouseLeave={leave} onKeyDown={closeByKey}>
      <button
        ref={button}
        type="button"
        aria-describedby={isOpen ? id : undefined}
        onFocus={open}
        onBlur={close}
        className="cursor-help text-left underline decoration-line-strong decoration-dotted underline-offset-4"
      >
        {children}
      </button>
      {isOpen && <Meaning id={id} name={name} getTerm={() => button.current} />}
    </span>
  );
}

/** What a term means, below it and within the screen. */
function Meaning({
  id,
  name,
  getTerm,
}: {
  id: string;
  name: keyof Messages["terms"];
  getTerm: () => HTMLElement | null;
}) {
  const t = useTranslations("terms");
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const [term, meaning] = [getTerm(), ref.current];
    if (!term || !meaning) return;
    meaning.showPopover();
    const { left, top, bottom } = term.getBoundingClientRect();
    const { width, height } = meaning.getBoundingClientRect();
    const fits = bottom + height + MARGIN <= window.innerHeight;
    meaning.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
    meaning.style.top = `${fits ? bottom : Math.max(0, top - height)}px`;
  });
  return (
    <span
      ref={ref}
      id={id}
      role="tooltip"
      popover="manual"
      className="fixed inset-auto m-0 max-w-72 rounded-md border border-line bg-raised px-3 py-2 text-sm font-normal tracking-normal text-ink shadow-lg"
    >
      {t(name)}
    </span>
  );
}
