"use client";

import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPortal } from "react-dom";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Menu } from "@/components/ui/menu.tsx";
import type { SavedViewPage } from "@/lib/tables/saved-view.ts";

const SavedViewsList = dynamic(async () => (await import("./saved-views-list.tsx")).SavedViewsList);
const SaveView = dynamic(async () => (await import("./save-view.tsx")).SaveView);

/** What a person saved of a page: views to open, and saving the present one. */
export function SavedViewsMenu({ page, params }: { page: SavedViewPage; params: URLSearchParams }) {
  const t = useTranslations("savedViews");
  const [isSharable, setSharable] = useState<boolean | null>(null);
  return (
    <>
      <Menu label={t("views")} icon={<Bookmark aria-hidden className="size-4" />}>
        <SavedViewsList page={page} params={params} onSave={setSharable} />
      </Menu>
      {isSharable !== null &&
        // The menu stands in the form of the list's filters; a form cannot contain another one.
        createPortal(
          <SaveView
            page={page}
            params={params}
            isSharable={isSharable}
            onClose={() => setSharable(null)}
          />,
          document.body,
        )}
    </>
  );
}
