import type { Scored } from "./report.ts";

const SIZE = 320;
const MARGIN = 44;
const COLOURS = ["#2563eb", "#d97706", "#059669", "#7c3aed", "#dc2626", "#0891b2"];
/** Marks of the leads: 15 minutes, 1 hour, 4 hours, a day. */
const LEAD_NAMES = ["15 min", "1 h", "4 h", "24 h"];

/** Nominal and observed share of measured values below a quantile of the forecast, 0 to 1. */
export interface ReliabilityPoint {
  nominal: number;
  observed: number;
}

/** Observed shares below p10, p50 and p90, by lead; held-out intervals only. */
export const toReliability = ({ scores }: Pick<Scored, "scores">): ReliabilityPoint[][] =>
  scores.map(({ belowBand, belowMedian, coverage }) => [
    { nominal: 0.1, observed: belowBand },
    { nominal: 0.5, observed: belowMedian },
    { nominal: 0.9, observed: belowBand + coverage },
  ]);

const at = (share: number) => share * SIZE;
const x = (share: number) => (MARGIN + at(share)).toFixed(1);
const y = (share: number) => (MARGIN + SIZE - at(share)).toFixed(1);
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function marks(scored: Scored, index: number): string {
  const colour = COLOURS[index % COLOURS.length]!;
  return toReliability(scored)
    .flatMap((points, lead) =>
      points.map(({ nominal, observed }) => {
        const offset = nominal + (lead - 1.5) * 0.02;
        const attributes = `cx="${x(offset)}" cy="${y(observed)}"`;
        const title = `${scored.file} ${scored.column}, ${LEAD_NAMES[lead]}: ${(100 * observed).toFixed(1)} % below p${100 * nominal}`;
        return `<circle ${attributes} r="4" fill="${colour}" fill-opacity="${0.4 + 0.2 * lead}"><title>${escapeXml(title)}</title></circle>`;
      }),
    )
    .join("\n");
}

/**
 * A reliability diagram as SVG: the share of measured values below p10, p50 and p90 over the share
 * that is meant. On the diagonal the band is reliable. Leads lie beside each other, darker when farther.
 */
export function drawReliability(all: readonly Scored[]): string {
  const width = SIZE + 2 * MARGIN;
  const height = width + 18 * all.length;
  const text = (content: string, attributes: string) =>
    `<text ${attributes} font-size="12" fill="#334155">${escapeXml(content)}</text>`;
  const ticks = [0.1, 0.5, 0.9].flatMap((share) => [
    `<path d="M${x(share)} ${y(0)}V${y(1)}M${x(0)} ${y(share)}H${x(1)}" stroke="#e2e8f0"/>`,
    text(`${100 * share} %`, `x="${x(share)}" y="${MARGIN + SIZE + 16}" text-anchor="middle"`),
    text(`${100 * share} %`, `x="${MARGIN - 6}" y="${y(share - 0.012)}" text-anchor="end"`),
  ]);
  const legend = all.flatMap(({ file, column }, i) => {
    const top = width + 4 + 18 * i;
    const colour = COLOURS[i % COLOURS.length]!;
    return [
      `<circle cx="${MARGIN + 6}" cy="${top - 4}" r="4" fill="${colour}"/>`,
      text(`${file} ${column}`, `x="${MARGIN + 18}" y="${top}"`),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...ticks,
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#94a3b8" stroke-dasharray="4 4"/>`,
    `<rect x="${MARGIN}" y="${MARGIN}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#94a3b8"/>`,
    text("measured values below it", `x="${MARGIN}" y="${MARGIN - 12}"`),
    text("quantile of the forecast", `x="${MARGIN + SIZE}" y="${width - 8}" text-anchor="end"`),
    ...all.map(marks),
    ...legend,
    "</svg>\n",
  ].join("\n");
}
