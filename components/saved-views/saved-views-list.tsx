"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { useAction } from "@/components/api/use-action.ts";
import { Button } from "@/components/ui/button.tsx";
import { Link } from "@/components/ui/link.tsx";
import { Loading } from "@/components/ui/states.tsx";
import { toViewQuery, type SavedView, type SavedViewPage } from "@/lib/tables/saved-view.ts";
import { useSavedViews } from "./use-saved-views.ts";

function View({
  view,
  page,
  isCurrent,
  onDeleted,
}: {
  view: SavedView;
  page: SavedViewPage;
  isCurrent: boolean;
  onDeleted: () => void;
}) {
  const t = useTranslations("savedViews");
  const { isPending, problem, run } = useAction(onDeleted);
  const params = { view_id: view.id };
  const hint = view.by === null ? view.isShared && t("shared") : t("by", { name: view.by });
  return (
    <li>
      <div className="flex items-center gap-1">
        <Link
          href={view.query === "" ? page : `${page}?${view.query}`}
          aria-current={isCurrent ? "page" : undefined}
          className="block min-h-10 min-w-0 flex-1 content-center rounded px-2 py-1 wrap-anywhere hover:bg-sunken aria-[current]:font-semibold"
        >
          {view.name}
          {hint && <span className="block text-xs font-normal text-muted">{hint}</span>}
        </Link>
        {view.mayDelete && (
          <button
            type="button"
            disabled={isPending}
            aria-label={t("delete", { name: view.name })}
            onClick={() =>
              run(() => sendPortalChange("DELETE /api/saved-views/{view_id}", { params }))
            }
            className="grid size-9 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
          >
            <Trash2 aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {problem && <Failure problem={problem} />}
    </li>
  );
}

/** The saved views of a page, and the button that saves the present one. */
export function SavedViewsList({
  page,
  params,
  onSave,
}: {
  page: SavedViewPage;
  params: URLSearchParams;
  /** Called with whether the view may be shared. */
  onSave: (isSharable: boolean) => void;
}) {
  const t = useTranslations("savedViews");
  const { data, problem, mutate } = useSavedViews(page);
  if (!data) return problem ? <Failure problem={problem} onRetry={mutate} /> : <Loading />;
  const current = toViewQuery(params);
  return (
    <>
      {data.views.length === 0 && <p className="px-2 py-1.5 text-muted">{t("none")}</p>}
      <ul>
        {data.views.map((view) => (
          <View
            key={view.id}
            view={view}
            page={page}
            isCurrent={view.query === current}
            onDeleted={mutate}
          />
        ))}
      </ul>
      <div className="mt-1 border-t border-line pt-1">
        <Button
          variant="ghost"
          className="w-full justify-start"
          onClick={() => onSave(data.mayShare)}
        >
          {t("save")}
        </Button>
      </div>
    </>
  );
}
