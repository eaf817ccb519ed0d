import { parseArgs } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { parseEnv } from "../lib/env.ts";
import {
  readChain,
  readChainHead,
  verifyChain,
  type AuditChain,
  type ChainFault,
} from "../lib/database/audit-chain.ts";
import { auditChain } from "../lib/portal/db/schema.ts";
import { apiCallsChain } from "../service/store/schema-calls.ts";
import {
  verifyStatements,
  type FaultyVersion,
  type StatementFault,
} from "../service/planning/verify-statements.ts";
import { openDatabases } from "../runtime/databases/databases.ts";

const USAGE = `npm run audit -- verify [--head HASH]…

Reads the portal's audit trail and the service's record of calls from the first row to the last, and
finds every row that was changed, removed, put in or moved. It prints the hash of each last row.
Then it compares the stored rows of every issued statement with its SHA-256 and with the record of calls.
Save these hashes outside the database and pass them with --head in a later run: the check then also
finds a chain that was recomputed.`;

/** An invalid command; the message shows the correct usage. */
class AuditError extends Error {}

function parseHeads(): string[] {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { head: { type: "string", multiple: true, default: [] } },
    });
    if (positionals.join(" ") !== "verify") throw new AuditError(USAGE);
    const wrong = values.head.find((hash) => !/^[0-9a-f]{64}$/.test(hash));
    if (wrong !== undefined) throw new AuditError(`--head takes 64 hexadecimal digits.`);
    return values.head;
  } catch (error) {
    throw error instanceof AuditError ? error : new AuditError(USAGE);
  }
}

function describe(fault: ChainFault): string {
  if (fault.kind === "changed") return `row ${fault.id} is not what was written: it was changed`;
  if (fault.kind === "cut")
    return `row ${fault.id}, the last that was written, is not there: rows at the end were removed`;
  const before = fault.after === null ? "the beginning" : `row ${fault.after}`;
  return `row ${fault.id} does not follow ${before}: rows there were removed, put in or moved`;
}

const STATEMENT_FAULTS: Record<StatementFault, string> = {
  rows: "its stored rows do not have its SHA-256: they were changed",
  sums: "its stored sums are not those of its rows: they were changed",
  audit: "the record of calls has no row of it with its SHA-256",
  removed: "the record of calls names it, but it is not stored: it was removed",
};

const describeVersion = ({ kind, subjectId, month, version }: FaultyVersion) =>
  `${kind === "customer" ? "customer" : "bidding zone"} ${subjectId}, ${month}, version ${version}`;

/** Runs with connections to a database, and closes them. */
async function withPool<T>(url: string, run: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // A closed connection may still hear that the embedded PostgreSQL stops.
  pool.on("error", () => undefined);
  try {
    return await run(pool);
  } finally {
    await pool.end();
  }
}

/** Verifies one chain and prints the result. */
const verify = (url: string, chain: AuditChain, heads: string[]) =>
  withPool(url, async (pool) => {
    const end = await readChainHead(pool, chain);
    const verified = await verifyChain(readChain(pool, chain), heads, end);
    const { rows, head, faults } = verified;
    console.log(`${chain.name}: ${rows} rows, head ${head}`);
    for (const fault of faults) console.log(`  ${describe(fault)}`);
    return verified;
  });

/** Verifies the issued statements and prints the result. @returns how many versions are not as issued */
const verifyIssued = (url: string) =>
  withPool(url, async (pool) => {
    const { versions, faulty } = await verifyStatements(drizzle(pool));
    console.log(`statements: ${versions} issued versions`);
    for (const one of faulty)
      for (const fault of one.faults)
        console.log(`  ${describeVersion(one)}: ${STATEMENT_FAULTS[fault]}`);
    return faulty.length;
  });

async function main(): Promise<void> {
  const heads = parseHeads();
  const databases = await openDatabases(parseEnv(process.env));
  try {
    const portal = await verify(databases.portalUrl, auditChain, heads);
    const service = await verify(databases.serviceUrl, apiCallsChain, heads);
    const altered = await verifyIssued(databases.serviceUrl);
    const gone = portal.missing.filter((hash) => service.missing.includes(hash));
    for (const hash of gone)
      console.log(`head ${hash} is in neither: rows at one end were removed or rewritten`);
    const faults = portal.faults.length + service.faults.length + gone.length + altered;
    console.log(faults === 0 ? "Nothing was changed, removed, put in or moved." : "");
    if (faults > 0) process.exitCode = 1;
  } finally {
    await databases.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof AuditError ? error.message : error);
  process.exitCode = 1;
});
