import { SlidersHorizontal } from "lucide-react";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import type { Group } from "@/lib/contract/groups.ts";

/** The heading of a group's page, with the way to controlling it. */
export function GroupHeader({ id, group }: { id: string; group: Group | null }) {
  return (
    <PageHeader
      title={group?.name ?? id}
      subtitle={group ? `Bidding zone ${group.bidding_zone}` : "Not known to this portal"}
      backHref="/groups"
      backLabel="Groups"
      actions={
        <ButtonLink variant="primary" href={`/controls/new?target=${encodeURIComponent(id)}`}>
          <SlidersHorizontal aria-hidden className="size-4" />
          Control this group
        </ButtonLink>
      }
    />
  );
}
