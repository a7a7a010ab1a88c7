import type { BoxError, CallOptions, Client, CommandSpec, Either, ParamsOf, Transport } from '@boxwood/command-bus';
import type { Facade, ResultOf } from '@boxwood/command-bus';
import {
  BoxFailure,
  careful,
  createClient,
  createFacade,
  fetchTransport,
  left,
  strangersIn,
} from '@boxwood/command-bus';
import type { BoxEvents, EventOptions } from '../changes/events.ts';
import { eventsOf } from '../changes/events.ts';
import { explain, str, wirePath } from '@boxwood/command-bus/codecs';
import { commandTree } from '../command-tree.ts';
import type { PagedCommand, PageItem, PageQuery } from '../paging/each.ts';
import { each } from '../paging/each.ts';
import { SignInOffline, SignOutOffline } from '../session/commands.ts';
import type { EndedTask, WaitOptions } from '../tasks/wait.ts';
import { waitForTask } from '../tasks/wait.ts';
import type { AddressBase } from '../transfers/addresses.ts';
import { fileUrl } from '../transfers/addresses.ts';
import { fileAddresses } from '../transfers/file-key.ts';
import type { ManyOptions, Sent } from '../transfers/upload-many.ts';
import { uploadMany } from '../transfers/upload-many.ts';
import type { UploadSource } from '../transfers/upload.ts';
import { isExpired } from './patience.ts';
import type { QueueOptions } from './queue.ts';
import { queued } from './queue.ts';

/**
 * Credentials: a password creates a 24-hour session that is renewed automatically; a token is one created for a script.
 */
export type Credentials =
  { readonly user: string; readonly password: string } | { readonly user: string; readonly token: string };

export interface ConnectOptions extends QueueOptions {
  /** Transport of all calls; `fetch` when absent. */
  readonly transport?: Transport;
  /** Transport of uploads, if different: `fileTransport` of `@boxwood/box-sdk/node` streams files from disk. */
  readonly transferTransport?: Transport;
}

const CREDENTIALS = { user: true, password: true, token: true } as const;

/** All option names of a type. */
type Names<O> = Readonly<Record<keyof O, true>>;
const PATIENCE = { patienceMs: true, timers: true } as const;
const CONNECT_OPTIONS: Names<ConnectOptions> = {
  ...PATIENCE,
  concurrency: true,
  transport: true,
  transferTransport: true,
};
const EVENT_OPTIONS: Names<EventOptions> = { ...PATIENCE, folders: true, cursor: true, signal: true };
const WAIT_OPTIONS: Names<WaitOptions> = { ...PATIENCE, signal: true, onProgress: true };
const MANY_OPTIONS: Names<ManyOptions> = { ...PATIENCE, signal: true, parallel: true, onProgress: true, keep: true };

const unfit = (what: string, issues: readonly string[]): BoxFailure =>
  new BoxFailure({ _tag: 'Malformed', at: 'params', issues }, what);

/** Rejects unknown options by name, because plain JavaScript callers get no type errors. */
const refuseStrangers = (what: string, given: object | undefined, known: Readonly<Record<string, true>>): void => {
  const strangers = strangersIn(given, Object.keys(known));
  if (strangers.length > 0) throw unfit(what, strangers);
};

type Tree = Facade<typeof commandTree>;

/** A signed-in connection to a box: every command as a method, and helpers for scripts. */
export type Connection = Client &
  Omit<Tree, 'tasks'> & {
    readonly tasks: Tree['tasks'] & {
      /** Waits until one of the caller's tasks has ended. `id` is the result of `tasks.add`. */
      wait(id: string, options?: WaitOptions): Promise<EndedTask>;
    };
    /** Base URL of the box, without a trailing slash. */
    readonly base: string;
    /** The signed-in user. */
    readonly user: string;
    /** Current session token. */
    readonly token: string;
    /** Base for file URLs, with a key that is valid for an hour. */
    addresses(): Promise<AddressBase>;
    /** URL of a file that any HTTP client can read for an hour. */
    url(path: string): Promise<string>;
    /** Iterates over all entries of a paged list command: `for await (const item of box.each(ListFiles, { path }))`. */
    each<C extends PagedCommand>(
      command: C,
      query: PageQuery<C>,
      options?: CallOptions,
    ): AsyncGenerator<PageItem<C>, void, undefined>;
    /** Streams the changes of the box. */
    events(options?: EventOptions): BoxEvents;
    /** Uploads many files, several at a time, with small ones bundled. */
    upload<S extends UploadSource>(
      sources: Iterable<S> | AsyncIterable<S>,
      options?: ManyOptions,
    ): AsyncGenerator<Sent<S>, void, undefined>;
    /** Ends a password session, which is then not renewed. A script token stays valid until it is revoked. */
    signOut(): Promise<void>;
  };

