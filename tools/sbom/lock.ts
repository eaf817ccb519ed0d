/** A package in npm's lock file, by its folder. */
export interface LockedPackage {
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
export interface Installed extends LockedPackage {
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
export function resolvePackage({ packages }: Lock, folder: string, name: string): string | null {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf(FOLDER) - 1))) {
    const wanted = at === "" ? FOLDER + name : `${at}/${FOLDER}${name}`;
    if (packages[wanted]) return wanted;
    if (at === "") return null;
  }
}
