import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { mkdir } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { ACC } from '@boxwood/account-sdk';
import type { IncomingCall, Router } from '@boxwood/account-sdk/server';
import { createRouter, serviceTree } from '@boxwood/account-sdk/server';
import { AccessLog, isOfRights, NOBODY, watchDoor } from './access-log.ts';
import type { Clock } from './clock.ts';
import { boxHandlers } from './box/handlers.ts';
import { createReleases } from './box/releases.ts';
import { containerHandlers } from './containers/handlers.ts';
import { createPost } from './delivery/post.ts';
import type { CodeBatch } from './domains/codes.ts';
import { issueCodes } from './domains/codes.ts';
import { domainHandlers } from './domains/handlers.ts';
import { feedbackHandlers } from './feedback/handlers.ts';
import type { HttpHandler } from './http/handler.ts';
import { claimOf } from './http/claim.ts';
import { holderOf } from './http/connections.ts';
import { drain } from './http/drain.ts';
import { createGuard, HEADS } from './http/guard.ts';
import { createHandler } from './http/handler.ts';
import { hasOneHost, NOT_ONE_HOST } from './http/one-host.ts';
import { linkHandlers } from './link/handlers.ts';
import { forgetUnowned } from './link/unowned.ts';
import { messageHandlers } from './messages/handlers.ts';
import type { Context, Language, Parts } from './parts.ts';
import { refuse } from './parts.ts';
import { pluginHandlers } from './plugins/handlers.ts';
import { sweepLinks } from './password-links/store.ts';
import { createDoor } from './relay/door.ts';
import { createHub, postThrough } from './relay/hub.ts';
import { rosterHandlers } from './roster/handlers.ts';
import { createPusher } from './roster/pusher.ts';
import { sweepBoxTokens } from './session/box-tokens.ts';
import { createCodes } from './session/codes.ts';
import type { Given } from './session/give-password.ts';
import { givePassword } from './session/give-password.ts';
import { createGuesses } from './session/guesses.ts';
import { createLetters } from './session/letters.ts';
import { sessionHandlers } from './session/handlers.ts';
import { isLive } from './session/tokens.ts';
import type { AccountOptions } from './settings.ts';
import { settingsOf } from './settings.ts';
import { createAttempts } from './store/attempts.ts';
import { openStore } from './store/open.ts';
import type { Db } from './store/schema.ts';
import { tunnelHandlers } from './tunnels/handlers.ts';
import { createAvatars } from './user/avatars.ts';
import { userHandlers } from './user/handlers.ts';

/** Path where boxes dial in, below the prefix. */
const DIAL = '/relay-dial';
/** Interval between removals of expired records, in ms. */
const SWEEP_EVERY_MS = 600_000;

/**
 * A body may take long (through the relay it can be a film), so there is no timeout for the whole request; stalls and
 * command bodies have their own timeouts.
 */
const SERVER = { requestTimeout: 0, ...HEADS, keepAliveTimeout: 65_000 } as const;

/** Time that running calls have to finish when the service stops, in ms. */
const GRACE_MS = 3000;

/** A running account service. */
export interface Account {
  /** Mount this in front of other handlers: it handles requests below the prefix and resolves to whether it did. */
  readonly handler: HttpHandler;
  /**
   * Pass the `upgrade` events of the server here: it accepts the connections of boxes that dial in and returns whether
   * it did.
   */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** The commands without sockets, for a box in the same process (`localTransport(account.router)`). */
  readonly router: Router;
  /**
   * Sets a user's password without any proof, for the operator of the machine; ends all sessions and tokens of the old
   * password.
   */
  givePassword(userName: string, password: string): Promise<Given>;
  /** Creates redemption codes of 8 characters. */
  issueCodes(batch: CodeBatch): Promise<readonly string[]>;
  /** Starts an HTTP server; resolves with the port (0 picks a free one). */
  listen(port: number, host?: string): Promise<number>;
  /** Lets running calls finish, then stops. May be called repeatedly. */
  close(): Promise<void>;
}

/** Chinese when it is the first language in Accept-Language; browsers list theirs in order of preference. */
const languageOf = (accepts = ''): Language => (/^\s*zh\b/i.test(accepts) ? 'zh' : 'en');

/** Authenticates every call: 2008 for a foreign device type, 1001 for a token that is not valid. */
const authenticate =
  (db: Db, clock: Clock) =>
  async ({ command, identity, request }: IncomingCall): Promise<Context> => {
    const { devtype } = request.headers;
    if (devtype !== undefined && devtype !== 'web') return refuse(ACC.deviceType);
    const { remote } = request;
    const base = {
      claim: claimOf(request.headers),
      remote,
      holder: holderOf(remote),
      language: languageOf(request.headers['accept-language']),
    };
    if (command.access === 'public') return { ...base, caller: '', token: '' };
    if (!(await isLive(db, clock, identity.username, identity.token))) return refuse(ACC.identity);
    return { ...base, caller: identity.username, token: identity.token };
  };

const notFound = (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' }).end('{"code":404,"msg":"not found"}');
};

