import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PAGES = fileURLToPath(new URL("../app/(portal)", import.meta.url));

/** Every signed-in page as its folder says, `/locations/[id]/devices/new`; new ones come unasked. */
export const pagePatterns: string[] = readdirSync(PAGES, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`)
  .sort();

/** The pages a customer has. */
export const customersPages = [
  "/",
  "/account",
  "/controls",
  "/devices",
  "/devices/[id]",
  "/history",
  "/locations",
  "/locations/[id]",
];

/** The pages staff have, and the one for what is not there. */
export const staffPages = pagePatterns.filter((pattern) => pattern !== "/history");
