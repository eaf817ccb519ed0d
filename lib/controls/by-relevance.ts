import { controlStateAt, isInForce } from "./control-state.ts";
import { isOverriddenAt, type Overridable } from "./display-state.ts";

/** Controls in their order, but those that are overridden after the others that run or are to come. */
export function byRelevance<C extends Overridable>(controls: readonly C[], now: number): C[] {
  const rank = (control: C) => {
    if (isOverriddenAt(control, now)) return 1;
    const isOpen = isInForce(control, now) || controlStateAt(control, now) === "scheduled";
    return isOpen ? 0 : 2;
  };
  return [...controls].sort((a, b) => rank(a) - rank(b));
}
