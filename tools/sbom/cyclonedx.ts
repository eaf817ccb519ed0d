/** A package in npm's lock file, by its folder. */
interface LockedPackage {
  version: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export interface Lock {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
}

/** An installed production package. */
interface Installed extends LockedPackage {
  folder: string;
  name: string;
}

const FOLDER = "node_modules/";
const nameOf = (folder: string) => folder.slice(folder.lastIndexOf(FOLDER) + FOLDER.length);

/** Production dependencies on any machine, without development dependencies. */
export const installed = ({ packages }: Lock): Installed[] =>
  Object.entries(packages)
    .filter(([folder, { dev, link }]) => folder !== "" && !dev && !link)
    .map(([folder, entry]) => ({ ...entry, folder, name: nameOf(folder) }));

/** The folder from which a package in `folder` loads `name`, by Node's resolution; null if none. */
function resolvePackage({ packages }: Lock, folder: string, name: string): string | null {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf(FOLDER) - 1))) {
    const wanted = at === "" ? FOLDER + name : `${at}/${FOLDER}${name}`;
    if (packages[wanted]) return wanted;
    if (at === "") return null;
  }
}

/** Licences that only require attribution. */
const FREE = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "PostgreSQL",
  "Unlicense",
]);

/** Licences with further terms, and why they do not affect the product; a name may end in `*`. */
const REVIEWED: [name: string, licence: string, why: string][] = [
  ["caniuse-lite", "CC-BY-4.0", "data about browsers, read while the portal is built; named here"],
  ["lightningcss*", "MPL-2.0", "compiles styles while the portal is built; used unchanged"],
  ["@img/sharp-*", "LGPL-3.0-or-later", "a separate library Next would load for images; unused"],
];

/** Packages without a licence in package.json, with the licence of their licence file. */
const IN_THEIR_FILE: Record<string, string> = { suncalc: "BSD-2-Clause" };

/** Whether a licence, or a choice among several, only requires attribution. */
export function isFree(licence: string): boolean {
  const bare = licence.replace(/[()]/g, " ").trim();
  if (/\bOR\b/.test(bare)) return bare.split(/\bOR\b/).some((one) => isFree(one));
  return bare.split(/\bAND\b/).every((one) => FREE.has(one.trim()));
}

const matches = (name: string, pattern: string) =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** The licence that a package declares; undefined if it declares none. */
const findLicence = ({ name, license }: Installed): string | undefined =>
  license ?? IN_THEIR_FILE[name];

const isReviewed = ({ name, license = "" }: Installed) =>
  REVIEWED.some(
    ([pattern, licence]) =>
      matches(name, pattern) &&
      license.split(/\bAND\b/).every((one) => one.trim() === licence || isFree(one)),
  );

/** Production dependencies whose licence was not reviewed, as `name: licence`. */
export const surprises = (lock: Lock): string[] =>
  installed(lock)
    .filter((part) => !isFree(findLicence(part) ?? "") && !isReviewed(part))
    .map(({ name, license }) => `${name}: ${license ?? "none"}`);

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
    const dependsOn = dependencies.get(ref) ?? new Set();
    for (const name of namesIn(entry)) {
      const found = refs.get(resolvePackage(lock, folder, name) ?? "");
      if (found) dependsOn.add(found);
    }
    dependencies.set(ref, dependsOn);
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
