import { columnNamed, named, type ValueColumns } from "../meter-csv/columns.ts";
import { valueColumns, type Layout } from "../meter-csv/layout.ts";
import type { Plan } from "../meter-csv/plan.ts";
import { Refusal } from "../meter-csv/refused-rows.ts";
import { isEnergy, unitIn } from "../meter-csv/numbers.ts";
import { plain, parseSide, type Side } from "../meter-csv/header-keywords.ts";
import type { ImportArguments } from "./arguments.ts";

/** Whether a column is one tariff of a total. */
const isTariff = (header: string): boolean =>
  /\b(t ?[12]|(tarief|tariff) ?[12]|[12] 8 [12]|laag|hoog|normaal|dal|piek|low|high|normal|peak)\b/.test(
    plain(header),
  );

const isTotal = (header: string): boolean => /\b(totaal|total)\b/.test(plain(header));

/** One column, or one per tariff; a total is preferred to tariffs, and energy to power. */
function together(layout: Layout, columns: readonly number[]): number[] {
  const header = (column: number) => layout.headers[column] ?? "";
  const energy = columns.filter((one) => isEnergy(unitIn(header(one)) ?? "W"));
  const selected = energy.length > 0 ? energy : [...columns];
  if (selected.length < 2) return selected;
  const totals = selected.filter((one) => isTotal(header(one)));
  if (totals.length === 1) return totals;
  const whole = selected.filter((one) => !isTariff(header(one)));
  if (whole.length === 1) return whole;
  if (whole.length === 0) return selected;
  throw new Refusal(`Which of ${named(layout, selected)}? Name it with --column.`);
}

function signed(layout: Layout, column: number, sign: ImportArguments["sign"]): ValueColumns {
  const side = parseSide(layout.headers[column] ?? "");
  const direction =
    side === "export" || side === "production" ? "production" : side && "consumption";
  const counts = sign ?? direction;
  if (counts === "production") return { plus: [column], minus: [] };
  if (counts === "consumption") return { plus: [], minus: [column] };
  const name = named(layout, [column]);
  throw new Refusal(
    `The name ${name} does not say which way the energy goes: give --sign production when what is fed into the grid counts positive, else --sign consumption.`,
  );
}

/**
 * Selects the value columns: the requested one, a pair such as levering and teruglevering, or the
 * only one.
 * @throws Refusal with the necessary option
 */
export function chooseValues(layout: Layout, { column, sign }: ImportArguments): ValueColumns {
  if (column !== undefined) return signed(layout, columnNamed(column, layout), sign);
  const columns = valueColumns(layout);
  const of = (side: Side) => columns.filter((one) => parseSide(layout.headers[one] ?? "") === side);
  const first = (...sides: Side[]) => sides.map(of).find((found) => found.length > 0) ?? [];
  const plus = together(layout, first("export", "production"));
  const minus = together(layout, first("import", "consumption"));
  const [only] = [...plus, ...minus];
  if (plus.length > 0 && minus.length > 0) {
    if (!sign) return { plus, minus };
    throw new Refusal("--sign goes with one column: name it with --column.");
  }
  if (plus.length + minus.length > 1 && !sign) return { plus, minus };
  if (plus.length + minus.length === 1 && only !== undefined) return signed(layout, only, sign);
  const [single] = columns;
  if (columns.length === 1 && single !== undefined) return signed(layout, single, sign);
  if (columns.length === 0) throw new Refusal("No column holds power or energy.");
  throw new Refusal(`Which of ${named(layout, columns)}? Name it with --column.`);
}

/** The value of a row that is sent, by the names of its columns. */
export function toFormula(plan: Plan, device: string | undefined): string {
  const { plus, minus } = plan.values;
  const names = (columns: number[]) => columns.map((one) => `"${plan.source.layout.headers[one]}"`);
  const terms =
    names(plus).join(" + ") +
    names(minus)
      .map((name) => ` − ${name}`)
      .join("");
  const what = device ? "device power" : "net injection";
  if (plus.length === 0) return `consumption positive → ${what} =${terms.replace(" − ", " −")}`;
  if (minus.length === 0) return `production positive → ${what} = ${terms}`;
  return `${what} = ${terms}`;
}
