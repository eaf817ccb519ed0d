import { request } from "@/components/api/request.ts";
import { useReading } from "@/components/api/use-operation.ts";
import type { SavedView, SavedViewPage } from "@/lib/tables/saved-view.ts";

const KEY = "saved-views";

/** The saved views of a page that the user sees, and whether the user may share one. */
export const useSavedViews = (page: SavedViewPage) =>
  useReading([KEY, page], () =>
    request<{ views: SavedView[]; mayShare: boolean }>({
      method: "GET",
      url: `/api/saved-views?${new URLSearchParams({ page })}`,
    }),
  );
