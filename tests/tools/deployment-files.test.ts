import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { SERVICE_ALLOCATOR, SERVICE_OPTIONS } from "../../runtime/config/service-options.ts";
import { getMountedFiles, readBase, readMerged } from "../support/compose-overlay.ts";
import {
  built,
  isMissing,
  makeSecrets,
  getProgram,
  read,
  root,
  undocumented,
  withSecrets,
} from "../support/deployment.ts";
import { emptyFolder } from "./temporary-folder.ts";

describe("the Containerfile", () => {
  const lines = read("Containerfile").replaceAll("\\\n", " ").split("\n");
  const instructions = lines.filter((line) => /^[A-Z]+ /.test(line));
  const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM ")));

  test("takes images of a named registry and of Node 24", () => {
    const images = instructions.filter((line) => line.startsWith("FROM "));
    expect(images).toHaveLength(2);
    for (const image of images)
      expect(image).toMatch(/^FROM docker\.io\/library\/node:24-[\w-]+( AS build)?$/);
  });

  test("runs as a user by number, with a health check, in the exec form", () => {
    expect(last).toContain("USER 1000:1000");
    expect(last.findIndex((line) => line.startsWith("USER"))).toBeGreaterThan(
      last.findLastIndex((line) => line.startsWith("COPY")),
    );
    expect(last.some((line) => line.startsWith("HEALTHCHECK "))).toBe(true);
    for (const line of last.filter((each) => /^(CMD|ENTRYPOINT)/.test(each)))
      expect(() => JSON.parse(line.replace(/^\w+ /, ""))).not.toThrow();
    expect(
      instructions.filter((line) => /^(ADD|MAINTAINER|SHELL)\b|sudo|curl|apt-get/.test(line)),
    ).toEqual([]);
  });

  test("copies only what was built, and starts programs that are", () => {
    const copied = last.filter((line) => line.startsWith("COPY ")).join(" ");
    expect(copied.match(/\/src\/[\w./-]+/g)).toEqual(
      ["LICENSE", "NOTICE", "package.json", "dist", ".next/standalone"].map(
        (name) => `/src/${name}`,
      ),
    );
    const programs = read("Containerfile").match(/dist\/[\w/.-]+\.mjs/g) ?? [];
    expect(programs.length).toBe(2);
    expect(programs.filter((name) => !built.has(name))).toEqual([]);
  });

  test("is started with the service's options of Node in each deployment", () => {
    const started = ["systemd/curtail-service.service", "compose.yaml", "kubernetes/service.yaml"];
    const options = SERVICE_OPTIONS.join(",? ");
    for (const name of started)
      expect(read(`deploy/${name}`)).toMatch(new RegExp(`${options},? dist/service/main\\.mjs`));
  });

  test("runs the service with its settings of the allocator, as systemd does", () => {
    const set = last.find((line) => line.startsWith("ENV "))!;
    const unit = read("deploy/systemd/curtail-service.service");
    for (const [name, value] of Object.entries(SERVICE_ALLOCATOR)) {
      expect(set).toContain(` ${name}=${value}`);
      expect(unit).toMatch(new RegExp(`^Environment=.*\\b${name}=${value}\\b`, "m"));
    }
  });

  test("sets documented variables only", () => {
    const environment = last.find((line) => line.startsWith("ENV "))!;
    expect(undocumented(environment.match(/[A-Z_]+(?==)/g)!)).toEqual([]);
  });

  test("gets every source, and no secrets or builds, from its context", () => {
    const rules = read(".dockerignore").split("\n");
    const allowed = rules.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    expect(allowed.filter((path) => !existsSync(root + path))).toEqual([]);
    const folders = [
      "app",
      "components",
      "lib",
      "messages",
      "public",
      "runtime",
      "service",
      "tools",
    ];
    expect(allowed).toEqual(
      expect.arrayContaining([...folders, "tsconfig.json", "package-lock.json"]),
    );
    expect(rules.indexOf("*")).toBeLessThan(rules.findIndex((line) => line.startsWith("!")));
    for (const path of [".data", ".env", "dist", ".next", "deploy", "node_modules", ".git"])
      expect(allowed).not.toContain(path);
  });
});

test("the broker has the access rules that the guide of devices gives", () => {
  const guide = /^```acl\n([\s\S]*?)^```/m.exec(read("docs/how-to/connect-devices.md"))![1];
  expect(read("deploy/mosquitto.acl")).toBe(guide);
});

