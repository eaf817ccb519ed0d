import { Skeleton } from "@/components/ui/states.tsx";

/** A placeholder of about the height of a history chart. */
export const HistorySkeleton = () => <Skeleton className="h-[48.5rem] sm:h-[40.5rem]" />;
