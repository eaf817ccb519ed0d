import { z } from "zod";
import { name } from "../../contract/schema-types.ts";
import {
  MAX_VIEW_NAME,
  MAX_VIEW_QUERY,
  savedViewPages,
  toViewQuery,
  type SavedView,
} from "../../tables/saved-view.ts";
import { withAudit } from "../audit/with-audit.ts";
import { PortalError } from "../context/errors.ts";
import { createView, deleteView, getView, listViews, MAX_VIEWS } from "../db/saved-views.ts";
import type { User } from "../db/sessions.ts";
import { portalAction } from "../http/portal-route.ts";

const savedViewPage = z.enum(savedViewPages);

const toReader = ({ id, level }: User) => ({ id, isAdmin: level === "admin" });
const mayShare = ({ level }: User) => level === "operator" || level === "admin";

/** The saved views of a page that the user sees, and whether the user may share one. */
export const readViews = portalAction({
  query: z.object({ page: savedViewPage }),
  async handle({ db, user, query }): Promise<{ views: SavedView[]; mayShare: boolean }> {
    const views = await listViews(db, query.page, toReader(user));
    return { views, mayShare: mayShare(user) };
  },
});

/** Saves the filters, order and columns of a page under a name. */
export const saveView = portalAction({
  body: z.strictObject({
    page: savedViewPage,
    name: name.max(MAX_VIEW_NAME).transform((text) => text.trim()),
    query: z
      .string()
      .max(MAX_VIEW_QUERY)
      .transform((text) => toViewQuery(new URLSearchParams(text))),
    shared: z.boolean(),
  }),
  handle({ db, user, body, now, requestId }) {
    const { shared, ...view } = body;
    if (shared && !mayShare(user))
      throw new PortalError("forbidden", "Viewers cannot share views.", requestId);
    const target = `page=${view.page} shared=${shared} name=${view.name}`;
    return withAudit(db, { user, operation: "saveView", target, requestId }, async () => {
      const row = { ...view, isShared: shared, accountId: user.id, createdAt: now() };
      const saved = await createView(db, row);
      if (saved === "name-taken")
        throw new PortalError("conflict", "You have a view with this name.", requestId, {
          code: "view-exists",
        });
      if (saved === "too-many")
        throw new PortalError("conflict", `You have ${MAX_VIEWS} views already.`, requestId, {
          code: "too-many-views",
        });
      return saved;
    });
  },
});

/** Deletes a view of the user; administrators also delete those that others share. */
export const removeView = portalAction({
  params: z.object({ view_id: z.uuid() }),
  async handle({ db, user, params, requestId }) {
    const view = await getView(db, params.view_id);
    const { id, isAdmin } = toReader(user);
    if (!view || (view.accountId !== id && !(view.isShared && isAdmin)))
      throw new PortalError("not-found", "You have no such view.", requestId);
    const target = `page=${view.page} name=${view.name}`;
    await withAudit(db, { user, operation: "deleteView", target, requestId }, () =>
      deleteView(db, view.id),
    );
  },
});
