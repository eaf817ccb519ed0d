import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";

/** A user of this machine that can run PostgreSQL. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

function passwd(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/**
 * The user to run PostgreSQL as, which refuses to run as root. Undefined if this process is not
 * root: then the current user. As root: the owner of existing data, else `postgres`, else `nobody`.
 */
export function serverAccount(data: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(data) ? statSync(data) : undefined;
  if (owner && owner.uid > 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const users = passwd();
  const found = ["postgres", "nobody"].map((name) => users.find((user) => user.name === name));
  const account = found.find((user) => user && user.uid > 0);
  if (account) return account;
  throw new Error(
    "PostgreSQL does not run as root and this machine has no user postgres or nobody. " +
      "Start Curtail as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.",
  );
}

/** The spawn options to run a program as this account. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

function shellSucceeds(account: Account | undefined, script: string, path: string): boolean {
  const options = { ...runAs(account), cwd: "/", stdio: "ignore" as const };
  return spawnSync("/bin/sh", ["-c", script, path], options).status === 0;
}

/** Whether the account can enter a directory and all its parents. */
export function canEnter(account: Account | undefined, directory: string): boolean {
  return shellSucceeds(account, 'cd "$0"', directory);
}

/** Whether the account can run a program at its path. */
export function canRun(account: Account | undefined, program: string): boolean {
  return shellSucceeds(account, '"$0" --version', program);
}
