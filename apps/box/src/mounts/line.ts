import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { MountKind } from '@boxwood/box-sdk';
import type { Clock } from '../clock.ts';

/** The data needed to probe a server. */
export interface Server {
  readonly kind: MountKind;
  readonly addr: string;
  readonly port: number;
  readonly protocol?: string | undefined;
}

/** Timeout for a reachability probe of a LAN server, in ms. */
const ANSWER_MS = 1000;
/** How long a successful and a failed probe are cached, in ms. */
const HOLDS_MS = 500;
const SILENT_MS = 1000;
/** How long a resolved address is cached, in ms. The system resolver uses a file thread. */
const NAME_MS = 30_000;

const words = (...numbers: readonly number[]): Buffer => {
  const all = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) all.writeUInt32BE(number, at * 4);
  return all;
};

/** SMB 2 NEGOTIATE ([MS-SMB2] 2.2.3), which servers answer before authentication. */
const negotiate = (): Buffer => {
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
  return Buffer.concat([words(header.length + body.length), header, body]);
};

/** Message that makes each kind of server respond without authentication. FTP servers send first. */
const GREETINGS: Readonly<Record<MountKind, (host: string) => string | Buffer>> = {
  webdav: (host) => `OPTIONS / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  // NULL procedure of the NFS program (RFC 5531).
  nfs: () => words(0x8000_0028, 1, 0, 2, 100_003, 3, 0, 0, 0, 0, 0),
  smb: negotiate,
  ftp: () => '',
};

/** Whether a server sends any data. A stopped server may still accept connections. Uses no file thread. */
export const speaks = ({ kind, addr, port, protocol }: Server, ip: string, waitMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const secure = kind === 'webdav' && protocol === 'https';
    const line: Socket = secure
      ? // The probe sends and trusts nothing, so it does not verify the certificate; the mount itself does.
        connectSecurely({
          host: ip,
          port,
          rejectUnauthorized: false,
          ...(isIP(addr) === 0 ? { servername: addr } : {}),
        })
      : connect(port, ip);
    let connected = false;
    const end = (there: boolean) => (): void => {
      clearTimeout(late);
      line.destroy();
      resolve(there);
    };
    const late = setTimeout(end(false), waitMs);
    line.once('connect', () => {
      connected = true;
      if (!secure) line.write(GREETINGS[kind](addr));
    });
    if (secure) line.once('secureConnect', end(true));
    line.once('data', end(true));
    // A server that closes the connection is reachable.
    line.once('end', end(true));
    line.once('error', () => {
      end(connected)();
    });
  });

/** Probes one server before it is accessed. Concurrent callers share one probe. */
export class Line {
  readonly #server: Server;
  readonly #clock: Clock;
  /** Number of failed probes in a row. */
  #silences = 0;
  #asking: Promise<boolean> | null = null;
  #said: { readonly at: number; readonly there: boolean } | null = null;
  #found: { readonly at: number; readonly ip: string | null } | null = null;

  constructor(server: Server, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  get silences(): number {
    return this.#silences;
  }

  /** Whether the server responds, from the cache or with a new probe. */
  answers(): Promise<boolean> {
    const said = this.#said;
    const age = this.#clock.now() - (said?.at ?? 0);
    if (said !== null && age >= 0 && age < (said.there ? HOLDS_MS : SILENT_MS)) return Promise.resolve(said.there);
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    const ip = await this.#find();
    const there = ip !== null && (await speaks(this.#server, ip, ANSWER_MS));
    this.#said = { at: this.#clock.now(), there };
    this.#silences = there ? 0 : this.#silences + 1;
    return there;
  }

  async #find(): Promise<string | null> {
    const { addr } = this.#server;
    if (isIP(addr) !== 0) return addr;
    const age = this.#clock.now() - (this.#found?.at ?? 0);
    if (this.#found !== null && age >= 0 && age < NAME_MS) return this.#found.ip;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, ANSWER_MS, null);
    });
    const ip = await Promise.race([
      lookup(addr).then(
        ({ address }) => address,
        () => null,
      ),
      late,
    ]).finally(() => clearTimeout(timer));
    this.#found = { at: this.#clock.now(), ip };
    return ip;
  }
}
