// Finds Debian's Firefox and WebKit for tests/engines, or installs them where this user may.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NEEDED = ['/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', '/usr/bin/xdotool'];
const PACKAGES = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  'xdotool',
  'fonts-noto-cjk',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-libav',
];

/** Null, or why the engines cannot be installed, with the remedy; their tests are skipped. */
export const ensureEngines = () => {
  const missing = NEEDED.filter((path) => !existsSync(path));
  if (missing.length === 0) return null;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return `Firefox or WebKit is missing (${missing.join(', ')}): sudo apt-get install -y ${PACKAGES.join(' ')}`;
  }
  console.error('Installing Firefox and WebKit with apt-get ...');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], options);
  } catch {
    return 'apt-get could not install Firefox and WebKit: is the Debian mirror reachable?';
  }
  return null;
};
