import { findLicence } from "./licences.ts";
import {
  resolvePackage,
  installed,
  type Installed,
  type Lock,
  type LockedPackage,
} from "./lock.ts";

/** A component in CycloneDX 1.6. */
export interface Component {
  type: "application" | "library";
  "bom-ref": string;
  name: string;
  version: string;
  scope?: "required" | "optional";
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: ({ license: { id: string } } | { expression: string })[];
  externalReferences?: { type: "distribution"; url: string }[];
}

/** A bill of materials in CycloneDX 1.6. */
export interface Bill {
  bomFormat: "CycloneDX";
  specVersion: "1.6";
  version: 1;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * The bill of materials of the production dependencies, from the lock file alone: the same lock
 * file gives identical bytes.
 */
export function buildBill(lock: Lock, license: string): Bill {
  const parts = installed(lock);
  const refs = new Map(parts.map((part) => [part.folder, purlOf(part)] as const));
  const product = { name: lock.name, version: lock.version };
  const component: Component = {
    type: "application",
    "bom-ref": purlOf(product),
    ...product,
    purl: purlOf(product),
    licenses: licensesOf(license),
  };
  const byRef = new Map(parts.map((part) => [purlOf(part), componentOf(part)]));
  const dependencies = new Map<string, Set<string>>();
  const root = lock.packages[""]!;
  for (const [folder, entry] of [
    ["", root] as const,
    ...parts.map((p) => [p.folder, p] as const),
  ]) {
    const ref = refs.get(folder) ?? component["bom-ref"];
    const known = dependencies.get(ref) ?? new Set();
    for (const name of namesIn(entry)) {
      const found = refs.get(resolvePackage(lock, folder, name) ?? "");
      if (found) known.add(found);
    }
    dependencies.set(ref, known);
  }
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component },
    components: [...byRef.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
    dependencies: [...dependencies]
      .map(([ref, on]) => ({ ref, dependsOn: [...on].sort() }))
      .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
}

const namesIn = (entry: LockedPackage) =>
  [entry.dependencies, entry.optionalDependencies, entry.peerDependencies].flatMap((names) =>
    Object.keys(names ?? {}),
  );

const purlOf = ({ name, version }: { name: string; version: string }) =>
  `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;

function componentOf(part: Installed): Component {
  const { name, version, integrity, resolved, optional, devOptional } = part;
  const license = findLicence(part);
  const purl = purlOf(part);
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    scope: optional || devOptional ? "optional" : "required",
    purl,
    ...(integrity ? { hashes: [hashOf(integrity)] } : {}),
    ...(license ? { licenses: licensesOf(license) } : {}),
    ...(resolved ? { externalReferences: [{ type: "distribution", url: resolved }] } : {}),
  };
}

const licensesOf = (license: string): NonNullable<Component["licenses"]> =>
  /[\s()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

/** `sha512-…` in base64, as an algorithm and hexadecimal. */
function hashOf(integrity: string) {
  const [alg = "", content = ""] = integrity.split(" ")[0]!.split("-", 2);
  const name = alg.replace(/^sha(\d+)$/, "SHA-$1");
  return { alg: name, content: Buffer.from(content, "base64").toString("hex") };
}
