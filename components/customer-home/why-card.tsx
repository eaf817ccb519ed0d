import { Mail, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card.tsx";
import type { SupplierContact } from "@/lib/portal/queries/customer-home.ts";

const parts = ["prices", "grid", "you", "choice"] as const;

/** Why a supplier sends requests, what that means for the customer, and whom to call. */
export function WhyCard({ contact: { name, phone, email } }: { contact: SupplierContact }) {
  const t = useTranslations("customerHome.why");
  return (
    <section id="why" aria-label={t("title")}>
      <Card title={t("title")}>
        <div className="flex max-w-prose flex-col gap-3">
          {parts.map((part) => (
            <p key={part}>{t(part)}</p>
          ))}
          <div>
            <p className="font-medium">{name ? t("contact", { name }) : t("questions")}</p>
            {!phone && !email && <p>{t("noContact")}</p>}
            <ul className="flex flex-col">
              {phone && (
                <li>
                  <a
                    className="link inline-flex min-h-10 items-center gap-2"
                    href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}
                  >
                    <Phone aria-hidden className="size-4" />
                    {phone}
                  </a>
                </li>
              )}
              {email && (
                <li>
                  <a
                    className="link inline-flex min-h-10 items-center gap-2"
                    href={`mailto:${email}`}
                  >
                    <Mail aria-hidden className="size-4" />
                    {email}
                  </a>
                </li>
              )}
            </ul>
          </div>
        </div>
      </Card>
    </section>
  );
}
