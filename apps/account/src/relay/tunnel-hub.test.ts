import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

/** The files of a certificate for this machine, and of its key. */
const createCertificate = (folder: string): readonly [string, string] => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=account', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert];
  execFileSync('openssl', [...kind, ...names], { stdio: 'ignore' });
  return [cert, key];
};

it('opens tunnels over TLS, one after the other, without an abort of the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-tls-dials-'));
  try {
    const child = fileURLToPath(new URL('../testing/tls-dials-child.ts', import.meta.url));
    const args = ['--conditions=@boxwood/source', child, folder, ...createCertificate(folder)];
    // Rejects with the signal and the output when the process aborts.
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toContain('60 tunnels opened');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
