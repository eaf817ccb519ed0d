"use client";

import { TablePaging } from "@/components/table/table-paging.tsx";
import { useTableAddress } from "@/components/table/use-table-address.ts";

/** The way to older ones, where there are more than fit on a page. */
export function OwnControlsPaging(props: { total: number; page: number; pageSize: number }) {
  const address = useTableAddress();
  if (props.total <= props.pageSize && props.page === 0) return null;
  return (
    <div className="mt-4 rounded-lg border border-line bg-surface">
      <TablePaging address={address} noun="controls" {...props} />
    </div>
  );
}
