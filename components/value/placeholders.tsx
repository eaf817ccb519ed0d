import { Skeleton } from "@/components/ui/states.tsx";

/** As high as contract terms. */
export const TermsPlaceholder = () => <Skeleton className="h-139 sm:h-74 xl:h-61" />;

/** As high as two months of lost energy at two locations. */
export const LostEnergyPlaceholder = ({ view }: { view: "staff" | "customer" }) => (
  <Skeleton className={view === "staff" ? "h-107 sm:h-80 xl:h-77" : "h-156 sm:h-112"} />
);
