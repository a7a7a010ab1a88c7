// npm run api: writes the public API of the SDKs to packages/*/api; with --check only says what differs, and fails.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { apiOf, PACKAGES, recorded, snapshotOf } from '../lib/api.mjs';
import { fail } from '../tools.mjs';

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
if (check && stale.length > 0)
  fail(`The public API differs from its snapshot; run \`node scripts/boxwood.mjs api\`:\n${stale.join('\n')}`);
console.log(check ? 'The public API is as recorded.' : 'Wrote packages/*/api/index.api.md');
