import { useId, useState } from "react";

/**
 * Tools behind a button on a phone, closed at first; on wider screens and without JavaScript they are always
 * visible and the button is not. Returns the props of both.
 */
export function usePhoneFold() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return {
    button: {
      "aria-expanded": isOpen,
      "aria-controls": id,
      onClick: () => setOpen(!isOpen),
      className: "sm:hidden [@media(scripting:none)]:hidden",
    },
    panel: { id, className: isOpen ? "" : "max-sm:[@media(scripting:enabled)]:hidden" },
  };
}
