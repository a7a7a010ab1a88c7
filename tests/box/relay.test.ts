/**
 * A box and an account service, each in its own process: the box connects by https, as over the internet, receives its
 * users, and is reached through the relay.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from 'node:tls';
import { createServer } from 'node:tls';
import { createAccountClient, signInParams } from '@boxwood/account-sdk';
import type { BoxClient } from '@boxwood/box-sdk';
import { createBoxClient, fetchTransport, fileUrl, uploadFile } from '@boxwood/box-sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccountProcess } from '../lib/box/account-process.ts';
import { startAccountProcess } from '../lib/box/account-process.ts';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, setUpOwner, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

let folder: string;
let secure: Server;
let account: AccountProcess;
let box: BoxProcess;
let far: BoxClient;
let address: (name: string, download?: boolean) => string;
const wire = (name: string) => `/mnt/usb1/${OWNER}/${name}`;

/**
 * A TLS proxy as in front of an account service on the internet, with a certificate that the box trusts.
 * @returns its address
 */
const secured = async (to: number): Promise<string> => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=account', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert];
  execFileSync('openssl', [...kind, ...names], { stdio: 'ignore' });
  secure = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    const inner = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const)
      one.pipe(other).on('error', () => one.destroy());
  });
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const address = secure.address();
  return `https://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-secured-'));
  account = await startAccountProcess();
  const by = await secured(Number(new URL(account.url).port));
  box = await startBoxProcess({
    withUsers: false,
    args: ['--account', by],
    env: { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') },
  });
  await setUpOwner(box.origin, box.setupCode ?? '');
  // The service sends the box its users over the tunnel, and the box creates their folders.
  await vi.waitFor(() => {
    expect(existsSync(join(box.usb1, OWNER, 'Download'))).toBe(true);
  }, 60_000);
  const transport = fetchTransport();
  const { boxid } = await createBoxClient({ baseUrl: box.origin, transport }).session.setup();
  const nobody = createAccountClient({ baseUrl: account.url, transport });
  const { token } = await nobody.session.signIn(signInParams(OWNER, PASSWORD, 'k'.repeat(32)));
  const identity = () => ({ username: OWNER, token });
  const ways = await createAccountClient({ baseUrl: account.url, transport, identity }).box.address({ boxName: boxid });
  const relay = { host: ways.relayHost, auth: ways.relayAuth };
  const base = `${account.url}/relay`;
  far = createBoxClient({
    baseUrl: base,
    transport,
    relay: { current: () => relay, renew: () => Promise.resolve(null) },
    identity: () => ({ username: OWNER, token: ways.boxToken ?? '' }),
  });
  const { key } = await far.session.fileKey();
  address = (name, download = false) => fileUrl({ base, key, relay }, wire(name), { download });
});
afterAll(async () => {
  await box.remove();
  await account.remove();
  secure.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a box through the relay', () => {
  it('X106: knows its users from the service, and signs them in by itself', async () => {
    expect((await signIn(box.origin, OWNER)).token).toMatch(/^[A-Za-z0-9]{32}$/);
  });

  it('takes an upload whole, and gives it back in ranges, with its validators', async () => {
    const film = randomBytes(300_000);
    const read = (start: number, end: number) => Promise.resolve(new Uint8Array(film.subarray(start, end)));
    await uploadFile(far, { target: wire('film.mp4'), size: film.length, mtime: 1_700_000_000, read });
    expect(readFileSync(join(box.usb1, OWNER, 'film.mp4')).equals(film)).toBe(true);
    const part = await fetch(address('film.mp4'), { headers: { range: 'bytes=1000-1999' } });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${film.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(1000, 2000))).toBe(true);
    const known = { 'if-none-match': part.headers.get('etag') ?? '' };
    expect((await fetch(address('film.mp4'), { headers: known })).status).toBe(304);
  });

  it('shows what is only shown, and hands out the rest under its name', async () => {
    writeFileSync(join(box.usb1, OWNER, 'page.html'), '<script>1</script>');
    const shown = await fetch(address('page.html'));
    expect([shown.headers.get('content-type'), await shown.text()]).toEqual([
      'text/plain; charset=utf-8',
      '<script>1</script>',
    ]);
    const saved = await fetch(address('page.html', true));
    expect(saved.headers.get('content-disposition')).toContain('filename="page.html"');
    expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  it('says its refusals as it does at home: the status and the number', async () => {
    expect((await fetch(address('nothing.txt'))).status).toBe(404);
    expect((await fetch(address('page.html').replace(/key=[^&]+/, 'key=wrong'))).status).toBe(401);
    await expect(far.files.checksum({ path: wire('nothing.txt') })).rejects.toThrow();
  });
});
