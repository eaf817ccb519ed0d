import { coast } from "./coastline-data.ts";
import type { Degrees } from "./viewport.ts";

/** The larger waters within the coast, simplified by hand. */
// prettier-ignore
const waters: Degrees[][] = [
  // IJsselmeer, Markermeer and the narrow waters round Flevoland
  [[5.06, 52.92], [5.08, 52.86], [5.10, 52.77], [5.22, 52.75], [5.29, 52.70], [5.20, 52.65],
    [5.06, 52.63], [5.03, 52.56], [5.08, 52.49], [5.04, 52.41], [5.03, 52.37], [5.07, 52.34],
    [5.09, 52.325], [5.17, 52.305], [5.24, 52.30], [5.30, 52.275], [5.37, 52.255], [5.44, 52.255],
    [5.50, 52.275], [5.58, 52.32], [5.64, 52.355], [5.70, 52.39], [5.78, 52.42], [5.845, 52.455],
    [5.875, 52.50], [5.885, 52.54], [5.86, 52.57], [5.87, 52.60], [5.75, 52.615], [5.62, 52.615],
    [5.60, 52.66],
    [5.58, 52.75], [5.63, 52.84], [5.55, 52.84], [5.36, 52.88], [5.40, 52.94],
    [5.41, 53.03], [5.35, 53.07], [5.20, 53.00]],
  // Haringvliet and Hollands Diep
  [[4.06, 51.84], [4.15, 51.81], [4.26, 51.76], [4.40, 51.72], [4.55, 51.71], [4.70, 51.71],
    [4.66, 51.69], [4.50, 51.69], [4.38, 51.70], [4.22, 51.73], [4.08, 51.79], [4.04, 51.82]],
];

/** Flevoland: land that was made, with water all round it. */
// prettier-ignore
const flevoland: Degrees[] = [
  [5.13, 52.35], [5.14, 52.37], [5.20, 52.39], [5.42, 52.48], [5.46, 52.53], [5.60, 52.59],
  [5.70, 52.58], [5.77, 52.575], [5.83, 52.56], [5.85, 52.54], [5.845, 52.505], [5.815, 52.47],
  [5.75, 52.44], [5.68, 52.41], [5.61, 52.375], [5.55, 52.34], [5.48, 52.295], [5.43, 52.28],
  [5.38, 52.28], [5.33, 52.295], [5.26, 52.32], [5.20, 52.33],
];

/** The dike from Enkhuizen to Lelystad. */
const houtribdijk: Degrees[] = [
  [5.285, 52.695],
  [5.39, 52.612],
  [5.44, 52.545],
];

/** The Netherlands, for orientation: land, waters over it, and Flevoland over these. */
export const outline = {
  land: coast,
  waters,
  polder: [flevoland],
  dikes: [houtribdijk],
};

/** Towns by which people find their way, the larger ones first. */
export const towns: readonly { name: string; at: Degrees; from: number }[] = [
  { name: "Amsterdam", at: [4.9, 52.37], from: 0 },
  { name: "Rotterdam", at: [4.48, 51.92], from: 0 },
  { name: "Den Haag", at: [4.31, 52.08], from: 1 },
  { name: "Utrecht", at: [5.12, 52.09], from: 0 },
  { name: "Eindhoven", at: [5.48, 51.44], from: 0 },
  { name: "Groningen", at: [6.57, 53.22], from: 0 },
  { name: "Maastricht", at: [5.69, 50.85], from: 0 },
  { name: "Zwolle", at: [6.09, 52.51], from: 0 },
  { name: "Arnhem", at: [5.91, 51.98], from: 1 },
  { name: "Middelburg", at: [3.61, 51.5], from: 0 },
  { name: "Leeuwarden", at: [5.8, 53.2], from: 0 },
  { name: "Enschede", at: [6.9, 52.22], from: 1 },
  { name: "Breda", at: [4.78, 51.59], from: 1 },
  { name: "Den Helder", at: [4.76, 52.95], from: 1 },
  { name: "Assen", at: [6.56, 53.0], from: 1 },
  { name: "Lelystad", at: [5.47, 52.51], from: 1 },
  { name: "Alkmaar", at: [4.75, 52.63], from: 1.5 },
  { name: "Haarlem", at: [4.64, 52.38], from: 2 },
  { name: "Leiden", at: [4.49, 52.16], from: 2 },
  { name: "Amersfoort", at: [5.39, 52.16], from: 1.5 },
  { name: "Apeldoorn", at: [5.97, 52.21], from: 1.5 },
  { name: "Nijmegen", at: [5.86, 51.84], from: 1.5 },
  { name: "Tilburg", at: [5.08, 51.56], from: 1.5 },
  { name: "’s-Hertogenbosch", at: [5.31, 51.69], from: 1.5 },
  { name: "Venlo", at: [6.17, 51.37], from: 1 },
  { name: "Roermond", at: [5.99, 51.19], from: 2 },
  { name: "Emmen", at: [6.9, 52.79], from: 1 },
  { name: "Almere", at: [5.22, 52.37], from: 2 },
  { name: "Dordrecht", at: [4.67, 51.81], from: 2 },
  { name: "Gouda", at: [4.71, 52.01], from: 2 },
  { name: "Deventer", at: [6.16, 52.25], from: 2 },
  { name: "Heerenveen", at: [5.92, 52.96], from: 1.5 },
  { name: "Terneuzen", at: [3.83, 51.33], from: 2 },
  { name: "Bergen op Zoom", at: [4.29, 51.49], from: 2 },
  { name: "Winterswijk", at: [6.72, 51.97], from: 2 },
  { name: "Hoorn", at: [5.06, 52.65], from: 2 },
  { name: "Delfzijl", at: [6.92, 53.33], from: 2 },
];
