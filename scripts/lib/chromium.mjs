// Finds Debian's Chromium, or installs it where this user may.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hasChineseFont } from '../../apps/box/src/platform/testing/chinese-font.ts';

const find = () => {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  for (const path of ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
    if (existsSync(path)) return path;
  return null;
};

const SHELL = '/usr/bin/chromium-headless-shell';
const PACKAGES = ['chromium', 'chromium-headless-shell', 'fontconfig', 'fonts-noto-cjk'];

/** The path of a Chromium; null, with an explanation on standard error, when there is none and none can be installed. */
export const ensureChromium = () => {
  const known = find();
  const isComplete = process.env.CHROMIUM_PATH || existsSync(SHELL);
  if (known !== null && isComplete && hasChineseFont()) return known;
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
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
  } catch {
    console.error('apt-get could not install chromium; the browser tests will not run.');
  }
  return find();
};

/**
 * The same Chromium without a window system, which runs most browser tests in four fifths of the time; null if it is not installed, or if
 * CHROMIUM_PATH names a browser.
 */
export const headlessShell = () => (!process.env.CHROMIUM_PATH && existsSync(SHELL) ? SHELL : null);
