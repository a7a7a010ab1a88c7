// npm run bench [-- name ...]: runs tests/bench/<name>.ts (without names, all of them), which leave their reports in .cache/bench,
// and writes their sections of docs/reference/performance.md.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildChanged } from '../lib/build.mjs';
import { ensureChromium } from '../lib/chromium.mjs';
import { BENCH_TOOLS, ensureSystemTools } from '../lib/system-tools.mjs';
import { renderPerformance } from '../lib/performance-page.mjs';
import { fail, root, toolEnv } from '../tools.mjs';

const folder = join(root, 'tests', 'bench');
const known = existsSync(folder)
  ? readdirSync(folder)
      .filter((f) => f.endsWith('.ts') && !f.startsWith('_'))
      .map((f) => f.slice(0, -3))
  : [];
const asked = process.argv.slice(2);
for (const name of asked) if (!known.includes(name)) fail(`Unknown bench "${name}". Known: ${known.join(', ')}.`);
const names = asked.length === 0 ? known : asked;
ensureSystemTools(BENCH_TOOLS, 'measured against');
await buildChanged(['sdk', 'desktop', 'cli', 'box']);
const browser = names.some((name) => ['desktop', 'files', 'phone', 'photos', 'library'].includes(name))
  ? ensureChromium()
  : null;

const failed = [];
for (const name of names) {
  const { status } = spawnSync(
    'node',
    [
      '--disable-warning=ExperimentalWarning',
      '--expose-gc',
      '--conditions=@boxwood/source',
      join('tests', 'bench', `${name}.ts`),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...toolEnv(), ...(browser === null ? {} : { CHROMIUM_PATH: browser }) },
    },
  );
  // The other benchmarks still run when one fails.
  if (status === 0) renderPerformance([name]);
  else failed.push(name);
}
if (failed.length > 0) fail(`Failed: ${failed.join(', ')}.`);
