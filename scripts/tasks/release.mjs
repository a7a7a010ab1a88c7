// npm run release -- --dry-run: writes everything to publish to .cache/release: tarballs of the SDKs and the command line, and
// the folder of a box with its package. `--key FILE` signs it (a secret key of `minisign -G -W`). It publishes nothing.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildChanged } from '../lib/build.mjs';
import { installPacked, packSdks, refuseUntold, SDK_FOLDERS } from '../lib/packed-sdks.mjs';
import { readKey } from '../lib/minisign.mjs';
import { packRelease, releaseBox } from '../lib/release-box.mjs';
import { fail, root, run } from '../tools.mjs';

const args = process.argv.slice(2);
const named = args.find((arg) => arg.startsWith('--out='));
if (!args.includes('--dry-run'))
  fail(
    'This task builds a release and does not publish it. Run: npm run release -- --dry-run. Then upload the result with the tools of the registry.',
  );
const out = named === undefined ? join(root, '.cache', 'release') : named.slice('--out='.length);
const keyAt = args.indexOf('--key');
const keyFile =
  args.find((arg) => arg.startsWith('--key='))?.slice('--key='.length) ?? (keyAt < 0 ? undefined : args[keyAt + 1]);
const key = keyFile === undefined ? undefined : readKey(keyFile);
const boxOnly = args.includes('--box');

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const COMMAND_LINE = 'apps/cli';
for (const folder of [...SDK_FOLDERS, COMMAND_LINE]) {
  const own = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version;
  if (own !== version) fail(`${folder} has version ${own}, the workspace ${version}: a release has one version.`);
}
const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
if (!changes.includes(`\n## ${version} - `)) fail(`CHANGELOG.md has no section for ${version}.`);

mkdirSync(out, { recursive: true });
for (const name of readdirSync(out)) if (name.startsWith('boxwood-')) rmSync(join(out, name), { recursive: true });
if (!boxOnly) {
  await buildChanged(['sdk', 'cli']);
  const tarballs = packSdks(out);
  run('pnpm', ['pack', '--pack-destination', out], { cwd: join(root, COMMAND_LINE), stdio: 'ignore' });
  const work = mkdtempSync(join(tmpdir(), 'boxwood-release-'));
  process.on('exit', () => rmSync(work, { recursive: true, force: true }));
  refuseUntold(installPacked(tarballs, work));
}
const box = await releaseBox(out, version, key);
if (existsSync('/bin/tar') || existsSync('/usr/bin/tar')) await packRelease(box, key);
for (const name of readdirSync(out).toSorted()) {
  const stat = statSync(join(out, name));
  console.log(stat.isDirectory() ? `${name}/` : `${name}  ${(stat.size / 1024 / 1024).toFixed(2)} MB`);
}
console.log(`Run the box: node ${join(relative(process.cwd(), box), 'main.js')}`);
