import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the public API of the SDKs is the recorded one: a change of it is made on purpose', { timeout: 120_000 }, () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const said = execFileSync(process.execPath, ['scripts/tasks/api.mjs', '--check'], { cwd: root, encoding: 'utf8' });
  expect(said).toContain('as recorded');
});
