import { Skeleton } from "@/components/ui/states.tsx";

/** Stands in for a page of locations with what became of a control there. */
export const DeliveriesLoading = () => <Skeleton className="h-[104rem] sm:h-[44rem]" />;
