import { Skeleton } from "@/components/ui/states.tsx";

/** Keeps about the height of a history chart. */
export const HistorySkeleton = () => <Skeleton className="h-[50rem] sm:h-[40.5rem]" />;
/** The same for the chart of a control's plan. */
export const PlanSkeleton = () => <Skeleton className="h-[38.5rem] sm:h-[34.75rem]" />;
/** The same for the chart of its delivery. */
export const DeliverySkeleton = () => <Skeleton className="h-[36rem] sm:h-[33.5rem]" />;
