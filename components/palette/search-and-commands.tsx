import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { PaletteButton } from "./palette-button.tsx";

/** The button of the command palette; its icon is drawn on the server. */
export function SearchAndCommands(props: Omit<ComponentProps<typeof PaletteButton>, "icon">) {
  return <PaletteButton icon={<Search aria-hidden className="size-4.5" />} {...props} />;
}
