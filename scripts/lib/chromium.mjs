// Finds Debian's Chromium, or installs it where this user may.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const find = () => {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  for (const path of ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (existsSync(path)) return path;
  return null;
};

const fontsMissing = () => spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout?.trim() === '';

/** The path of a Chromium; null, with an explanation on standard error, when there is none and none can be installed. */
export const ensureChromium = () => {
  const known = find();
  if (known !== null && !fontsMissing()) return known;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) {
    if (known === null)
      console.error(
        'Chromium is missing: the browser tests need it. Run: sudo apt-get install -y chromium fonts-noto-cjk (or set CHROMIUM_PATH).',
      );
    return known;
  }
  console.error('Installing chromium and fonts-noto-cjk with apt-get ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
  } catch {
    console.error('apt-get could not install chromium; the browser tests will not run.');
  }
  return find();
};
