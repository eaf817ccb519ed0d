import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names.ts";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Link } from "@/components/ui/link.tsx";
import { isCurrent, type NavItem, type NavParts } from "./navigation-items.ts";

/** The sheet with the places a phone's bar has no room for. */
export function BottomSheet({
  items,
  icons,
  path,
  onClose,
}: {
  items: NavItem[];
  icons: NavParts;
  path: string;
  onClose: () => void;
}) {
  const t = useTranslations("layout.places");
  return (
    <Dialog onClose={onClose} title={t("more")}>
      <ul className="grid gap-1">
        {items.map(({ href, name }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isCurrent(href, path) ? "page" : undefined}
              onClick={onClose}
              className={classNames(
                "flex min-h-11 items-center gap-3 rounded-md px-2 hover:bg-sunken",
                isCurrent(href, path) && "bg-sunken font-semibold",
              )}
            >
              <span className="text-muted">{icons[name]}</span>
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
