import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card.tsx";
import { Link } from "@/components/ui/link.tsx";

/** The way from a customer to its statements. */
export function StatementLinkCard({ customerId }: { customerId: string }) {
  const t = useTranslations("statements");
  return (
    <Card title={t("link.title")} subtitle={t("link.hint")}>
      <Link
        className="underline"
        href={`/statements?${new URLSearchParams({ customer: customerId })}`}
      >
        {t("link.open")}
      </Link>
    </Card>
  );
}
