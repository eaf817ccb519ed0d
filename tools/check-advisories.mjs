import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const FOLDER = "node_modules/";
const GRAVE = new Set(["high", "critical"]);

/** Less than, equal to or greater than 0: the order of two versions. A prerelease comes before its version. */
export function compareVersions(one, other) {
  const [a, b] = [one, other].map((version) => {
    const [, numbers, prerelease] = /^(\d+\.\d+\.\d+)(-[\w.-]+)?/.exec(version) ?? [];
    if (!numbers) throw new Error(`${version} is no version`);
    return [...numbers.split(".").map(Number), prerelease ? 0 : 1];
  });
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** A sentence for each production package of a lock file that has a high or critical advisory. */
export function findAffected(lock, { advisories }) {
  const installed = Object.entries(lock.packages)
    .filter(([folder, { dev, link }]) => folder.includes(FOLDER) && !dev && !link)
    .map(([folder, { version, name }]) => ({
      folder,
      version,
      name: name ?? folder.slice(folder.lastIndexOf(FOLDER) + FOLDER.length),
    }));
  return advisories
    .filter(({ severity }) => GRAVE.has(severity))
    .flatMap((advisory) =>
      installed
        .filter(({ name, version }) => name === advisory.package && isAffected(version, advisory))
        .map(({ folder, version }) => {
          const { id, severity, title, reference } = advisory;
          return `${folder} ${version} has ${id} (${severity}): ${title}. Update it. ${reference}`;
        }),
    );
}

const isAffected = (version, { affected }) =>
  affected.some(
    ({ from, fixed }) => compareVersions(version, from) >= 0 && compareVersions(version, fixed) < 0,
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = process.argv[2] ?? ".";
  const read = (...path) => JSON.parse(readFileSync(join(root, ...path), "utf8"));
  const faults = findAffected(read("package-lock.json"), read("tools", "advisories.json"));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
