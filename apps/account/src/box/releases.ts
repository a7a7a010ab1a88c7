import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { VersionInfo } from '@boxwood/account-sdk';
import type { TypeOf } from '@boxwood/command-bus/codecs';
import { decode, list, matching, parseJson, str, struct, text } from '@boxwood/command-bus/codecs';

const Version = matching('version', /^[0-9]{1,9}(?:\.[0-9]{1,9}){0,4}$/);
const Notes = list(text(1, 500), 100);

/** The description file next to a package. `npm run release` writes it; the notes may be edited afterwards. */
const Description = struct(
  {
    package: matching('package', /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,120}\.tar\.gz$/),
    platform: matching('platform', /^[a-z0-9]{1,20}-[a-z0-9]{1,20}$/),
    name: text(1, 64),
    versions: struct({}, { N2: Version, N3: Version, G2: Version }),
    notes: struct({ en: Notes, zh: Notes }),
  },
  { about: str },
);
type Description = TypeOf<typeof Description>;

/** Paths of a package and its signature. */
export interface ReleaseFiles {
  readonly package: string;
  readonly signature: string;
}

/** The releases in a folder, read anew on each request. */
export interface Releases {
  /** The versions of a model with their notes. */
  listForModel(model: string, language: keyof Description['notes']): Promise<readonly VersionInfo[]>;
  find(model: string, version: string, platform: string): Promise<ReleaseFiles | undefined>;
}

/** More description files than this are ignored. */
const MAX_RELEASES = 200;
const MAX_DESCRIPTION_BYTES = 65_536;

const versionOf = ({ versions }: Description, model: string): string | undefined =>
  model === 'N2' || model === 'N3' || model === 'G2' ? versions[model] : undefined;

/** @param onInvalid called for a description that cannot be read; its package is not offered */
export const createReleases = (folder: string, onInvalid: (fault: unknown) => void): Releases => {
  const reported = new Set<string>();
  const readOne = async (name: string): Promise<readonly Description[]> => {
    const file = join(folder, name);
    const { size, mtimeMs } = await stat(file);
    const parsed = size > MAX_DESCRIPTION_BYTES ? undefined : parseJson(await readFile(file, 'utf8'));
    const decoded = parsed?._tag === 'Right' ? decode(Description, parsed.right) : undefined;
    if (decoded?._tag === 'Right') return [decoded.right];
    const reportKey = `${name} ${mtimeMs}`;
    if (!reported.has(reportKey)) onInvalid(new TypeError(`${name} is not a valid release description`));
    reported.add(reportKey);
    return [];
  };
  const all = async (): Promise<readonly Description[]> => {
    const names = await readdir(folder).catch(() => []);
    const found = names.filter((name) => name.endsWith('.json')).slice(0, MAX_RELEASES);
    // A release deleted during the read is left out.
    return (await Promise.all(found.map((name) => readOne(name).catch(() => [])))).flat();
  };
  return {
    listForModel: async (model, language) => {
      const infos = new Map<string, VersionInfo>();
      for (const each of await all()) {
        const version = versionOf(each, model);
        if (version !== undefined)
          infos.set(version, { Version: version, VersionName: each.name, Description: each.notes[language] });
      }
      return [...infos.values()];
    },
    find: async (model, version, platform) => {
      const found = (await all()).find((each) => versionOf(each, model) === version && each.platform === platform);
      if (found === undefined) return undefined;
      const file = join(folder, found.package);
      return { package: file, signature: `${file}.minisig` };
    },
  };
};
