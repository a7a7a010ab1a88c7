import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { secretFileOf } from '../../storage/state/box-secret.ts';
import { runChecks, formatFindings } from './run-checks.ts';

describe('boxwood-box doctor', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const check = (more: { readonly port?: number; readonly path?: string } = {}) =>
    runChecks({
      dataDir: folder,
      configDir: join(folder, 'config'),
      desktopDir: folder,
      port: 0,
      embedded: true,
      clock: systemClock,
      restore: (options) => `restore ${options}`,
      ...more,
    });

  it('names every missing tool, what it would add and how to get it', async () => {
    const missing = (await check({ path: '/nowhere' })).filter((finding) => finding.advice.startsWith('apt-get'));
    expect(missing.map((finding) => finding.what)).toContain('ffmpeg is missing. Install it for thumbnails of films.');
    expect(missing.every((finding) => finding.level === 'note')).toBe(true);
  });

  it('fails on a secret that others can read, and says how to mend it', async () => {
    const file = secretFileOf(folder, join(folder, 'config'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'x');
    chmodSync(file, 0o644);
    const lines = formatFindings(await check()).join('\n');
    expect(lines).toContain('FAIL');
    expect(lines).toContain('chmod 600');
    chmodSync(file, 0o600);
    expect(formatFindings(await check()).join('\n')).not.toContain('chmod 600');
  });

  it('tells when the port is taken', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, () => {
        const address = other.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    expect(formatFindings(await check({ port })).join('\n')).toContain(`Port ${port} is in use`);
    other.close();
  });
});
