import { sql } from "drizzle-orm";
import { runtime, type Runtime } from "../runtime.ts";

export interface Readiness {
  status: "ready" | "not ready";
  database: boolean;
  service: boolean;
}

const KEPT_MS = 2_000;
const WAIT_MS = 3_000;
let last: { at: number; answer: Promise<Readiness> } | undefined;

/** Whether the portal can do its work; asked at most every two seconds, however often it is called. */
export function readiness(): Promise<Readiness> {
  const at = Date.now();
  if (!last || at - last.at > KEPT_MS) last = { at, answer: lookAround(runtime()) };
  return last.answer;
}

/** Asks the database and the service, three seconds at most each. */
export async function lookAround({
  db,
  client,
}: Pick<Runtime, "db" | "client">): Promise<Readiness> {
  const one = { params: {}, query: { page: 0, page_size: 1 }, body: undefined };
  const [database, service] = await Promise.all([
    answers(db.execute(sql`select 1`)),
    answers(client.call("listControls", one, "readyz")),
  ]);
  return { status: database && service ? "ready" : "not ready", database, service };
}

async function answers(question: PromiseLike<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS, false);
  });
  const answer = Promise.resolve(question).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
