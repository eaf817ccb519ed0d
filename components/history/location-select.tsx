import { useTranslations } from "next-intl";
import { placeName } from "@/lib/i18n/address.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Location } from "@/lib/contract/locations.ts";
import { historyHref } from "./history-href.ts";
import type { Span } from "@/lib/time/periods.ts";

/** Whose history is shown, where a customer has more than one location: links. */
export function LocationSelect({
  places,
  chosen,
  span,
}: {
  places: readonly Location[];
  chosen: string;
  span: Span;
}) {
  const t = useTranslations("customerHome.history");
  const f = useFormats();
  if (places.length < 2) return null;
  return (
    <nav aria-label={t("location")}>
      <ul className="flex flex-wrap gap-2">
        {places.map((place) => (
          <li key={place.id} className="min-w-0">
            <Link
              href={historyHref(place.id, span.name, span.from)}
              aria-current={place.id === chosen || undefined}
              className={classNames(
                "inline-flex min-h-9 max-w-full items-center rounded-3xl border px-3.5 py-1",
                place.id === chosen
                  ? "border-ink bg-accent font-medium text-accent-ink"
                  : "border-line-strong hover:bg-sunken",
              )}
            >
              {placeName(place, f)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
