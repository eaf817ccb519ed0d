import { useRouter } from "next/navigation";
import { type ComponentProps, useState } from "react";
import { PauseDialog } from "@/components/controls/pause/pause-dialog.tsx";
import { Palette } from "./palette.tsx";
import type { PauseKind } from "./use-palette-commands.ts";

/** The command palette, and then the confirmation of the command that needs one. */
export function PaletteDialogs({
  onClose,
  ...palette
}: Omit<ComponentProps<typeof Palette>, "onPause">) {
  const { refresh } = useRouter();
  const [pausing, setPausing] = useState<PauseKind | null>(null);
  if (pausing) return <PauseDialog kind={pausing} onClose={onClose} onDone={refresh} />;
  return <Palette {...palette} onPause={setPausing} onClose={onClose} />;
}
