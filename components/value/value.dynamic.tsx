"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import { LostEnergyPlaceholder, TermsPlaceholder } from "./placeholders.tsx";

/** What a control is worth; its code is loaded when it comes into view. */
export const ValueCard = dynamicOnVisible(
  async () => (await import("./value-card.tsx")).ValueCard,
  () => <Skeleton className="h-96" />,
);

/** Lost energy by month; its code is loaded when it comes into view. */
export const LostEnergyCard = dynamicOnVisible(
  async () => (await import("./lost-energy-card.tsx")).LostEnergyCard,
  LostEnergyPlaceholder,
);

/** Contract terms; their code is loaded when they come into view. */
export const TermsCard = dynamicOnVisible(
  async () => (await import("./terms-card.tsx")).TermsCard,
  TermsPlaceholder,
);

/** What one control cost or earned a customer; read when it comes into view. */
export const ControlWorth = dynamicOnVisible(
  async () => (await import("./control-worth.tsx")).ControlWorth,
  () => <Skeleton className="mt-1 h-14 max-w-60" />,
);

/** What a control is worth, in a cell of a table. */
export const ControlValueCell = dynamicOnVisible(
  async () => (await import("./control-value-cell.tsx")).ControlValueCell,
  () => <span className="inline-block min-w-4" />,
);
