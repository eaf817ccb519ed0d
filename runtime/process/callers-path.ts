import { resolve } from "node:path";

/** The path of a file that a command was given: npm changes to the project folder, so it is relative to the caller's. */
export const toCallersPath = (file: string): string =>
  resolve(process.env.INIT_CWD ?? process.cwd(), file);
