import type { Rule } from "../../contract/rules.ts";
import type { Portal } from "../client/portal-client.ts";
import { nullOn404 } from "../context/errors.ts";

/** A rule; null if there is none with this id. */
export async function readRule(portal: Portal, id: string): Promise<Rule | null> {
  return (await nullOn404(portal.call("getRule", { params: { rule_id: id } })))?.data ?? null;
}
