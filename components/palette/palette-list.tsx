import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";

/** Something to open or to do. */
export interface PaletteItem {
  kind: "actions" | "pages" | "customers" | "locations" | "groups" | "controls";
  key: string;
  label: string;
  detail?: string;
  /** The keys that do the same outside of the palette. */
  keys?: string | undefined;
  href?: string;
  run?: () => void | Promise<unknown>;
  /** Whether it opens a dialog in place of the palette. */
  hasDialog?: boolean;
}

const kinds = ["actions", "pages", "customers", "locations", "groups", "controls"] as const;

/** The items by kind, in the order in which the palette shows them. */
export const inOrder = (items: PaletteItem[]): PaletteItem[] =>
  kinds.flatMap((kind) => items.filter((item) => item.kind === kind));

export const optionId = (listId: string, { kind, key }: PaletteItem) => `${listId}-${kind}-${key}`;

/** The options of the palette, in groups; the field beside it keeps the focus. */
export function PaletteList({
  id,
  items,
  active,
  onChoose,
}: {
  id: string;
  items: PaletteItem[];
  active: PaletteItem | undefined;
  onChoose: (item: PaletteItem) => void;
}) {
  const t = useTranslations("layout.palette");
  return (
    <div id={id} role="listbox" aria-label={t("title")} className="max-h-80 overflow-y-auto">
      {kinds
        .filter((kind) => items.some((item) => item.kind === kind))
        .map((kind) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <div id={`${id}-${kind}`} className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
              {t(`kinds.${kind}`)}
            </div>
            {items
              .filter((item) => item.kind === kind)
              .map((item) => (
                <div
                  key={item.key}
                  id={optionId(id, item)}
                  role="option"
                  aria-selected={item === active}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(item)}
                  className={classNames(
                    "flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-md px-2 hover:bg-sunken",
                    item === active && "bg-sunken outline-2 -outline-offset-2 outline-accent",
                  )}
                >
                  <span className="min-w-0 truncate">{item.label}</span>
                  {item.keys && (
                    <kbd aria-hidden className="font-sans text-xs text-muted max-sm:hidden">
                      {item.keys}
                    </kbd>
                  )}
                  {item.detail && (
                    <span className="min-w-0 truncate text-sm text-muted">{item.detail}</span>
                  )}
                </div>
              ))}
          </div>
        ))}
    </div>
  );
}
