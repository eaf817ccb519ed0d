import { useRouter } from "next/navigation";
import { type ComponentProps, useRef, useState } from "react";
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
  const isPausing = useRef(false);
  if (pausing) return <PauseDialog kind={pausing} onClose={onClose} onDone={refresh} />;
  return (
    <Palette
      {...palette}
      onPause={(kind) => {
        isPausing.current = true;
        setPausing(kind);
      }}
      onClose={() => {
        if (!isPausing.current) onClose();
      }}
    />
  );
}