/** Wraps a client so that it renews an expired session and repeats the call that the box refused. */
const renewing = (client: Client, tokenNow: () => string, renew: () => Promise<boolean>): Client => {
  let under: Promise<boolean> | null = null;
  const exec =
    <C extends CommandSpec>(command: C, params: ParamsOf<C>, options?: CallOptions) =>
    async (): Promise<Either<BoxError, ResultOf<C>>> => {
      const used = tokenNow();
      const result = await client.exec(command, params, options)();
      if (result._tag === 'Right' || !isExpired(result.left)) return result;
      if (tokenNow() === used) {
        // Concurrent calls that find the session expired share one sign-in.
        under ??= renew().finally(() => {
          under = null;
        });
        if (!(await under)) return result;
      }
      return client.exec(command, params, options)();
    };
  return { ...client, exec };
};

/**
 * Connects to a box and signs in. The connection queues calls, repeats calls refused as too many, and renews the
 * session. An address without `http://` or `https://` uses http.
 *
 * @example
 * ```ts
 * const box = await connect('http://192.168.1.20:6900', { user: 'ann', password });
 * await box.files.makeFolder({ path: `/mnt/usb1/${box.user}/Backup` });
 * await box.signOut();
 * ```
 * @throws BoxFailure when the box is unreachable or refuses the password
 */
export const connect = async (
  url: string,
  credentials: Credentials,
  options: ConnectOptions = {},
): Promise<Connection> => {
  refuseStrangers('connect', credentials, CREDENTIALS);
  refuseStrangers('connect', options, CONNECT_OPTIONS);
  // A token read from the environment may be undefined, which would otherwise fail only in the first call.
  if ('token' in credentials && !str.is(credentials.token)) throw unfit('connect', ['token: expected string']);
  // An address without a scheme, as in a browser's address bar, means http on the local network.
  const base = (/^https?:\/\//i.test(url) ? url : `http://${url}`).replace(/\/+$/, '');
  const transport = options.transport ?? fetchTransport();
  const anonymous = createClient({ baseUrl: base, transport });
  let identity = { username: credentials.user, token: 'token' in credentials ? credentials.token : '' };

  const signIn = async (): Promise<Either<BoxError, null>> => {
    if ('token' in credentials) return { _tag: 'Right', right: null };
    const request = {
      appId: 'web',
      appIdSecurity: '',
      appKey: '',
      devtype: 'web',
      logintype: 1 as const,
      userName: credentials.user,
      pwd: credentials.password,
    };
    const signed = await anonymous.exec(SignInOffline, request)();
    if (signed._tag === 'Left') return left(signed.left);
    // A box that returns no user name accepts the one that was entered.
    identity = { username: signed.right.userName || credentials.user, token: signed.right.token };
    return { _tag: 'Right', right: null };
  };
  const first = await signIn();
  if (first._tag === 'Left') throw new BoxFailure(first.left, SignInOffline.name);

  const { transferTransport = transport } = options;
  const bare = createClient({ baseUrl: base, transport, transferTransport, identity: () => identity });
  /** After signing out, pending calls must not create a new session. */
  let isOver = false;
  const renew = async (): Promise<boolean> => 'password' in credentials && !isOver && (await signIn())._tag === 'Right';
  const client = careful(
    queued(
      renewing(bare, () => identity.token, renew),
      options,
    ),
  );

  const addresses = fileAddresses(client, base, () => identity.token);
  const facade = createFacade(client, commandTree);
  const user = identity.username;
  return {
    ...client,
    ...facade,
    tasks: {
      ...facade.tasks,
      wait: async (id, wait) => {
        refuseStrangers('tasks.wait', wait, WAIT_OPTIONS);
        return waitForTask(client, { user, id }, { ...options, ...wait });
      },
    },
    base,
    user,
    get token() {
      return identity.token;
    },
    addresses,
    url: async (path) => {
      if (!wirePath.is(path)) throw unfit('url', explain(wirePath, path));
      return fileUrl(await addresses(), path);
    },
    each: (command, query, call) => each(client, command, query, call),
    events: (events) => {
      refuseStrangers('events', events, EVENT_OPTIONS);
      return eventsOf(client, events);
    },
    upload: (sources, many) => {
      refuseStrangers('upload', many, MANY_OPTIONS);
      return uploadMany(client, sources, { ...options, ...many });
    },
    signOut: async () => {
      if ('token' in credentials || isOver) return;
      const ended = await bare.exec(SignOutOffline, { userName: user, token: identity.token })();
      if (ended._tag === 'Left') throw new BoxFailure(ended.left, SignOutOffline.name);
      isOver = true;
    },
  };
};
