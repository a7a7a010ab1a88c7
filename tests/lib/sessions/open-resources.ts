/** Opens every resource that depends on a session, a user or a right. Each reports whether it is still open. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, get, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RelayQuery } from '@boxwood/box-sdk';
import { BoxFailure, downloadTask, fileUrl, isRight, shareFileAddress, thumbUrl, WaitChanges } from '@boxwood/box-sdk';
import type { AccessPath, BoxAccess } from './account-and-box.ts';

export interface OpenResource {
  readonly isOpen: () => Promise<boolean>;
  readonly close?: () => void;
}

/** Where a resource is opened, by which user, through which access path. */
export interface ResourceContext {
  readonly user: string;
  readonly reach: BoxAccess;
  /** The wire path of the folder; {@link createResourceFiles} has prepared it. */
  readonly folder: string;
  /** The same folder on the disk. */
  readonly disk: string;
  /** The suffix of the file names there. */
  readonly suffix: string;
  /** The wire path of the open area with a second password; it is prepared as well. */
  readonly area: string;
  readonly web: SlowWebServer;
}

/** Larger than all buffers between box and reader. */
const FILM_BYTES = 2 * 1024 ** 3;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates the files that the resources need: a film, a note, and a picture with unique content. */
export const createResourceFiles = (folder: string, suffix = ''): void => {
  mkdirSync(folder, { recursive: true });
  const film = join(folder, `film.bin${suffix}`);
  writeFileSync(film, 'film');
  truncateSync(film, FILM_BYTES);
  writeFileSync(join(folder, `note.txt${suffix}`), 'dear diary');
  // Bytes after the end of a picture make its content unique.
  writeFileSync(join(folder, `picture.png${suffix}`), Buffer.concat([PICTURE, randomBytes(16)]));
};

/**
 * Whether a call succeeds. A refusal of the box or an HTTP status of the relay counts as no; any other failure fails
 * the test.
 */
export const isAnswered = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call;
    return true;
  } catch (failure) {
    if (failure instanceof BoxFailure && (failure.error._tag === 'Refused' || failure.error._tag === 'Http'))
      return false;
    throw failure;
  }
};
/**
 * Whether an address answers with success. A connection that is cut also counts as no: the right was revoked meanwhile.
 */
