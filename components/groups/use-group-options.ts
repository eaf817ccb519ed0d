"use client";

import { useTranslations } from "next-intl";
import { request, toFetched, type Fetched } from "@/components/api/request.ts";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { useReading } from "@/components/api/use-operation.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import { MAX_PAGE_SIZE } from "@/lib/contract/page-size.ts";
import type { GroupOption } from "@/lib/portal/queries/group.ts";

const MAX_PAGES = 10;

async function readGroups(): Promise<Fetched<GroupOption[]>> {
  const groups: GroupOption[] = [];
  let total: number | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { page, page_size: MAX_PAGE_SIZE, sort: "name" };
    const { url } = buildOperationUrl("listGroups", {}, query);
    const answer = await request<AnswerOf<"listGroups">>({ method: "GET", url });
    groups.push(...answer.data.data.map(({ id, name }) => ({ id, name })));
    total = answer.total;
    if (answer.data.data.length < MAX_PAGE_SIZE) break;
  }
  return toFetched(groups, total);
}

/** The first thousand groups, by name, and a sentence that says so where there are more. */
export function useGroupOptions(): { groups: GroupOption[]; more: string | undefined } {
  const t = useTranslations("groups");
  const f = useFormats();
  const { data: groups = [], total } = useReading("group options", readGroups, {
    revalidateOnFocus: false,
  });
  const hasMore = groups.length > 0 && total !== null && total > groups.length;
  return {
    groups,
    more: hasMore
      ? t("moreGroups", { shown: f.count(groups.length), total: f.count(total) })
      : undefined,
  };
}
