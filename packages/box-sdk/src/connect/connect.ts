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

/** Who signs in: with a password, which makes a session of 24 hours that is renewed, or with a token that somebody made for a script. */
export type Credentials =
  { readonly user: string; readonly password: string } | { readonly user: string; readonly token: string };

export interface ConnectOptions extends QueueOptions {
  /** How bytes are moved; `fetch` when absent. */
  readonly transport?: Transport;
  /** How bytes go up, when it differs: `fileTransport` of `@boxwood/box-sdk/node` sends files while they are read. */
  readonly transferTransport?: Transport;
}

const CREDENTIALS = { user: true, password: true, token: true } as const;

/** The names of all options of something. */
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

/** Refuses options that nobody knows, by name: plain JavaScript would be answered as if they had not been there. */
const refuseStrangers = (what: string, given: object | undefined, known: Readonly<Record<string, true>>): void => {
  const strangers = strangersIn(given, Object.keys(known));
  if (strangers.length > 0) throw unfit(what, strangers);
};

type Tree = Facade<typeof commandTree>;

/** A box with somebody signed in: every command as a method, and what scripts want beside that. */
export type Connection = Client &
  Omit<Tree, 'tasks'> & {
    readonly tasks: Tree['tasks'] & {
      /** Waits until a task of the caller's has ended: `id` is what `tasks.add` answered. */
      wait(id: string, options?: WaitOptions): Promise<EndedTask>;
    };
    /** The address of the box, without a slash at the end. */
    readonly base: string;
    /** Whose connection it is. */
    readonly user: string;
    /** The token of the session as it is now. */
    readonly token: string;
    /** What addresses of files begin with, with a key that is good for an hour. */
    addresses(): Promise<AddressBase>;
    /** The address of a file, to be read by whatever speaks HTTP for an hour. */
    url(path: string): Promise<string>;
    /** Everything that a command lists, entry by entry: `for await (const item of box.each(ListFiles, { path }))`. */
    each<C extends PagedCommand>(
      command: C,
      query: PageQuery<C>,
      options?: CallOptions,
    ): AsyncGenerator<PageItem<C>, void, undefined>;
    /** What changes on the box, as it changes. */
    events(options?: EventOptions): BoxEvents;
    /** Uploads many files, small ones together, several at a time. */
    upload<S extends UploadSource>(
      sources: Iterable<S> | AsyncIterable<S>,
      options?: ManyOptions,
    ): AsyncGenerator<Sent<S>, void, undefined>;
    /** Ends the session that a password made, after which no other one is made; a token is its maker's to end. */
    signOut(): Promise<void>;
  };

/** A client whose session is made anew when it has ended; the call that found out is repeated, the box having refused it. */
const renewing = (client: Client, tokenNow: () => string, renew: () => Promise<boolean>): Client => {
  let under: Promise<boolean> | null = null;
  const exec =
    <C extends CommandSpec>(command: C, params: ParamsOf<C>, options?: CallOptions) =>
    async (): Promise<Either<BoxError, ResultOf<C>>> => {
      const used = tokenNow();
      const result = await client.exec(command, params, options)();
      if (result._tag === 'Right' || !isExpired(result.left)) return result;
      if (tokenNow() === used) {
        // However many calls find out at once, one signs in.
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
 * Connects to a box and signs in; an address without `http://` or `https://` is of http: queues calls, repeats what was refused for being too many, renews the session.
 *
 * @example
 * ```ts
 * const box = await connect('http://192.168.1.20:6900', { user: 'ann', password });
 * await box.files.makeFolder({ path: `/mnt/usb1/${box.user}/Backup` });
 * await box.signOut();
 * ```
 * @throws BoxFailure when the box is not there or refuses the password
 */
export const connect = async (
  url: string,
  credentials: Credentials,
  options: ConnectOptions = {},
): Promise<Connection> => {
  refuseStrangers('connect', credentials, CREDENTIALS);
  refuseStrangers('connect', options, CONNECT_OPTIONS);
  // A token out of the environment may not be there, and would be found missing by the first call.
  if ('token' in credentials && !str.is(credentials.token)) throw unfit('connect', ['token: expected string']);
  // What stands in a browser's line without a scheme is http in the house.
  const base = (/^https?:\/\//i.test(url) ? url : `http://${url}`).replace(/\/+$/, '');
  const transport = options.transport ?? fetchTransport();
  const anonymous = createClient({ baseUrl: base, transport });
  let identity = { username: credentials.user, token: 'token' in credentials ? credentials.token : '' };

  const signIn = async (): Promise<Either<BoxError, null>> => {
    if ('token' in credentials) return { _tag: 'Right', right: null };
    const request = {
      ...{ appId: 'web', appIdSecurity: '', appKey: '', devtype: 'web', logintype: 1 as const },
      ...{ userName: credentials.user, pwd: credentials.password },
    };
    const signed = await anonymous.exec(SignInOffline, request)();
    if (signed._tag === 'Left') return left(signed.left);
    // A box that does not say who was signed in knows them by what was typed.
    identity = { username: signed.right.userName || credentials.user, token: signed.right.token };
    return { _tag: 'Right', right: null };
  };
  const first = await signIn();
  if (first._tag === 'Left') throw new BoxFailure(first.left, SignInOffline.name);

  const { transferTransport = transport } = options;
  const bare = createClient({ baseUrl: base, transport, transferTransport, identity: () => identity });
  /** Whoever signed out wants no session any more, whatever is still asked. */
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
