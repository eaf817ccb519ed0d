import { Skeleton } from "@/components/ui/states.tsx";

/** Keeps about the height of a history chart. */
export const LoadingHistory = () => <Skeleton className="h-[50rem] sm:h-[40.5rem]" />;
/** The same for the chart of a control's plan. */
export const LoadingPlan = () => <Skeleton className="h-[38.5rem] sm:h-[34.75rem]" />;
/** The same for the chart of its delivery. */
export const LoadingDelivery = () => <Skeleton className="h-[36rem] sm:h-[33.5rem]" />;
