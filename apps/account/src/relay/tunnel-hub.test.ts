import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionLimits } from '../http/connection-limits.ts';
import { createServerLimits } from '../http/server-limits.ts';
import type { AccountOptions } from '../service-settings.ts';
import { settingsOf } from '../service-settings.ts';
import type { TestService } from '../testing/account-test-helpers.ts';
import { openStore } from '../store/open-store.ts';
import { startService } from '../testing/account-test-helpers.ts';
import { dialHeaders, dialIn } from '../testing/dialled-box.ts';
import { TunnelPlaces, tunnelsFor } from './tunnel-places.ts';

// The network guard of the unit tests wraps the sockets of http; this test needs real ones.
nock.restore();
// A service of its own process starts slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

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
    expect(stdout).toContain('30 tunnels opened');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('the tunnels of a service', () => {
  /** Connections of known callers, and tunnels that fit into 1 MiB. */
  const [USERS, PLACES] = [8, 32];
  let service: TestService;
  let limits: ReturnType<typeof createServerLimits>;
  let hangUps: (() => void)[];
  let closedTunnels: string[];
  beforeEach(() => {
    limits = { ...createServerLimits(), connections: new ConnectionLimits({ maxConnections: USERS * 2 }) };
    [hangUps, closedTunnels] = [[], []];
  });
  afterEach(async () => {
    for (const hangUp of hangUps) hangUp();
    await service.stop();
  });

  const start = async (options: Partial<AccountOptions> = {}) => {
    service = await startService({ publicUrl: 'https://account.example', guard: limits, ...options });
  };
  const secretOf = (boxId: string) => `${boxId}-secret-of-at-least-32-characters`;
  /** Adds boxes to the database, of which an address registers only twenty in an hour. */
  const register = async (boxIds: readonly string[]) => {
    const db = await openStore(join(service.dir, 'account.sqlite'), () => undefined);
    const row = { model: 'N3', edition: 'standard', version: '', lan_ip: '', wan_ip: '', ipv6: '', title: '' } as const;
    const boxes = boxIds.map((boxId) => ({
      ...row,
      box_id: boxId,
      box_name: boxId,
      secret: secretOf(boxId),
      api_port: 0,
      seen: 0,
    }));
    await db.insertInto('boxes').values(boxes).execute();
    await db.destroy();
  };
  const dial = async (boxId: string) => {
    const tunnel = await dialIn(service.url(), boxId, secretOf(boxId), (stream) => {
      stream.respond({ ':status': 200 });
      stream.end('{"error":0}');
    });
    hangUps.push(tunnel.hangUp);
    void tunnel.closed.then(() => closedTunnels.push(boxId));
    await tunnel.opened;
    return tunnel;
  };
  /** The reply to a dial that is refused. */
  const refused = (boxId: string) =>
    new Promise<{ readonly status: number; readonly retryAfter: string | undefined }>((resolve, reject) => {
      const upgrade = request(`${service.url()}/relay-dial`, { headers: dialHeaders(boxId, secretOf(boxId)) });
      upgrade.on('response', (reply) => {
        reply.resume();
        resolve({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] });
      });
      upgrade.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('the dial was not refused'));
      });
      upgrade.on('error', reject);
      upgrade.end();
    });

  it('are held beside the ordinary connections: none is closed for another, and users keep their places', async () => {
    await start();
    const { api } = await service.createBoxWithOwner('box0');
    const others = Array.from({ length: USERS * 4 }, (_, at) => `box${at + 1}`);
    await register(others);
    await dial('box0');
    for (const other of others) await dial(other);
    expect(limits.connections.counts.users).toBe(0);
    const { relayHost, relayAuth } = await api.box.address({ boxName: 'box0' });
    const ticket = { 'x-relay-host': relayHost, 'x-relay-auth': relayAuth };
    // The first tunnel was idle longest.
    expect((await fetch(`${service.url()}/relay/x`, { headers: ticket })).status).toBe(200);
    expect(closedTunnels).toEqual([]);
    expect(service.faults).toEqual([]);
  });

  it('fit into the memory for them: another box is told to wait, and its dial closes no tunnel', async () => {
    await start({ tunnelMemory: 1 });
    const boxes = Array.from({ length: PLACES }, (_, at) => `box${at}`);
    const next = `box${PLACES}`;
    await register([...boxes, next]);
    const tunnels = [];
    for (const box of boxes) tunnels.push(await dial(box));
    const full = { status: 503, retryAfter: '300' };
    expect([await refused(next), await refused(next)]).toEqual([full, full]);
    expect(closedTunnels).toEqual([]);
    // The operator reads of it, once in five minutes.
    expect(service.faults.map(String)).toEqual([
      `Error: no place for another tunnel: ${PLACES} boxes hold all of them`,
    ]);
    service.clock.advance(300);
    await refused(next);
    expect(service.faults).toHaveLength(2);

    // A box that reconnects takes its own place.
    const again = await dial('box0');
    await tunnels[0]?.closed;
    expect(await refused(next)).toEqual(full);
    expect(closedTunnels).toEqual(['box0']);
    // A place is free as soon as its box has left.
    again.hangUp();
    const isAdmitted = () => dial(next).then(Boolean, () => false);
    await expect.poll(isAdmitted, { timeout: 30_000 }).toBe(true);
  });

  it('are limited by the files of the process, beside those of its connections and requests', () => {
    expect([1024, 12_000, 20_000, 100, Number.POSITIVE_INFINITY].map(tunnelsFor)).toEqual([
      192,
      5736,
      11_736,
      1,
      Number.POSITIVE_INFINITY,
    ]);
  });

  it('are as many as the files allow, and a TLS connection counts as three', () => {
    const few = new TunnelPlaces({ maxTunnels: 2, maxMemory: 1 });
    expect(['box0', 'box1', 'box2', 'box1'].map((box) => few.take(box, new PassThrough()))).toEqual([
      true,
      true,
      false,
      true,
    ]);
    const secure = new TunnelPlaces({ maxTunnels: PLACES, maxMemory: 1 });
    const taken = Array.from({ length: PLACES }, (_, at) =>
      secure.take(`box${at}`, Object.assign(new PassThrough(), { encrypted: true })),
    );
    expect(taken.filter(Boolean)).toHaveLength(10);
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('have no memory of %s MiB', (tunnelMemory) => {
    expect(() => settingsOf({ dataDir: 'data', tunnelMemory })).toThrow('tunnelMemory');
  });
});
