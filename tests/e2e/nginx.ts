import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const GUIDE = fileURLToPath(new URL("../../docs/how-to/run-behind-a-proxy.md", import.meta.url));

/** Where nginx is; undefined where it is not installed. */
export const nginxProgram = [
  "/usr/sbin/nginx",
  "/usr/local/sbin/nginx",
  "/opt/homebrew/bin/nginx",
].find((path) => existsSync(path));

/** The example of the how-to guide with this machine's ports and a generated certificate. */
function configuration(folder: string, port: number, portalPort: number): string {
  const [, example] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(GUIDE, "utf8")) ?? [];
  if (!example) throw new Error(`${GUIDE} has no nginx example.`);
  const server = example
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`)
    .replaceAll("/etc/ssl/portal.example.", `${folder}/portal.`)
    .replace("http://127.0.0.1:3000", `http://127.0.0.1:${portalPort}`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return [
    `pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; daemon off;`,
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    `events {} http { access_log off;`,
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    `${server}}`,
  ].join("\n");
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

/** Waits until nginx accepts connections. @throws Error with its log when it ends before */
async function untilListening(child: ChildProcess, port: number, log: string) {
  while (child.exitCode === null) {
    if (await accepts(port)) return;
    await setTimeout(20);
  }
  throw new Error(`nginx ended: ${readFileSync(log, "utf8")}`);
}

/** nginx as the how-to guide sets it up, in front of a portal, on a self-signed certificate. */
export async function startNginx(program: string, port: number, portalPort: number) {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const [key, certificate] = [join(folder, "portal.key"), join(folder, "portal.pem")];
  const made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
  const named = "-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1";
  const words = `${made} ${named} -keyout ${key} -out ${certificate}`.split(" ");
  execFileSync("openssl", words, { stdio: "pipe" });
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, portalPort));
  const log = join(folder, "error.log");
  const child = spawn(program, ["-c", file, "-e", log], { stdio: "inherit" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  await untilListening(child, port, log);
  return async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
