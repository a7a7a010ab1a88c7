import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examine, report } from './doctor.ts';

describe('boxwood-box doctor', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const look = (more: { readonly port?: number; readonly path?: string } = {}) =>
    examine({ dataDir: folder, secretFile: join(folder, 'secret'), desktopDir: folder, port: 0, ...more });

  it('names every missing tool, what it would add and how to get it', async () => {
    const missing = (await look({ path: '/nowhere' })).filter((finding) => finding.advice.startsWith('apt-get'));
    expect(missing.map((finding) => finding.what)).toContain('ffmpeg is missing; it would add thumbnails of films.');
    expect(missing.every((finding) => finding.level === 'note')).toBe(true);
  });

  it('fails on a secret that others can read, and says how to mend it', async () => {
    writeFileSync(join(folder, 'secret'), 'x');
    chmodSync(join(folder, 'secret'), 0o644);
    const lines = report(await look()).join('\n');
    expect(lines).toContain('FAIL');
    expect(lines).toContain('chmod 600');
    chmodSync(join(folder, 'secret'), 0o600);
    expect(report(await look()).join('\n')).not.toContain('chmod 600');
  });

  it('tells when the port is taken', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, () => {
        const address = other.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    expect(report(await look({ port })).join('\n')).toContain(`Port ${port} is taken`);
    other.close();
  });
});
