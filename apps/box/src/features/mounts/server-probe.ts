import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { MountKind } from '@boxwood/box-sdk';
import type { Clock } from '../../platform/clock.ts';
import { PROBE_TLS } from '../../platform/unverified-tls.ts';

/** The data needed to probe a server. */
export interface ProbeTarget {
  readonly kind: MountKind;
  readonly addr: string;
  readonly port: number;
  readonly protocol?: string | undefined;
}

/** Timeout for a reachability probe of a LAN server, in ms. */
const RESPONSE_TIMEOUT_MS = 1000;
/** How long a successful and a failed probe are cached, in ms. */
const REACHABLE_TTL_MS = 500;
const UNREACHABLE_TTL_MS = 1000;
/** How long a resolved address is cached, in ms. The system resolver uses a file thread. */
const DNS_TTL_MS = 30_000;

const uint32s = (...numbers: readonly number[]): Buffer => {
  const all = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) all.writeUInt32BE(number, index * 4);
  return all;
};

/** SMB 2 NEGOTIATE ([MS-SMB2] 2.2.3), which servers answer before authentication. */
const smbNegotiate = (): Buffer => {
  const header = Buffer.alloc(64);
  header.write('\xFESMB', 0, 'latin1');
  header.writeUInt16LE(64, 4);
  header.writeUInt16LE(1, 14);
  const body = Buffer.alloc(40);
  body.writeUInt16LE(36, 0);
  body.writeUInt16LE(2, 2);
  body.writeUInt16LE(1, 4);
  body.writeUInt16LE(0x0202, 36);
  body.writeUInt16LE(0x0210, 38);
  return Buffer.concat([uint32s(header.length + body.length), header, body]);
};

/** Message that makes each kind of server respond without authentication. FTP servers send first. */
const PROBE_MESSAGES: Readonly<Record<MountKind, (host: string) => string | Buffer>> = {
  webdav: (host) => `OPTIONS / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  // NULL procedure of the NFS program (RFC 5531).
  nfs: () => uint32s(0x8000_0028, 1, 0, 2, 100_003, 3, 0, 0, 0, 0, 0),
  smb: smbNegotiate,
  ftp: () => '',
};

/** Whether a server sends any data. A stopped server may still accept connections. Uses no file thread. */
export const serverResponds = (
  { kind, addr, port, protocol }: ProbeTarget,
  ip: string,
  waitMs: number,
): Promise<boolean> =>
  new Promise((resolve) => {
    const secure = kind === 'webdav' && protocol === 'https';
    const socket: Socket = secure
      ? connectSecurely({
          ...PROBE_TLS,
          host: ip,
          port,
          ...(isIP(addr) === 0 ? { servername: addr } : {}),
        })
      : connect(port, ip);
    let connected = false;
    const finish = (isReachable: boolean) => (): void => {
      clearTimeout(timeout);
      socket.destroy();
      resolve(isReachable);
    };
    const timeout = setTimeout(finish(false), waitMs);
    socket.once('connect', () => {
      connected = true;
      if (!secure) socket.write(PROBE_MESSAGES[kind](addr));
    });
    if (secure) socket.once('secureConnect', finish(true));
    socket.once('data', finish(true));
    // A server that closes the connection is reachable.
    socket.once('end', finish(true));
    socket.once('error', () => {
      finish(connected)();
    });
  });

/** Probes one server before it is accessed. Concurrent callers share one probe. */
export class ServerProbe {
  readonly #server: ProbeTarget;
  readonly #clock: Clock;
  /** Number of failed probes in a row. */
  #failures = 0;
  #probing: Promise<boolean> | null = null;
  #lastResult: { readonly at: number; readonly isReachable: boolean } | null = null;
  #lastLookup: { readonly at: number; readonly ip: string | null } | null = null;

  constructor(server: ProbeTarget, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  get failures(): number {
    return this.#failures;
  }

  /** Whether the server responds, from the cache or with a new probe. */
  checkReachable(): Promise<boolean> {
    const lastResult = this.#lastResult;
    const age = this.#clock.now() - (lastResult?.at ?? 0);
    if (lastResult !== null && age >= 0 && age < (lastResult.isReachable ? REACHABLE_TTL_MS : UNREACHABLE_TTL_MS))
      return Promise.resolve(lastResult.isReachable);
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  async #probe(): Promise<boolean> {
    const ip = await this.#resolveAddress();
    const isReachable = ip !== null && (await serverResponds(this.#server, ip, RESPONSE_TIMEOUT_MS));
    this.#lastResult = { at: this.#clock.now(), isReachable };
    this.#failures = isReachable ? 0 : this.#failures + 1;
    return isReachable;
  }

  async #resolveAddress(): Promise<string | null> {
    const { addr } = this.#server;
    if (isIP(addr) !== 0) return addr;
    const age = this.#clock.now() - (this.#lastLookup?.at ?? 0);
    if (this.#lastLookup !== null && age >= 0 && age < DNS_TTL_MS) return this.#lastLookup.ip;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, RESPONSE_TIMEOUT_MS, null);
    });
    const ip = await Promise.race([
      lookup(addr).then(
        ({ address }) => address,
        () => null,
      ),
      timeout,
    ]).finally(() => clearTimeout(timer));
    this.#lastLookup = { at: this.#clock.now(), ip };
    return ip;
  }
}
