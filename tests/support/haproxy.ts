import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../tools/ports/free-port.ts";

const PROGRAM = "/usr/sbin/haproxy";
const GUIDE = new URL("../../docs/how-to/run-several-instances.md", import.meta.url);

/** The installed haproxy, such as `HAProxy version 2.6.12`; undefined without one. */
export const haproxyVersion = (): string | undefined =>
  existsSync(PROGRAM)
    ? /^HAProxy version [\d.]+/.exec(spawnSync(PROGRAM, ["-v"], { encoding: "utf8" }).stdout)?.[0]
    : undefined;

/** A haproxy in front of two brokers. */
export interface Haproxy {
  url: string;
  stop(): Promise<void>;
}

/** Starts haproxy with the documented configuration in front of the brokers on these ports. */
export async function startHaproxy(active: number, backup: number): Promise<Haproxy> {
  const documented = /^```haproxy\n([\s\S]*?)^```/m.exec(readFileSync(GUIDE, "utf8"))?.[1];
  if (!documented) throw new Error("the guide has no haproxy configuration");
  const folder = mkdtempSync(join(tmpdir(), "curtail-haproxy-"));
  const port = await freePort();
  const configuration = documented
    .replace(/bind \S+/, `bind 127.0.0.1:${port}`)
    .replace(/server a \S+/, `server a 127.0.0.1:${active}`)
    .replace(/server b \S+/, `server b 127.0.0.1:${backup}`);
  writeFileSync(join(folder, "haproxy.cfg"), configuration);
  const child = spawn(PROGRAM, ["-db", "-f", join(folder, "haproxy.cfg")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (piece: Buffer) => (output += piece.toString()));
  const ended = once(child, "exit");
  while (!(await answers(port)))
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${output}`);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `mqtt://127.0.0.1:${port}`, stop };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => setTimeout(() => resolve(false), 20));
  });