/**
 * Opens the account service.
 *
 * @example
 * ```ts
 * const account = await createAccount({ dataDir: './data/account' });
 * const port = await account.listen(7000, '127.0.0.1');
 * ```
 */
export const createAccount = async (options: AccountOptions): Promise<Account> => {
  const settings = settingsOf(options);
  const { clock } = settings;
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const { makeRoom, onFault } = settings;
  const db = await openStore(settings.database, (fault) => onFault(fault, 'database'), makeRoom);
  const attempts = createAttempts(db, clock);
  const codes = createCodes(db, clock);
  const access = new AccessLog(settings.onAccess);
  const avatars = createAvatars(settings.dataDir);
  const releases =
    settings.releases === null
      ? null
      : createReleases(settings.releases, (fault) => settings.onFault(fault, 'releases'));
  const guard = options.guard ?? createGuard();
  const hub = createHub({ db, settings }, settings.onFault, {
    onAdmitted: (socket, boxId) => {
      guard.connections.recognised(socket, `box ${boxId}`);
    },
    onTunnel: (boxId) => {
      pusher.boxCame(boxId).catch((fault: unknown) => {
        settings.onFault(fault, 'roster');
      });
    },
  });
  const pusher = createPusher(db, clock, settings, {
    connected: hub.connected,
    post: (boxId, path, headers, body) => postThrough(hub, boxId, path, headers, body),
  });
  const parts: Parts = {
    db,
    clock,
    settings,
    attempts,
    guesses: createGuesses(db, attempts),
    codes,
    access,
    releases,
    links: hub,
    wakePusher: pusher.wake,
  };
  const letters = createLetters(parts, createPost(settings));
  const router = createRouter({
    commands: serviceTree,
    handlers: {
      session: sessionHandlers(parts, letters),
      user: userHandlers(parts, avatars, letters),
      roster: rosterHandlers(parts),
      box: boxHandlers(parts),
      messages: messageHandlers(parts),
      feedback: feedbackHandlers(parts),
      domains: domainHandlers(parts),
      tunnels: tunnelHandlers(parts),
      containers: containerHandlers(parts),
      plugins: pluginHandlers(parts),
      link: linkHandlers(parts),
    },
    context: authenticate(db, clock),
    onFault: settings.onFault,
    onCall: (record, { command, request, context }) => {
      settings.onCall(record);
      const user = context === undefined || context.caller === '' ? NOBODY : context.caller;
      // The sign-in handler logs the refusal itself, with the user name.
      const isTold = command === serviceTree.session.signIn && context !== undefined;
      if (!isTold && isOfRights(command, record.code))
        access.refused('refused', { user, remote: request.remote, command: command.name, code: record.code });
    },
  });

  const upgrade: Account['upgrade'] = (request, socket, head) => {
    if (request.url !== settings.prefix + DIAL) return false;
    hub.accept(request, socket, head);
    return true;
  };

  let closing: Promise<void> | undefined;
  let server: Server | undefined;
  const handler = createHandler(settings, {
    router,
    avatars,
    guard,
    releases,
    door: createDoor(db, clock, hub, guard.connections),
    isLive: (username, token) => isLive(db, clock, username, token),
    isClosing: () => closing !== undefined,
  });
  const sweeper = setInterval(() => {
    Promise.all([
      attempts.sweep(),
      codes.sweep(),
      sweepBoxTokens(db, clock),
      sweepLinks(db, clock),
      forgetUnowned(db, clock),
    ])
      .then(pusher.wake)
      .catch((fault: unknown) => {
        settings.onFault(fault, 'sweep');
      });
  }, SWEEP_EVERY_MS);
  sweeper.unref();
  pusher.start();

  const stop = async () => {
    clearInterval(sweeper);
    access.flush();
    hub.close();
    const open = server;
    if (open !== undefined)
      await new Promise<void>((resolve) => {
        const enough = setTimeout(() => {
          open.closeAllConnections();
        }, GRACE_MS);
        open.close(() => {
          clearTimeout(enough);
          resolve();
        });
        open.closeIdleConnections();
      });
    await pusher.close();
    await db.destroy();
  };

  return {
    handler,
    upgrade,
    router,
    givePassword: (userName, password) => givePassword(parts, userName, password),
    issueCodes: (batch) => issueCodes(db, batch),
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        const own = createServer(SERVER, (request, response) => {
          watchDoor(access, request, response, () => 'http');
          if (!hasOneHost(request)) {
            response.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
            drain(request);
            return;
          }
          handler(request, response)
            .then((answered) => {
              if (!answered) notFound(request, response);
            })
            .catch((fault: unknown) => {
              onFault(fault, 'request');
              response.destroy();
            });
        });
        server = own;
        guard.connections.watch(own);
        own.on('upgrade', (request, socket, head) => {
          socket.on('error', () => socket.destroy());
          if (!hasOneHost(request)) socket.end(NOT_ONE_HOST);
          else if (!upgrade(request, socket, head)) socket.destroy();
        });
        own.once('error', reject);
        own.listen(port, host, () => {
          own.off('error', reject);
          // A connection that cannot be accepted must not stop the server.
          own.on('error', (fault) => onFault(fault, 'server'));
          const address = own.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    close: () => (closing ??= stop()),
  };
};
