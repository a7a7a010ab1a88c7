import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { mkdir } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { ACC } from '@boxwood/account-sdk';
import type { IncomingCall, Router } from '@boxwood/account-sdk/server';
import { createRouter, serviceTree } from '@boxwood/account-sdk/server';
import { AccessLog, isPrivilegeRefusal, UNAUTHENTICATED_USER, logRefusedRequest } from './access-log.ts';
import type { ServiceClock } from './system-clock.ts';
import { boxHandlers } from './box/handlers.ts';
import { createReleases } from './box/releases.ts';
import { containerHandlers } from './container-handlers.ts';
import { createMessageSender } from './message-sender.ts';
import type { CodeBatch } from './domains/redemption-codes.ts';
import { issueCodes } from './domains/redemption-codes.ts';
import { domainHandlers } from './domains/handlers.ts';
import { feedbackHandlers } from './feedback-handlers.ts';
import type { HttpHandler } from './http/account-handler.ts';
import { boxClaimOf } from './http/box-claim.ts';
import { addressHolder } from './http/connection-limits.ts';
import { drainRequest } from './http/drain-request.ts';
import { createServerLimits, REQUEST_HEAD_TIMEOUTS } from './http/server-limits.ts';
import { createHandler } from './http/account-handler.ts';
import { takeOwnTarget } from './http/request-target.ts';
import { serveRequests } from './http/serve-requests.ts';
import { hasSingleHostHeader, BAD_HOST_RESPONSE } from './http/single-host-header.ts';
import { linkHandlers } from './link/handlers.ts';
import { deleteUnownedBoxes } from './link/unowned-boxes.ts';
import { messageHandlers } from './messages/handlers.ts';
import type { CallContext, Language, ServiceDeps } from './service-context.ts';
import { refuse } from './service-context.ts';
import { pluginHandlers } from './plugins/handlers.ts';
import { deleteExpiredLinks } from './password-links/password-link-store.ts';
import { createRelayHandler } from './relay/relay-handler.ts';
import { createTunnelHub, postThroughTunnel } from './relay/tunnel-hub.ts';
import { rosterHandlers } from './roster/handlers.ts';
import { createRosterPusher } from './roster/roster-pusher.ts';
import { sweepBoxTokens } from './session/box-tokens.ts';
import { createVerificationCodes } from './session/verification-codes.ts';
import type { PasswordResetOutcome } from './session/reset-password.ts';
import { resetPassword } from './session/reset-password.ts';
import { createPasswordAttempts } from './session/password-attempts.ts';
import { createCodeMailer } from './session/code-mailer.ts';
import { sessionHandlers } from './session/handlers.ts';
import { isValidSession } from './session/session-tokens.ts';
import type { AccountOptions } from './service-settings.ts';
import { settingsOf } from './service-settings.ts';
import { createAttemptLimiter } from './store/attempt-limiter.ts';
import { openStore } from './store/open-store.ts';
import type { Db } from './store/schema.ts';
import { tunnelHandlers } from './tunnels/handlers.ts';
import { createAvatars } from './user/avatar-files.ts';
import { userHandlers } from './user/handlers.ts';

/** Path where boxes dial in, below the prefix. */
const DIAL_PATH = '/relay-dial';
/** Interval between removals of expired records, in ms. */
const SWEEP_INTERVAL_MS = 600_000;

/**
 * A body may take long (through the relay it can be a film), so there is no timeout for the whole request; stalls and
 * command bodies have their own timeouts.
 */
const SERVER_OPTIONS = {
  requestTimeout: 0,
  ...REQUEST_HEAD_TIMEOUTS,
  keepAliveTimeout: 65_000,
  // Refused with `hasSingleHostHeader`: Node would refuse as many such requests at once as a client sends.
  requireHostHeader: false,
} as const;

