import { execFileSync } from "node:child_process";
import { readFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { expect, onTestFinished } from "vitest";
import { freePort } from "../../tools/ports/free-port.ts";
import { read, root } from "./deployment.ts";
import { startNameServer } from "./name-server.ts";
import { startProgram, type StartedProgram } from "./started-program.ts";

/** The address of haproxy; those of the brokers have the same ports, as in containers. */
const HAPROXY = "127.0.0.2";

/** A gateway and the service, by their names at the brokers. */
export const USERS = { "curtail-service": "of the service", house: "of the house" };

/** The brokers and haproxy of the overlay, with their own configurations but for addresses and files. */
export interface DeployedBrokers {
  /** Starts a broker of this name at an address, which the name then leads to. */
  start(name: string, address: string): Promise<StartedProgram>;
  /** Ends a broker as a crash does; its name leads nowhere then. */
  kill(name: string, broker: StartedProgram): Promise<void>;
  haproxy: StartedProgram;
  /** Connects through haproxy: the service, or the house with TLS. */
  connect(username: keyof typeof USERS): Promise<MqttClient>;
}

/**
 * Starts haproxy, which looks for the brokers `broker` and `broker-b`; they are not started yet. All
 * ends with the test.
 */
export async function startDeployedBrokers(folder: string): Promise<DeployedBrokers> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  makeFiles(folder);
  const addresses = new Map<string, string>();
  const names = await startNameServer(addresses);
  onTestFinished(names.close);
  const start = async (name: string, address: string) => {
    addresses.set(name, address);
    const broker = await startMosquitto(folder, name, address, { port, tlsPort });
    onTestFinished(() => broker.stop("SIGKILL"));
    return broker;
  };
  const kill = (name: string, broker: StartedProgram) => {
    addresses.delete(name);
    return broker.stop("SIGKILL");
  };
  const file = join(folder, "haproxy.cfg");
  const configuration = read("deploy/haproxy.cfg")
    .replace("127.0.0.11:53", `127.0.0.1:${names.port}`)
    .replace("bind :1883", `bind ${HAPROXY}:${port}`)
    .replace("bind :8883", `bind ${HAPROXY}:${tlsPort}`)
    .replace("check port 1883", `check port ${port}`);
  writeFileSync(file, configuration);
  const haproxy = await startProgram(["/usr/sbin/haproxy", "-db", "-f", file]);
  onTestFinished(() => haproxy.stop());
  const ca = readFileSync(join(folder, "certificates/broker.pem"));
  const connect = async (username: keyof typeof USERS) => {
    const isService = username === "curtail-service";
    const url = isService ? `mqtt://${HAPROXY}:${port}` : `mqtts://${HAPROXY}:${tlsPort}`;
    const login = { username, password: USERS[username], clientId: username };
    const client = await connectAsync(url, { ...login, ca, reconnectPeriod: 50 });
    client.on("error", () => undefined);
    onTestFinished(() => client.endAsync(true));
    return client;
  };
  return { start, kill, haproxy, connect };
}

/** Publishes as the house until the service receives it: then both are on the same broker. */
export async function expectReceived(
  service: MqttClient,
  house: MqttClient,
  mark: string,
): Promise<void> {
  const received: string[] = [];
  service.on("message", (_, payload) => received.push(payload.toString()));
  await service.subscribeAsync("curtail/v1/locations/+/measurement", { qos: 1 });
  await expect
    .poll(() => {
      house.publish("curtail/v1/locations/house/measurement", mark);
      return received;
    })
    .toContain(mark);
}

/** The files that people make for the brokers, and that both mount. */
function makeFiles(folder: string): void {
  const certificates = join(folder, "certificates");
  mkdirSync(certificates);
  const files = ["-keyout", `${certificates}/broker.key`, "-out", `${certificates}/broker.pem`];
  const subject = ["-subj", "/CN=broker", "-addext", `subjectAltName=IP:${HAPROXY}`];
  const kind = ["-days", "1", "-nodes", "-newkey", "rsa:2048"];
  execFileSync("openssl", ["req", "-x509", ...subject, ...kind, ...files], { stdio: "ignore" });
  writeFileSync(join(folder, "passwords"), "", { mode: 0o600 });
  for (const [name, password] of Object.entries(USERS))
    execFileSync("mosquitto_passwd", ["-b", join(folder, "passwords"), name, password]);
  writeFileSync(join(folder, "acl"), readFileSync(`${root}deploy/mosquitto.acl`), { mode: 0o600 });
}

function startMosquitto(
  folder: string,
  name: string,
  address: string,
  { port, tlsPort }: { port: number; tlsPort: number },
): Promise<StartedProgram> {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  const file = join(home, "mosquitto.conf");
  const configuration = read("deploy/mosquitto.conf")
    .replace("listener 1883", `listener ${port} ${address}`)
    .replace("listener 8883", `listener ${tlsPort} ${address}`)
    .replaceAll("/mosquitto/certificates", join(folder, "certificates"))
    .replaceAll("/mosquitto/config", folder)
    .replace("/mosquitto/data", home);
  const more = [
    "log_dest stderr",
    "log_type all",
    ...(process.getuid?.() === 0 ? ["user root"] : []),
  ];
  writeFileSync(file, `${configuration}${more.join("\n")}\n`);
  return startProgram(["mosquitto", "-c", file], {}, /mosquitto version \S+ running/);
}
