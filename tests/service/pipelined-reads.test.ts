import pg from "pg";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { isDatabaseUnavailable } from "../../lib/database/is-database-unavailable.ts";
import { connectPipelined, PipelinedReads } from "../../service/store/pipelined-reads.ts";
import { freshDatabase } from "../support/postgres.ts";

const NAME = "pipelined reads of a test";
const echo = { name: "echo", text: "select $1::int as value" };
const sleep = { name: "sleep", text: "select pg_sleep($1)" };
let url: string;

beforeAll(async () => {
  url = await freshDatabase("service");
});

function open(size: number, options: { idleMs?: number } = {}) {
  const clock = { ms: 0 };
  const config = { connectionString: url, application_name: NAME };
  const connect = () => connectPipelined(config, () => undefined);
  const reads = new PipelinedReads(connect, { size, now: () => clock.ms, ...options });
  onTestFinished(() => reads.close());
  return { reads, clock };
}

/** Sends a read as soon as a connection is ready. */
async function send(
  { reads, clock }: ReturnType<typeof open>,
  statement: pg.QueryConfig,
  value: number,
): Promise<pg.QueryResult> {
  let sent: Promise<pg.QueryResult> | null = null;
  await expect
    .poll(() => {
      clock.ms += 1_000;
      return (sent = reads.send(statement, [value])) !== null;
    })
    .toBe(true);
  return sent!;
}

async function ask(text: string): Promise<{ count: number }> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text, [NAME]);
  await client.end();
  return rows[0];
}

const countConnections = async () =>
  (await ask("select count(*)::int from pg_stat_activity where application_name = $1")).count;

describe("reads that are sent before others are answered", () => {
  it("have their own rows", async () => {
    const opened = open(2);
    await send(opened, echo, 0);
    const wrong: unknown[] = [];
    let count = 0;
    for (let value = 0; value < 500; value++) {
      const sent = opened.reads.send(echo, [value]);
      if (sent) count += 1;
      void sent?.then(({ rows }) => rows[0].value !== value && wrong.push({ value, rows }));
      if (value % 7 === 0) expect((await send(opened, echo, value)).rows).toEqual([{ value }]);
    }
    await send(opened, echo, 0);
    expect(count).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it("do not wait behind one that is slow", async () => {
    const opened = open(1);
    await send(opened, echo, 0);
    const slow = opened.reads.send(sleep, [0.2])!;
    opened.clock.ms += 4;
    const behind = opened.reads.send(echo, [1]);
    expect(behind).not.toBeNull();
    opened.clock.ms += 1;
    expect(opened.reads.send(echo, [2])).toBeNull();
    await Promise.all([slow, behind]);
    expect(opened.reads.send(echo, [3])).not.toBeNull();
  });

  it("fail alone when one of them is wrong", async () => {
    const opened = open(1);
    await send(opened, echo, 0);
    const wrong = opened.reads.send({ name: "wrong", text: "select 1 / $1::int as value" }, [0])!;
    const right = opened.reads.send(echo, [7])!;
    await expect(wrong).rejects.toThrow("division by zero");
    expect((await right).rows).toEqual([{ value: 7 }]);
  });

  it("fail together when the connection is lost, and the next ones have a new one", async () => {
    const opened = open(1);
    await send(opened, echo, 0);
    const lost = [opened.reads.send(sleep, [30])!, opened.reads.send(echo, [1])!].map((sent) =>
      sent.then(
        () => null,
        (error: unknown) => error,
      ),
    );
    await ask(
      "select count(pg_terminate_backend(pid))::int from pg_stat_activity where application_name = $1",
    );
    for (const error of await Promise.all(lost)) expect(isDatabaseUnavailable(error)).toBe(true);
    expect((await send(opened, echo, 5)).rows).toEqual([{ value: 5 }]);
  });

  it("leave no connection once they are idle", async () => {
    const opened = open(2, { idleMs: 1 });
    await send(opened, echo, 0);
    await expect.poll(countConnections).toBe(0);
    expect((await send(opened, echo, 4)).rows).toEqual([{ value: 4 }]);
  });
});