describe("the compose file", () => {
  const { services } = readBase();
  const own = Object.entries(services).filter(([, { build }]) => build !== undefined);
  /** What a person writes into `.env`. */
  const given: Record<string, string> = {
    HOST_NAME: "portal.example",
    STAFF_EMAIL: "you@company.example",
  };

  test("runs one database, broker, service, portal and proxy, after the databases are provisioned", () => {
    const names = ["broker", "db", "portal", "provision", "proxy", "service"];
    expect(Object.keys(services).sort()).toEqual(names);
    expect(own.map(([name]) => name).sort()).toEqual(["portal", "provision", "service"]);
    for (const name of ["service", "portal"])
      expect(services[name]!.depends_on!.provision!.condition).toBe(
        "service_completed_successfully",
      );
  });

  test.each(own)(
    "%s runs a built program with a read-only root and no capabilities",
    (_, container) => {
      expect(
        existsSync(join(root, "deploy", container.build!.context, container.build!.dockerfile)),
      ).toBe(true);
      expect(built.has(getProgram(container.command!)!)).toBe(true);
      expect(container).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      for (const program of (container.healthcheck?.test ?? []).filter((word) =>
        word.startsWith("dist/"),
      ))
        expect(built.has(program)).toBe(true);
    },
  );

  test.each(own)(
    "the variables of %s are documented and valid with the secrets that are made",
    (_, container) => {
      const made = makeSecrets();
      const environment = container.environment!;
      expect(undocumented(Object.keys(environment))).toEqual([]);
      const files = Object.entries(environment).filter(([name]) => name.endsWith("_FILE"));
      const names = files.map(([, file]) => file.replace("/run/secrets/", ""));
      expect(names.sort()).toEqual([...container.secrets!].sort());
      const values = withSecrets(
        environment,
        (file) => made[file.replace("/run/secrets/", "")] ?? "",
      );
      const filled = Object.entries(values).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+):\?[^}]*\}/g, (__, variable: string) => given[variable]!),
      ]);
      expect(() => parseEnv(Object.fromEntries(filled) as Record<string, string>)).not.toThrow();
    },
  );

  test("every secret of it and of its overlay is made by the script, once, and can be read in containers only", () => {
    const { secrets } = readMerged();
    const folder = emptyFolder();
    const make = () =>
      execFileSync("sh", [`${root}deploy/make-secrets.sh`, folder], { encoding: "utf8" });
    const made = make().match(/(?<=wrote )\w+/g);
    expect([...made!].sort()).toEqual(Object.keys(secrets).sort());
    for (const [name, { file }] of Object.entries(secrets)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(existsSync(join(folder, name))).toBe(true);
    }
    const before = readFileSync(join(folder, "nextauth_secret"), "utf8");
    expect(make()).toBe("");
    expect(readFileSync(join(folder, "nextauth_secret"), "utf8")).toBe(before);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("every mounted file is here or named as one to make", () => {
    const page = read("docs/how-to/install-with-compose.md");
    const files = getMountedFiles(Object.values(services));
    expect(files.length).toBeGreaterThan(4);
    for (const file of files)
      expect(existsSync(`${root}deploy/${file}`) || page.includes(file), file).toBe(true);
    for (const name of Object.keys(given)) expect(page).toContain(`\`${name}\``);
  });

  test.skipIf(isMissing("nginx") || isMissing("openssl"))("nginx accepts its configuration", () => {
    const folder = emptyFolder();
    const [key, certificate] = [join(folder, "portal.key"), join(folder, "portal.pem")];
    const subject = ["-subj", "/CN=portal.example", "-days", "1", "-nodes", "-newkey", "rsa:2048"];
    execFileSync("openssl", ["req", "-x509", ...subject, "-keyout", key, "-out", certificate], {
      stdio: "ignore",
    });
    const server = read("deploy/nginx.conf").replaceAll("/etc/nginx/certificates", folder);
    const configuration = `pid ${folder}/pid; events {} http { access_log off; ${server} }`;
    const file = join(folder, "nginx.conf");
    writeFileSync(file, configuration);
    const { stderr, status } = spawnSync("nginx", ["-t", "-e", "stderr", "-c", file], {
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
  });
});
