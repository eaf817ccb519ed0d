import { useTranslations } from "next-intl";
import { Button } from "./button.tsx";

/** In place of a part of a page whose code could not be fetched. */
export function ChunkError({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("common");
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-bad/40 bg-bad/5 p-4"
    >
      {t("partNotFetched")}
      <Button size="sm" onClick={onRetry}>
        {t("tryAgain")}
      </Button>
    </div>
  );
}
