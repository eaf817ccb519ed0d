import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const README = fileURLToPath(new URL("../../README.md", import.meta.url));

/** Where nginx is; undefined where it is not installed. */
export const nginxProgram = [
  "/usr/sbin/nginx",
  "/usr/local/sbin/nginx",
  "/opt/homebrew/bin/nginx",
].find((path) => existsSync(path));

/** The example of README with this machine's ports and a certificate made for it. */
function configuration(folder: string, port: number, portalPort: number): string {
  const [, example] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(README, "utf8")) ?? [];
  if (!example) throw new Error("README has no nginx example.");
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

/** nginx as README sets it up, in front of a portal, on a self-signed certificate. */
export async function startNginx(program: string, port: number, portalPort: number) {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const [key, certificate] = [join(folder, "portal.key"), join(folder, "portal.pem")];
  const made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
  const named = "-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1";
  const words = `${made} ${named} -keyout ${key} -out ${certificate}`.split(" ");
  execFileSync("openssl", words, { stdio: "pipe" });
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, portalPort));
  const child = spawn(program, ["-c", file, "-e", `${folder}/error.log`], { stdio: "inherit" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  return async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
