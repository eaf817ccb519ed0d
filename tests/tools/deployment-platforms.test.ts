import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseEnv } from "../../lib/env.ts";
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

interface Kubernetes {
  kind: string;
  metadata: { name?: string; generateName?: string };
  data?: Record<string, string>;
  spec?: {
    template?: {
      metadata: { labels: Record<string, string> };
      spec: { containers: Pod[]; securityContext: object; volumes: Volume[] };
    };
    selector?: { matchLabels: Record<string, string> };
    minAvailable?: number;
    replicas?: number;
  };
}
interface Volume {
  name: string;
  secret?: { secretName: string };
}
interface Pod {
  name: string;
  args: string[];
  env?: { name: string; value: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  resources: { requests: object; limits: object };
  startupProbe?: object;
  livenessProbe?: object;
  readinessProbe?: object;
  securityContext: object;
}

describe("the Kubernetes manifests", () => {
  const folder = "deploy/kubernetes/";
  const { resources } = parse(read(`${folder}kustomization.yaml`)) as { resources: string[] };
  const files = readdirSync(root + folder).filter((name) => name !== "kustomization.yaml");
  const objects = files.flatMap((file) =>
    parseAllDocuments(read(folder + file)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Kubernetes;
    }),
  );
  const settings = objects.find(({ kind }) => kind === "ConfigMap")!.data!;
  const workloads = objects.filter(({ spec }) => spec?.template);
  const named = workloads.map((object) => [
    object.metadata.name ?? object.metadata.generateName!,
    object,
  ]) as [string, Kubernetes][];

  test("are all in the kustomization, but for the job that is run once", () => {
    expect([...resources, "provision.yaml"].sort()).toEqual([...files].sort());
  });

  test.each(named)(
    "%s runs a built program as a plain user with a read-only root",
    (_, { spec }) => {
      const pod = spec!.template!.spec;
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: "RuntimeDefault" },
      });
      for (const { args, securityContext, resources: limits } of pod.containers) {
        expect(built.has(getProgram(args)!)).toBe(true);
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(limits).toMatchObject({
          requests: { cpu: expect.any(String) },
          limits: { memory: expect.any(String) },
        });
      }
    },
  );

  test.each(named)(
    "the variables of %s are documented and valid, and its secrets have steps in the page",
    (_, object) => {
      const made = makeSecrets();
      const page = read("docs/how-to/install-on-kubernetes.md");
      const { containers, volumes } = object.spec!.template!.spec;
      const { env = [], envFrom } = containers[0]!;
      const environment = {
        ...(envFrom ? settings : {}),
        ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
      };
      expect(undocumented(Object.keys(environment))).toEqual([]);
      const secret = (file: string) =>
        made[
          file.replace("/run/secrets/curtail/", "").replace("MIGRATION", "DATABASE").toLowerCase()
        ] ?? "";
      expect(() => parseEnv(withSecrets(environment, secret))).not.toThrow();
      const { secretName } = volumes.find(({ name }) => name === "secrets")!.secret!;
      const step = new RegExp(
        `create secret generic ${secretName}((?:\\s+\\\\?\\s*--from-file=\\S+)+)`,
      ).exec(page);
      expect(step, `the page creates ${secretName}`).not.toBeNull();
      const wanted = Object.values(environment).filter((value) =>
        value.startsWith("/run/secrets/"),
      );
      for (const file of wanted) expect(step![1]).toContain(file.split("/").at(-1));
    },
  );

  test("the programs have probes, two replicas and a disruption budget", () => {
    for (const name of ["service", "portal"]) {
      const { spec } = objects.find((o) => o.kind === "Deployment" && o.metadata.name === name)!;
      expect(spec!.replicas).toBe(2);
      for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"])
        expect(spec!.template!.spec.containers[0]).toHaveProperty(probe);
      const budget = objects.find(
        (o) => o.kind === "PodDisruptionBudget" && o.metadata.name === name,
      )!;
      expect(budget.spec).toMatchObject({ minAvailable: 1, selector: spec!.selector });
      expect(spec!.template!.metadata.labels).toEqual(spec!.selector!.matchLabels);
    }
  });

  test.skipIf(isMissing("kubectl"))("kubectl builds the kustomization", () => {
    const output = execFileSync("kubectl", ["kustomize", root + folder], { encoding: "utf8" });
    const kinds = parseAllDocuments(output).map((document) => document.get("kind"));
    expect(kinds.filter((kind) => kind === "Deployment")).toHaveLength(2);
    expect(output).not.toMatch(/image: curtail$/m);
  });
});

describe("the systemd units", () => {
  const folder = "deploy/systemd/";
  const units = readdirSync(root + folder).filter((name) => name.endsWith(".service"));
  const settings = Object.fromEntries(
    [...read(`${folder}curtail.env`).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );

  test.each(units)("%s runs a built program with documented, valid variables", (unit) => {
    const text = read(folder + unit);
    const program = /^ExecStart=\/usr\/bin\/node (.+)/m.exec(text)![1]!;
    expect(built.has(getProgram(program.split(" "))!)).toBe(true);
    const lines = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list]) =>
      list!.split(" "),
    );
    const environment = {
      ...settings,
      ...Object.fromEntries(lines.map((each) => each.split("="))),
    };
    expect(undocumented(Object.keys(environment))).toEqual([]);
    const made = makeSecrets();
    const secret = (file: string) => {
      const name = file.replace("%d/", "");
      expect(text).toContain(`LoadCredential=${name}:/etc/curtail/secrets/${name}\n`);
      return made[name.replace("MIGRATION", "DATABASE").toLowerCase()] ?? "";
    };
    expect(() => parseEnv(withSecrets(environment, secret))).not.toThrow();
  });

  test.skipIf(isMissing("systemd-analyze"))("systemd accepts the units", () => {
    const files = units.map((unit) => root + folder + unit);
    const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
      encoding: "utf8",
    });
    const own = stderr.split("\n").filter((line) => line.includes("curtail"));
    // The folder and program of an installation are not on this machine.
    expect(own.filter((line) => !/is not executable|No such file/.test(line))).toEqual([]);
  });
});
