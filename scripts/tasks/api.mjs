// npm run api: writes the public API of the SDKs, and the JSON Schema of their commands, to packages/*/api; with --check it reports differences and fails.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apiOf, PACKAGES, recorded, snapshotOf } from '../lib/api.mjs';
import { fail, root } from '../tools.mjs';

const SCHEMAS = ['box-sdk', 'account-sdk'];

const check = process.argv.includes('--check');
const stale = [];
for (const name of PACKAGES) {
  const now = apiOf(name);
  const before = recorded(name);
  if (now === before) continue;
  const lines = new Set(before.split('\n'));
  stale.push(
    ...now
      .split('\n')
      .filter((line) => !lines.has(line))
      .slice(0, 5)
      .map((line) => `${name} + ${line.slice(0, 200)}`),
  );
  const kept = new Set(now.split('\n'));
  stale.push(
    ...before
      .split('\n')
      .filter((line) => !kept.has(line))
      .slice(0, 5)
      .map((line) => `${name} - ${line.slice(0, 200)}`),
  );
  if (check) continue;
  mkdirSync(dirname(snapshotOf(name)), { recursive: true });
  writeFileSync(snapshotOf(name), now);
}
for (const name of SCHEMAS) {
  const file = join(root, 'packages', name, 'api', 'schema.json');
  const flags = ['--conditions=@boxwood/source', '--disable-warning=ExperimentalWarning'];
  const written = execFileSync(process.execPath, [...flags, 'scripts/lib/schema.mjs', name], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (existsSync(file) && readFileSync(file, 'utf8') === written) continue;
  stale.push(`${name} schema.json`);
  if (!check) writeFileSync(file, written);
}
if (check && stale.length > 0)
  fail(`The public API differs from its snapshot; run \`node scripts/boxwood.mjs api\`:\n${stale.join('\n')}`);
console.log(check ? 'The public API is as recorded.' : 'Wrote packages/*/api');
