import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { MissingInput } from "@/lib/contract/value.ts";

/** Customers that are named before the number of the others. */
const MAX_NAMES = 5;

interface MissingItem {
  what: MissingInput;
  count: number;
  customers?: readonly { customer_id: string; name: string }[] | undefined;
}

/** What keeps amounts from being known; nothing where all is known. */
export function MissingInputs({ missing }: { missing: readonly MissingItem[] }) {
  const t = useTranslations("value.missing");
  const f = useFormats();
  if (missing.length === 0) return null;
  return (
    <div className="rounded-md border border-warn/30 bg-warn/10 px-3 py-2">
      <p className="font-medium">{t("title")}</p>
      <ul className="list-disc pl-5">
        {missing.map(({ what, count, customers }) => (
          <li key={what}>
            {t(what, { count, shown: f.count(count) })}
            {customers && <Customers customers={customers} count={count} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Customers({
  customers,
  count,
}: {
  customers: NonNullable<MissingItem["customers"]>;
  count: number;
}) {
  const t = useTranslations("value.missing");
  const f = useFormats();
  const named = customers.slice(0, MAX_NAMES);
  const others = count - named.length;
  return (
    <>
      {": "}
      {named.map(({ customer_id, name }, i) => (
        <Fragment key={customer_id}>
          {i > 0 && ", "}
          <Link className="link" href={`/customers/${customer_id}`}>
            {name || customer_id}
          </Link>
        </Fragment>
      ))}
      {others > 0 && ` ${t("andMore", { count: others, shown: f.count(others) })}`}
    </>
  );
}
