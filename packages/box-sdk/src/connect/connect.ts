import type { BoxError, CallOptions, Client, CommandSpec, Either, ParamsOf, Transport } from '@boxwood/command-bus';
import type { Facade, ResultOf } from '@boxwood/command-bus';
import {
  BoxFailure,
  strictClient,
  createClient,
  createFacade,
  fetchTransport,
  left,
  describeUnknownFields,
} from '@boxwood/command-bus';
import type { BoxEvents, EventOptions } from '../changes/events.ts';
import { eventsOf } from '../changes/events.ts';
import { explain, str, wirePath } from '@boxwood/command-bus/codecs';
import { commandTree } from '../command-tree.ts';
import type { PagedCommand, PageItem, PageQuery } from '../iterate-pages.ts';
import { each } from '../iterate-pages.ts';
import { SignInOffline, SignOutOffline } from '../session/session-commands.ts';
import type { EndedTask, TaskWaitOptions } from '../tasks/wait-for-task.ts';
import { waitForTask } from '../tasks/wait-for-task.ts';
import type { FileUrlBase } from '../transfers/file-urls.ts';
import { fileUrl } from '../transfers/file-urls.ts';
import { fileAddresses } from '../transfers/file-key.ts';
import type { UploadManyOptions, UploadManyResult } from '../transfers/upload-many.ts';
import { uploadMany } from '../transfers/upload-many.ts';
import type { UploadSource } from '../transfers/upload.ts';
import { isExpired } from './retry.ts';
import type { QueueOptions } from './call-queue.ts';
import { queued } from './call-queue.ts';

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
type OptionNames<O> = Readonly<Record<keyof O, true>>;
const RETRY_OPTIONS = { patienceMs: true, timers: true } as const;
const CONNECT_OPTIONS: OptionNames<ConnectOptions> = {
  ...RETRY_OPTIONS,
  concurrency: true,
  transport: true,
  transferTransport: true,
};
const EVENT_OPTIONS: OptionNames<EventOptions> = { ...RETRY_OPTIONS, folders: true, cursor: true, signal: true };
const WAIT_OPTIONS: OptionNames<TaskWaitOptions> = { ...RETRY_OPTIONS, signal: true, onProgress: true };
const UPLOAD_OPTIONS: OptionNames<UploadManyOptions> = {
  ...RETRY_OPTIONS,
  signal: true,
  parallel: true,
  onProgress: true,
  keep: true,
};

const malformedParams = (operation: string, issues: readonly string[]): BoxFailure =>
  new BoxFailure({ _tag: 'Malformed', at: 'params', issues }, operation);

/** Rejects unknown options by name, because plain JavaScript callers get no type errors. */
const rejectUnknownOptions = (
  operation: string,
  options: object | undefined,
  known: Readonly<Record<string, true>>,
): void => {
  const unknownOptions = describeUnknownFields(options, Object.keys(known));
  if (unknownOptions.length > 0) throw malformedParams(operation, unknownOptions);
};

type CommandFacade = Facade<typeof commandTree>;

/** A signed-in connection to a box: every command as a method, and helpers for scripts. */
export type Connection = Client &
  Omit<CommandFacade, 'tasks'> & {
    readonly tasks: CommandFacade['tasks'] & {
      /** Waits until one of the caller's tasks has ended. `id` is the result of `tasks.add`. */
      wait(id: string, options?: TaskWaitOptions): Promise<EndedTask>;
    };
    /** Base URL of the box, without a trailing slash. */
    readonly base: string;
    /** The signed-in user. */
    readonly user: string;
    /** Current session token. */
    readonly token: string;
    /** Base for file URLs, with a key that is valid for an hour. */
    addresses(): Promise<FileUrlBase>;
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
      options?: UploadManyOptions,
    ): AsyncGenerator<UploadManyResult<S>, void, undefined>;
    /** Ends a password session, which is then not renewed. A script token stays valid until it is revoked. */
    signOut(): Promise<void>;
  };

/** Wraps a client so that it renews an expired session and repeats the call that the box refused. */
const withSessionRenewal = (client: Client, getToken: () => string, renew: () => Promise<boolean>): Client => {
  let pendingRenewal: Promise<boolean> | null = null;
  const exec =
    <C extends CommandSpec>(command: C, params: ParamsOf<C>, options?: CallOptions) =>
    async (): Promise<Either<BoxError, ResultOf<C>>> => {
      const usedToken = getToken();
      const result = await client.exec(command, params, options)();
      if (result._tag === 'Right' || !isExpired(result.left)) return result;
      if (getToken() === usedToken) {
        // Concurrent calls that find the session expired share one sign-in.
        pendingRenewal ??= renew().finally(() => {
          pendingRenewal = null;
        });
        if (!(await pendingRenewal)) return result;
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
  rejectUnknownOptions('connect', credentials, CREDENTIALS);
  rejectUnknownOptions('connect', options, CONNECT_OPTIONS);
  // A token read from the environment may be undefined, which would otherwise fail only in the first call.
  if ('token' in credentials && !str.is(credentials.token))
    throw malformedParams('connect', ['token: expected string']);
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
    const response = await anonymous.exec(SignInOffline, request)();
    if (response._tag === 'Left') return left(response.left);
    // A box that returns no user name accepts the one that was entered.
    identity = { username: response.right.userName || credentials.user, token: response.right.token };
    return { _tag: 'Right', right: null };
  };
  const firstSignIn = await signIn();
  if (firstSignIn._tag === 'Left') throw new BoxFailure(firstSignIn.left, SignInOffline.name);

  const { transferTransport = transport } = options;
  const directClient = createClient({ baseUrl: base, transport, transferTransport, identity: () => identity });
  /** After signing out, pending calls must not create a new session. */
  let isSignedOut = false;
  const renew = async (): Promise<boolean> =>
    'password' in credentials && !isSignedOut && (await signIn())._tag === 'Right';
  const client = strictClient(
    queued(
      withSessionRenewal(directClient, () => identity.token, renew),
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
      wait: async (id, waitOptions) => {
        rejectUnknownOptions('tasks.wait', waitOptions, WAIT_OPTIONS);
        return waitForTask(client, { user, id }, { ...options, ...waitOptions });
      },
    },
    base,
    user,
    get token() {
      return identity.token;
    },
    addresses,
    url: async (path) => {
      if (!wirePath.is(path)) throw malformedParams('url', explain(wirePath, path));
      return fileUrl(await addresses(), path);
    },
    each: (command, query, callOptions) => each(client, command, query, callOptions),
    events: (eventOptions) => {
      rejectUnknownOptions('events', eventOptions, EVENT_OPTIONS);
      return eventsOf(client, eventOptions);
    },
    upload: (sources, uploadOptions) => {
      rejectUnknownOptions('upload', uploadOptions, UPLOAD_OPTIONS);
      return uploadMany(client, sources, { ...options, ...uploadOptions });
    },
    signOut: async () => {
      if ('token' in credentials || isSignedOut) return;
      const response = await directClient.exec(SignOutOffline, { userName: user, token: identity.token })();
      if (response._tag === 'Left') throw new BoxFailure(response.left, SignOutOffline.name);
      isSignedOut = true;
    },
  };
};