const isReadable = async (address: string, how: RequestInit = {}): Promise<boolean> => {
  try {
    const reply = await fetch(address, how);
    await reply.arrayBuffer();
    return reply.ok;
  } catch (failure) {
    if (failure instanceof TypeError) return false;
    throw failure;
  }
};
const withTicket = (address: string, relay: RelayQuery | undefined): string =>
  relay === undefined
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ ...relay }).toString()}`;

/**
 * Turns of the event loop in which a reader consumes data: enough for everything in flight when a connection is cut.
 */
const READ_TURNS = 200;

/** A download whose reader consumes a little at each check, so that it soon notices a cut connection. */
const openSlowDownload = async (address: string): Promise<OpenResource> => {
  const asking = get(address);
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject);
  });
  await once(reply, 'readable');
  if (reply.statusCode !== 200) throw new Error(`a download that does not begin: ${reply.statusCode ?? 0}`);
  let open = true;
  for (const event of ['error', 'close', 'end']) reply.on(event, () => (open = false));
  return {
    isOpen: async () => {
      for (let gulp = 0; open && gulp < READ_TURNS; gulp++) {
        reply.read();
        await new Promise(setImmediate);
      }
      return open;
    },
    close: () => {
      reply.destroy();
    },
  };
};

/** A body that is sent in small pieces; open until the server answers or closes the connection. */
const openSlowUpload = async (address: string, size: number): Promise<OpenResource> => {
  const sending = request(address, { method: 'PUT', headers: { 'content-length': size } });
  let open = true;
  for (const event of ['response', 'error', 'close']) sending.on(event, () => (open = false));
  sending.write('drop');
  await once(sending, 'socket');
  const dripping = setInterval(() => sending.write('.'), 20);
  return {
    isOpen: () => Promise.resolve(open),
    close: () => {
      clearInterval(dripping);
      sending.destroy();
    },
  };
};

/** A web server that never finishes sending a file. */
export interface SlowWebServer {
  readonly origin: string;
  /** Whether a client is fetching that path now. */
  isFetched(path: string): boolean;
  close(): void;
}
export const startSlowWebServer = async (): Promise<SlowWebServer> => {
  const fetched = new Map<string, ServerResponse>();
  const server: Server = createServer((asked, response) => {
    const path = asked.url ?? '';
    response.writeHead(200, { 'content-length': 1_000_000_000 });
    const dripping = setInterval(() => response.write('.'), 20);
    fetched.set(path, response);
    response.on('close', () => {
      clearInterval(dripping);
      fetched.delete(path);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isFetched: (path) => fetched.has(path),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** A change is reported within this time; a request without an answer counts as closed. */
const CHANGE_TIMEOUT_MS = 1000;
const UPLOAD_BYTES = 1024 * 1024;
const unique = (): string => randomBytes(6).toString('hex');
const until = async (fine: () => Promise<boolean> | boolean): Promise<void> => {
  for (let tries = 0; !(await fine()); tries++) {
    if (tries > 1500) throw new Error('it never came to be');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const addressesOf = async ({ client, base, relay }: BoxAccess) => ({
  base,
  key: (await client.session.fileKey()).key,
  relay,
});
/** The address of a new upload. */
const uploadTo = async ({ reach: { client, base, relay }, folder, suffix }: ResourceContext): Promise<string> => {
  const target = `${folder}/${unique()}.bin${suffix}`;
  const { uuid } = await client.transfers.prepare({ target, size: UPLOAD_BYTES });
  return withTicket(`${base}/filetrans?uuid=${uuid}`, relay);
};
/** A link to the film, with its page. */
const linkTo = async ({ client, base }: BoxAccess, folder: string) => {
  const { id } = await client.shares.link({ path: folder, names: ['film.bin'], days: 1, code: '0000' });
  const { ticket } = await client.shares.open({ id, code: '' });
  return { page: `${base}/s/${id}`, film: shareFileAddress(base, { id, index: 0, ticket }) };
};

/** The columns of the matrix, each with the function that opens its resource. */
export const RESOURCES = {
  command: ({ reach: { client }, folder }) =>
    Promise.resolve({ isOpen: () => isAnswered(client.files.list({ path: folder, count: 1, hasbaseinfo: 0 })) }),

  'file key': async ({ reach, folder, suffix }) => {
    const address = fileUrl(await addressesOf(reach), `${folder}/note.txt${suffix}`);
    return { isOpen: () => isReadable(address) };
  },

  thumbnail: async ({ reach, folder }) => {
    const { client } = reach;
    let hash = '';
    await until(async () => {
      const { file_list: items } = await client.files.list({ path: folder, count: 100, hasbaseinfo: 0 });
      hash = items.find(({ n }) => n === 'picture.png')?.h ?? '';
      return hash !== '';
    });
    const address = thumbUrl(await addressesOf(reach), hash, 64);
    return { isOpen: () => isReadable(address) };
  },

  upload: async (scene) => {
    const address = await uploadTo(scene);
    let sent = 0;
    return {
      isOpen: async () => {
        const taken = await isReadable(`${address}&start=${sent}`, { method: 'PUT', body: 'more' });
        if (taken) sent += 4;
        return taken;
      },
    };
  },

  'running upload': async (scene) => openSlowUpload(`${await uploadTo(scene)}&start=0`, UPLOAD_BYTES),

  'running download': async ({ reach, folder, suffix }) =>
    openSlowDownload(fileUrl(await addressesOf(reach), `${folder}/film.bin${suffix}`)),

  task: async ({ user, reach: { client }, folder, web }) => {
    const path = `/${unique()}.mp3`;
    await client.tasks.add(downloadTask(user, `${web.origin}${path}`, folder));
    await until(() => web.isFetched(path));
    return { isOpen: () => Promise.resolve(web.isFetched(path)) };
  },

  undo: async ({ reach: { client }, folder }) => {
    await client.files.makeFolder({ path: `${folder}/${unique()}` });
    const { list } = await client.journal.list({ count: 1, cursor: 0 });
    const id = list.map((entry) => entry.id);
    // Undo and redo, so that the check can be repeated.
    return {
      isOpen: async () => (await isAnswered(client.journal.undo({ id }))) && isAnswered(client.journal.redo({ id })),
    };
  },

  /** A long poll, repeated for as long as it is answered. */
  changes: async ({ reach: { client }, folder, disk, suffix }) => {
    let told = 0;
    const going = new AbortController();
    let { cursor } = await client.changes.wait({ cursor: '', wait: 0, folders: [] });
    const follow = async (): Promise<void> => {
      while (!going.signal.aborted) {
        const ask = { cursor, wait: 50, folders: [folder] };
        const changes = await client.exec(WaitChanges, ask, { signal: going.signal })();
        if (!isRight(changes)) return;
        cursor = changes.right.cursor;
        if (changes.right.folders.includes(folder)) told += 1;
      }
    };
    const over = follow().then(() => 'over');
    return {
      isOpen: async () => {
        const before = told;
        writeFileSync(join(disk, `changed.txt${suffix}`), unique());
        for (const began = performance.now(); told === before && performance.now() - began < CHANGE_TIMEOUT_MS;) {
          const first = await Promise.race([over, delay(20)]);
          if (first === 'over') return false;
        }
        return told > before;
      },
      close: () => {
        going.abort();
      },
    };
  },

  'share page': async ({ reach, folder }) => {
    const { page } = await linkTo(reach, folder);
    return { isOpen: () => isReadable(page) };
  },

  'share download': async ({ reach, folder }) => openSlowDownload((await linkTo(reach, folder)).film),

  area: async ({ reach, area, suffix }) => {
    const { client } = reach;
    const address = fileUrl(await addressesOf(reach), `${area}/note.txt${suffix}`);
    return {
      isOpen: async () =>
        (await isAnswered(client.files.list({ path: area, count: 1, hasbaseinfo: 0 }))) || isReadable(address),
    };
  },
} as const satisfies Readonly<Record<string, (scene: ResourceContext) => Promise<OpenResource>>>;

/** The user of a share link has no account and no ticket, so share links do not go through the relay. */
export const isReachableThrough = (thing: ResourceName, door: AccessPath): boolean =>
  door === 'box' || !thing.startsWith('share');

export type ResourceName = keyof typeof RESOURCES;
export const RESOURCE_NAMES = Object.keys(RESOURCES) as readonly ResourceName[];
