"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";

/**
 * A modal dialog, open while it is mounted, on the `dialog` element: focus goes to its first field, stays
 * inside and returns to where it was. Escape, the close button and a press outside call `onClose`; a
 * `firm` dialog is closed only by what it contains.
 */
export function Dialog({
  onClose,
  firm = false,
  title,
  description,
  children,
}: {
  onClose: () => void;
  firm?: boolean;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const t = useTranslations("common");
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    // Without scrolling: what the dialog says above its first field stays in view on a small screen.
    dialog.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
    return () => {
      dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const dismiss = () => !firm && onClose();
  const onPress = (event: MouseEvent) => event.target === ref.current && dismiss();
  // A browser fires `cancel` for the first Escape only; a second one would close the dialog.
  const ignoreEscape = (event: KeyboardEvent) =>
    firm && event.key === "Escape" && event.preventDefault();
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        dismiss();
      }}
      onMouseDown={onPress}
      onKeyDown={ignoreEscape}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] scroll-pt-16 scroll-pb-24 rounded-xl border border-line bg-raised text-ink shadow-2xl backdrop:bg-[rgb(8_12_16/0.55)]"
    >
      <div className="sheet p-5">
        <header className="mb-3 flex items-start justify-between gap-4">
          <h2 id={`${id}-title`} className="min-w-0 text-lg font-semibold wrap-anywhere">
            {title}
          </h2>
          {!firm && (
            <button
              type="button"
              onClick={onClose}
              aria-label={t("close")}
              className="-m-1.5 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken"
            >
              <X aria-hidden className="size-4" />
            </button>
          )}
        </header>
        {description && (
          <div id={`${id}-description`} className="mb-4 text-muted">
            {description}
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}
