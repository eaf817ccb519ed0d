import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { Aedes, type AuthenticateError } from "aedes";
import { freePort, listen } from "../../tools/ports/free-port.ts";

export type BrokerKind = "embedded" | "mosquitto";

export interface BrokerOptions {
  /** User names and their passwords; without, everybody may connect. */
  users?: Record<string, string>;
  /** Lines of an `acl_file`; Mosquitto only. */
  acl?: string;
  /** Further lines of its configuration; Mosquitto only. */
  settings?: readonly string[];
  /** PEM files; with them the broker speaks TLS only. */
  tls?: { certificateFile: string; keyFile: string };
}

/** A broker on 127.0.0.1. Its sessions and retained messages end when it stops. */
export interface Broker {
  kind: BrokerKind;
  url: string;
  port: number;
  /** What it has logged; Mosquitto only. */
  log(): string;
  /** Cuts every connection and listens no more. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
}

const PROGRAMS = [
  "/usr/sbin/mosquitto",
  "/usr/local/sbin/mosquitto",
  "/opt/homebrew/sbin/mosquitto",
];
const onPath = (process.env.PATH ?? "").split(":").map((folder) => join(folder, "mosquitto"));
const mosquitto = [...onPath, ...PROGRAMS].find((program) => existsSync(program));

/** The available brokers; prints a warning if Mosquitto is missing. */
export const brokers: BrokerKind[] = mosquitto ? ["embedded", "mosquitto"] : ["embedded"];
if (!mosquitto) {
  console.warn("\nLEFT OUT: the gateway on Mosquitto, which is not installed.\n");
}

/** Starts a broker of this kind on a free port. */
export async function startBroker(kind: BrokerKind, options: BrokerOptions = {}): Promise<Broker> {
  const port = await freePort();
  const run = kind === "mosquitto" ? runMosquitto : runEmbedded;
  let { stop, log } = await run(port, options);
  return {
    kind,
    port,
    log: () => log(),
    url: `${options.tls ? "mqtts" : "mqtt"}://127.0.0.1:${port}`,
    stop: () => stop(),
    start: async () => {
      ({ stop, log } = await run(port, options));
    },
  };
}

interface Running {
  stop(): Promise<void>;
  log(): string;
}

async function runEmbedded(port: number, { users, tls }: BrokerOptions): Promise<Running> {
  const aedes = await Aedes.createBroker();
  if (users) {
    aedes.authenticate = (_client, username, password, done) => {
      if (username && users[username] === password?.toString()) return done(null, true);
      done(Object.assign(new Error("refused"), { returnCode: 4 }) as AuthenticateError, null);
    };
  }
  const sockets = new Set<Socket>();
  const welcome = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    aedes.handle(socket);
  };
  const pem = tls && { cert: readFileSync(tls.certificateFile), key: readFileSync(tls.keyFile) };
  const server = pem ? createTlsServer(pem, welcome) : createServer(welcome);
  await listen(server, port);
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    await new Promise<void>((resolve) => aedes.close(resolve));
  };
  return { stop, log: () => "" };
}

async function runMosquitto(port: number, options: BrokerOptions): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "mosquitto-"));
  const file = join(folder, "mosquitto.conf");
  writeFileSync(file, mosquittoConfiguration(folder, port, options));
  const child = spawn(mosquitto!, ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let text = "";
  child.stderr.on("data", (piece: Buffer) => (text += piece.toString()));
  await isRunning(child);
  const stop = async () => {
    process.off("exit", kill);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null) kill();
    if (child.exitCode === null && child.signalCode === null) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { stop, log: () => text };
}

function mosquittoConfiguration(
  folder: string,
  port: number,
  { users, tls, acl, settings = [] }: BrokerOptions,
) {
  const passwords = join(folder, "passwords");
  Object.entries(users ?? {}).forEach(([name, password], i) => {
    const create = i === 0 ? ["-c"] : [];
    execFileSync("mosquitto_passwd", ["-b", ...create, passwords, name, password]);
  });
  const root = process.getuid?.() === 0;
  const rules = join(folder, "acl");
  if (acl) writeFileSync(rules, acl, { mode: 0o600 });
  return [
    `listener ${port} 127.0.0.1`,
    users ? `allow_anonymous false\npassword_file ${passwords}` : "allow_anonymous true",
    ...(tls ? [`certfile ${tls.certificateFile}`, `keyfile ${tls.keyFile}`] : []),
    ...(acl ? [`acl_file ${rules}`] : []),
    ...(root ? ["user root"] : []),
    "persistence false",
    "log_dest stderr",
    ...settings,
    "",
  ].join("\n");
}

function isRunning(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr!.on("data", (text: Buffer) => {
      said += text.toString();
      if (/mosquitto version \S+ running/.test(said)) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`mosquitto ended: ${said}`)));
  });
}
