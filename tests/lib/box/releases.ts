/** Releases of the box as `npm run release` creates them, and variants made from one: a later one, a broken one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const library = (name: string): string => JSON.stringify(new URL(`../../../scripts/lib/${name}`, import.meta.url).href);

/** The version that a G2 of this release reports. */
export const FIRST_VERSION = '1.0.7';

/** The distribution's minisign: an independent implementation verifies our signatures, and signs what we verify. */
export const minisign = (...args: readonly string[]): { readonly status: number | null; readonly said: string } => {
  const { status, stdout, stderr } = spawnSync('minisign', args, { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

/**
 * Creates a key pair without a password.
 * @returns the file of the secret key; the public key is at the same path with `.pub`
 */
export const makeKey = (folder: string, name: string): string => {
  const file = join(folder, name);
  const { status, said } = minisign('-G', '-W', '-p', `${file}.pub`, '-s', file);
  if (status !== 0) throw new Error(said);
  return file;
};

/**
 * Builds a release whose successors are signed with a key.
 * @returns its folder
 */
export const buildRelease = (out: string, key: string): string => {
  const args = ['scripts/tasks/release.mjs', '--dry-run', '--box', `--out=${out}`, '--key', key];
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const found = readdirSync(out).find((name) => existsSync(join(out, name, 'main.js'))) ?? '';
  return join(out, found);
};

export interface NextRelease {
  /** The release it is made from. */
  readonly from: string;
  /** The folder in which it is offered. */
  readonly offers: string;
  readonly version: string;
  readonly key: string;
  /** The models it is for. */
  readonly models?: readonly string[];
  /** A program that replaces the box. */
  readonly program?: string;
  /** Whether it contains the desktop. */
  readonly desktop?: boolean;
  /** Changes the text of a file of the program. */
  readonly change?: (text: string) => string;
}

/** These tests display no pictures. Without these files a package is made in seconds. */
const OMITTED_FILES = ['faces', 'text', 'places.bin', 'desktop/assets', 'THIRD-PARTY.md', 'libheif-js'];

/**
 * Makes a release of another version, and offers it.
 * @returns its package
 */
export const offerRelease = (next: NextRelease): string => {
  const {
    from,
    offers,
    version,
    key,
    models = ['N2', 'N3', 'G2'],
    program,
    desktop = false,
    change = (text) => text,
  } = next;
  const left = OMITTED_FILES.filter((name) => !(desktop && name === 'desktop/assets'));
  const folder = join(offers, `boxwood-box-${version}-test`);
  mkdirSync(offers, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  if (program === undefined)
    cpSync(from, folder, { recursive: true, filter: (file) => !left.some((name) => file.endsWith(`/${name}`)) });
  else {
    mkdirSync(folder);
    writeFileSync(join(folder, 'main.js'), program);
    for (const name of ['package.json', 'release.json']) copyFileSync(join(from, name), join(folder, name));
  }
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    const changed = change(text.replaceAll(`\`${FIRST_VERSION}\``, `\`${version}\``));
    if (changed !== text) writeFileSync(join(folder, name), changed);
  }
  const about = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as { versions: Record<string, string> };
  about.versions = Object.fromEntries(models.map((model) => [model, version]));
  writeFileSync(join(folder, 'release.json'), JSON.stringify(about));
  const pack = `import { packRelease } from ${library('release-box.mjs')}; import { readKey } from ${library('minisign.mjs')};
    await packRelease(${JSON.stringify(folder)}, readKey(${JSON.stringify(key)}));`;
  execFileSync(process.execPath, ['--input-type=module', '-e', pack], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(folder, { recursive: true });
  return join(offers, `${basename(folder)}.tar.gz`);
};
