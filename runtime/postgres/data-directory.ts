import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canEnter, serverAccount, type Account } from "./os-user.ts";

/**
 * The directory of an embedded PostgreSQL and the user it runs as (undefined: the current user).
 */
export interface ClusterPaths {
  directory: string;
  data: string;
  account: Account | undefined;
}

const SHARED = "/var/lib/curtail";
const MAX_SOCKET_PATH = 100;

/** The directory for copied programs, if PostgreSQL's user could not run them from node_modules. */
export const BINARY_CACHE = join(SHARED, "programs");

/** Creates a directory that only PostgreSQL's user may enter. */
export function privateDirectory(path: string, account: Account | undefined): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

function refuseCopy(directory: string, dataDir: string, pointer: string): void {
  const owner = readFileSync(join(directory, "belongs-to"), "utf8");
  if (owner === dataDir) return;
  const original = join(owner, "postgres-place");
  const isCopy = existsSync(original) && readFileSync(original, "utf8") === directory;
  if (isCopy) {
    throw new Error(
      `${dataDir} is a copy of ${owner}, whose database stays in ${directory}. ` +
        `Remove ${pointer} to start with an empty database.`,
    );
  }
  writeFileSync(join(directory, "belongs-to"), dataDir);
}

// If PostgreSQL's user cannot enter the data directory, the data is under /var/lib, and a pointer
// file in the data directory contains its path.
function distantDirectory(dataDir: string): string {
  const pointer = join(dataDir, "postgres-place");
  if (existsSync(pointer)) {
    const directory = readFileSync(pointer, "utf8");
    if (existsSync(directory)) refuseCopy(directory, dataDir, pointer);
    return directory;
  }
  const directory = join(SHARED, randomBytes(6).toString("hex"));
  mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  mkdirSync(directory, { mode: 0o700 });
  writeFileSync(join(directory, "belongs-to"), dataDir);
  writeFileSync(pointer, directory);
  return directory;
}

function nearOrDistant(home: string): string {
  const near = join(home, "postgres");
  const account = serverAccount(join(near, "data"));
  if (canEnter(account, home))
    return existsSync(join(home, "postgres-place")) ? distantDirectory(home) : near;
  if (!existsSync(join(near, "data"))) return distantDirectory(home);
  throw new Error(
    `The database in ${near} belongs to ${account?.name ?? "another user"}, who cannot enter ` +
      `${home}. Move it back to where that user can, or set DATA_DIR.`,
  );
}

/** Decides where the PostgreSQL of a data directory is located, and creates the directory. */
export function clusterPaths(dataDir: string): ClusterPaths {
  mkdirSync(dataDir, { recursive: true });
  const home = realpathSync(dataDir);
  const directory = nearOrDistant(home);
  const data = join(directory, "data");
  const account = serverAccount(data);
  privateDirectory(directory, account);
  return { directory, data, account };
}

/**
 * A directory for the socket that only PostgreSQL's user may enter. Socket paths are limited to
 * about 100 bytes, so a deep data directory gets one under the system's temporary directory. The
 * one used `before` is reused, because programs know its path.
 */
export function socketDirectory({ directory, account }: ClusterPaths, before?: string): string {
  if (before) return privateDirectory(before, account);
  const near = join(directory, "run");
  if (Buffer.byteLength(join(near, ".s.PGSQL.5432")) <= MAX_SOCKET_PATH) {
    return privateDirectory(near, account);
  }
  const temporary = account ? "/tmp" : tmpdir();
  return privateDirectory(mkdtempSync(join(temporary, "curtail-")), account);
}