/** Time that running calls have to finish when the service stops, in ms. */
const SHUTDOWN_GRACE_MS = 3000;

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
  givePassword(userName: string, password: string): Promise<PasswordResetOutcome>;
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
  (db: Db, clock: ServiceClock) =>
  async ({ command, identity, request }: IncomingCall): Promise<CallContext> => {
    const { devtype } = request.headers;
    if (devtype !== undefined && devtype !== 'web') return refuse(ACC.deviceType);
    const { remote } = request;
    const base = {
      claim: boxClaimOf(request.headers),
      remote,
      holder: addressHolder(remote),
      language: languageOf(request.headers['accept-language']),
    };
    if (command.access === 'public') return { ...base, caller: '', token: '' };
    if (!(await isValidSession(db, clock, identity.username, identity.token))) return refuse(ACC.identity);
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
  const attempts = createAttemptLimiter(db, clock);
  const codes = createVerificationCodes(db, clock);
  const access = new AccessLog(settings.onAccess);
  const avatars = createAvatars(settings.dataDir);
  const releases =
    settings.releases === null
      ? null
      : createReleases(settings.releases, (fault) => settings.onFault(fault, 'releases'));
  const guard = options.guard ?? createServerLimits();
  const hub = createTunnelHub({ db, settings }, settings.onFault, {
    onAdmitted: (socket) => {
      guard.connections.unregister(socket);
    },
    onTunnel: (boxId) => {
      pusher.onBoxConnected(boxId).catch((fault: unknown) => {
        settings.onFault(fault, 'roster');
      });
    },
  });
  const pusher = createRosterPusher(db, clock, settings, {
    connected: hub.connected,
    post: (boxId, path, headers, body) => postThroughTunnel(hub, boxId, path, headers, body),
  });
  const parts: ServiceDeps = {
    db,
    clock,
    settings,
    attempts,
    guesses: createPasswordAttempts(db, attempts),
    codes,
    access,
    releases,
    links: hub,
    wakePusher: pusher.wake,
  };
  const mailer = createCodeMailer(parts, createMessageSender(settings));
  const router = createRouter({
    commands: serviceTree,
    handlers: {
      session: sessionHandlers(parts, mailer),
      user: userHandlers(parts, avatars, mailer),
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
      const user = context === undefined || context.caller === '' ? UNAUTHENTICATED_USER : context.caller;
      // The sign-in handler logs the refusal itself, with the user name.
      const isLoggedByHandler = command === serviceTree.session.signIn && context !== undefined;
      if (!isLoggedByHandler && isPrivilegeRefusal(command, record.code))
        access.logRefusal('refused', { user, remote: request.remote, command: command.name, code: record.code });
    },
  });

  const upgrade: Account['upgrade'] = (request, socket, head) => {
    if (request.url !== settings.prefix + DIAL_PATH) return false;
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
    relay: createRelayHandler(db, clock, hub, guard.connections),
    isLive: (username, token) => isValidSession(db, clock, username, token),
    isClosing: () => closing !== undefined,
  });
  const sweeper = setInterval(() => {
    Promise.all([
      attempts.sweep(),
      codes.sweep(),
      sweepBoxTokens(db, clock),
      deleteExpiredLinks(db, clock),
      deleteUnownedBoxes(db, clock),
    ])
      .then(pusher.wake)
      .catch((fault: unknown) => {
        settings.onFault(fault, 'sweep');
      });
  }, SWEEP_INTERVAL_MS);
  sweeper.unref();
  pusher.start();

  const stop = async () => {
    clearInterval(sweeper);
    access.flush();
    hub.close();
    const runningServer = server;
    if (runningServer !== undefined)
      await new Promise<void>((resolve) => {
        const graceTimer = setTimeout(() => {
          runningServer.closeAllConnections();
        }, SHUTDOWN_GRACE_MS);
        runningServer.close(() => {
          clearTimeout(graceTimer);
          resolve();
        });
        runningServer.closeIdleConnections();
      });
    await pusher.close();
    await db.destroy();
  };

  return {
    handler,
    upgrade,
    router,
    givePassword: (userName, password) => resetPassword(parts, userName, password),
    issueCodes: (batch) => issueCodes(db, batch),
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        const httpServer = createServer(SERVER_OPTIONS);
        const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
          logRefusedRequest(access, request, response, () => 'http');
          if (!hasSingleHostHeader(request)) {
            response.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
            drainRequest(request);
            return;
          }
          if (!takeOwnTarget(request)) {
            response.writeHead(421, { 'content-length': 0 }).end();
            drainRequest(request);
            return;
          }
          handler(request, response)
            .then((isHandled) => {
              if (!isHandled) notFound(request, response);
            })
            .catch((fault: unknown) => {
              onFault(fault, 'request');
              response.destroy();
            });
        };
        server = httpServer;
        serveRequests(httpServer, guard, {
          onRequest,
          onUpgrade: (request, socket, head) => {
            socket.on('error', () => socket.destroy());
            if (!hasSingleHostHeader(request) || !takeOwnTarget(request)) socket.end(BAD_HOST_RESPONSE);
            else if (!upgrade(request, socket, head)) socket.destroy();
          },
        });
        httpServer.once('error', reject);
        httpServer.listen(port, host, () => {
          httpServer.off('error', reject);
          // A connection that cannot be accepted must not stop the server.
          httpServer.on('error', (fault) => onFault(fault, 'server'));
          const address = httpServer.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    close: () => (closing ??= stop()),
  };
};
