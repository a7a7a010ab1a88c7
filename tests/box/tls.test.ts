import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as plain } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { createCli } from '../lib/box/cli.ts';

/** A box that serves https itself, with certificates as openssl creates them. */
describe('the box’s own https', () => {
  let folder: string;
  let box: BoxProcess;
  let dataDir: string;
  let configDir: string;
  const at = (name: string) => join(folder, name);
  const certificate = (name: string, subject: string): void => {
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const names = ['-subj', `/CN=${subject}`, '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
    const files = ['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)];
    execFileSync('openssl', [...made, ...names, ...files], { stdio: 'ignore' });
  };
  const use = (name: string): void => {
    copyFileSync(at(`${name}.key`), at('key.pem'));
    copyFileSync(at(`${name}.pem`), at('cert.pem'));
  };
  const args = () => ['--tls-cert', at('cert.pem'), '--tls-key', at('key.pem')];
  const port = () => Number(new URL(box.origin).port);
  const subjectNow = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connectTls({ host: '127.0.0.1', port: port(), rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      }).on('error', reject);
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'boxwood-tls-'));
    for (const name of ['first', 'second']) certificate(name, name);
    use('first');
    [dataDir, configDir] = [at('data'), at('config')];
    // The users are created by http, because no client trusts its certificate yet.
    const before = await startBoxProcess({ dataDir, configDir });
    await before.stop();
    box = await startBoxProcess({ dataDir, configDir, args: args() });
  });
  afterAll(async () => {
    await box.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says so in its address, serves the desktop, and sends who speaks http to the same address with https', async () => {
    expect(box.origin).toBe(`https://127.0.0.1:${port()}`);
    const ca = execFileSync('cat', [at('first.pem')], { encoding: 'utf8' });
    const agent = new Agent({ ca });
    const asked = (path: string) =>
      new Promise<{ status: number | undefined; policy: string }>((resolve, reject) => {
        request(`${box.origin}${path}`, { agent }, (reply) => {
          reply.resume().on('end', () => {
            resolve({ status: reply.statusCode, policy: String(reply.headers['content-security-policy']) });
          });
        })
          .on('error', reject)
          .end();
      });
    expect((await asked('/')).status).toBe(200);
    expect((await asked('/healthz')).status).toBe(200);
    agent.destroy();
    const sent = await new Promise<string | undefined>((resolve, reject) => {
      plain(`http://127.0.0.1:${port()}/help/?a=1`, (reply) => resolve(reply.resume().headers.location))
        .on('error', reject)
        .end();
    });
    expect(sent).toBe(`https://127.0.0.1:${port()}/help/?a=1`);
  });

  it('the command line works with it, large files too, when it is told the certificate, and says why when it is not', async () => {
    const cli = createCli();
    const trusting = { NODE_EXTRA_CA_CERTS: at('first.pem'), BOXWOOD_PASSWORD: PASSWORD };
    try {
      const stranger = await cli.run(['login', box.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });
      expect(stranger.code).toBe(5);
      expect(stranger.err).toContain('its certificate is self-signed');
      expect((await cli.run(['login', box.origin, '-u', OWNER], trusting)).err).toBe('');
      writeFileSync(at('large.bin'), Buffer.alloc(66 * 1024 * 1024, 'tls'));
      expect((await cli.run(['put', at('large.bin')], trusting)).err).toBe('');
      const sums = await cli.run(['sha256sum', 'large.bin'], trusting);
      const here = execFileSync('sha256sum', [at('large.bin')], { encoding: 'utf8' }).slice(0, 64);
      expect(sums.out).toBe(`${here}  large.bin\n`);
      expect((await cli.run(['share', 'large.bin'], trusting)).out).toMatch(/^https:\/\//);
    } finally {
      cli.remove();
    }
  });

  it('takes the next certificate as soon as its files hold it, and keeps the last one that fits', async () => {
    expect(await subjectNow()).toBe('first');
    writeFileSync(at('key.pem'), 'half a fi');
    await vi.waitFor(() => expect(box.log()).toContain('certificate is invalid'), { timeout: 60_000, interval: 100 });
    expect(await subjectNow()).toBe('first');
    use('second');
    await vi.waitFor(async () => expect(await subjectNow()).toBe('second'), { timeout: 60_000, interval: 100 });
  });

  it('says at the start what does not fit', async () => {
    const words = async (cert: string, key: string): Promise<string> => {
      const more = ['--tls-cert', cert, ...(key === '' ? [] : ['--tls-key', key])];
      const other = startBoxProcess({ dataDir: at('other'), configDir: at('other-config'), args: more });
      return other.then(
        () => 'started',
        (failure: unknown) => String(failure),
      );
    };
    expect(await words(at('first.pem'), at('second.key'))).toContain('does not belong to the certificate');
    expect(await words(at('none.pem'), at('first.key'))).toContain('cannot be read (ENOENT)');
    expect(await words(at('first.key'), at('first.key'))).toContain('is not a certificate');
    expect(await words(at('first.pem'), at('first.pem'))).toContain('is not a private key');
    expect(await words(at('first.pem'), '')).toContain('FILE together');
  });
});
