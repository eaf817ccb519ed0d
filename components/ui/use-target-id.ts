import { useEffect, useState } from "react";

/**
 * The id that the address names after `#`. Its element is scrolled to, also where it is folded: `:target` does
 * not match after a link of the portal, which loads no document.
 */
export function useTargetId(): string | null {
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    const follow = () => {
      const id = decodeURIComponent(location.hash.slice(1));
      const element = document.getElementById(id);
      setTarget(element && id);
      element?.closest("details")?.setAttribute("open", "");
      element?.scrollIntoView();
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return target;
}
