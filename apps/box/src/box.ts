import { isPrivilegeRefusal, UNAUTHENTICATED_USER } from '@boxwood/account';
import { createRouter } from '@boxwood/box-sdk/server';
import { commandTree } from '@boxwood/box-sdk';
import type { TimerClock } from './platform/clock.ts';
import { alignWakeups, systemClock } from './platform/clock.ts';
import type { BoxConfig } from './config.ts';
import { createDesktop } from './http/serve-desktop.ts';
import { createHostCheck } from './http/host-check.ts';
import type { BoxServer, ServerOptions } from './http/box-server.ts';
import { createServer } from './http/box-server.ts';
import { createAuthorise } from './server/identity/authorise.ts';
import { isTokenFolder } from './server/identity/token-folders.ts';
import { createConcurrency } from './server/identity/concurrency.ts';
import { catchUncaughtFaults } from './platform/faults.ts';
import type { Logger } from './platform/log.ts';
import { monitorEventLoop } from './platform/event-loop-monitor.ts';
import type { RelayTunnel } from './server/relay/relay-tunnel.ts';
import type { Services } from './services.ts';
import { createServices } from './services.ts';
import { isSharePath } from './features/shares/index.ts';
import { canDropPrivileges } from './runtime/process-rights.ts';

export interface BoxOptions {
  readonly config: BoxConfig;
  readonly log: Logger;
  readonly clock?: TimerClock;
}

/** A running box. */
export interface Box {
  /** The address to open. It contains the one-time setup link while the box has no owner. */
  readonly address: string;
  readonly port: number;
  readonly setupLink: string | null;
  /** The port that serves only share links; null when none is configured, or when another program occupies it. */
  readonly sharePort: number | null;
  close(): Promise<void>;
}

/** How long running requests may take to finish when the box stops, in ms. The box then closes their connections. */
const STOP_TIMEOUT_MS = 5000;

/** Opens the relay tunnel. The modules are loaded on demand, because most boxes need no relay. */
const openTunnel = async (
  url: string,
  { config, facts, linkKey, log }: Services,
  port: number,
): Promise<RelayTunnel> => {
  const [{ dialRelay }, { forwardToLoopback }] = await Promise.all([
    import('./server/relay/relay-tunnel.ts'),
    import('./server/relay/loopback.ts'),
  ]);
  return dialRelay({
    url,
    boxId: facts.get('boxid') ?? '',
    secret: linkKey,
    serve: forwardToLoopback(port, config.tls !== undefined),
    onState: (tunnelState) => {
      log.info({ tunnel: tunnelState }, 'relay');
    },
  });
};

/** Opens the server for share links (SHARE-20, G-64). When its port is occupied, the box runs without it. */
const openShareServer = async (
  options: ServerOptions,
  { config, log }: Services,
): Promise<{ readonly server: BoxServer; readonly port: number } | null> => {
  if (config.sharePort === null) return null;
  const server = createServer({ ...options, servesPath: isSharePath });
  try {
    const port = await server.listen(config.sharePort, config.host);
    log.info({ sharePort: port }, 'shares');
    return { server, port };
  } catch (failure) {
    // The command that starts the box prints the message for the user.
    log.info({ err: failure, sharePort: config.sharePort }, 'the share port is not available');
    return null;
  }
};

/** Starts a box: opens its database, recovers what a killed process left unfinished, then listens. */
export const startBox = async ({ config, log, clock: baseClock = systemClock }: BoxOptions): Promise<Box> => {
  const clock = alignWakeups(baseClock);
  // Probes which rights child processes can drop. The probe blocks, so it runs before any client waits.
  canDropPrivileges();
  await using started = new AsyncDisposableStack();
  const services = await createServices({ config, log, clock });
  started.defer(() => services.close());
  const readiness = { ready: false };
  const loopMonitor = monitorEventLoop(log, clock);
  const router = createRouter({
    commands: commandTree,
    handlers: services.handlers,
    context: createAuthorise({
      sessions: services.sessions,
      unlocks: services.unlocks,
      model: () => config.model,
      isTokenFolder: (caller) => isTokenFolder(services.vault, caller),
      onRefused: (visit) => services.access.logRefusal('refused', visit),
    }),
    enter: createConcurrency(config.callsAtOnce),
    bodies: services.files.pages,
    onFault: (fault, command) => {
      log.error({ err: fault, command }, 'a handler failed');
    },
    onCall: (record, { command, request, context }) => {
      log.debug(record, 'call');
      // The `context` step has already reported its own refusals, and a sign-in reports itself.
      if (context === undefined || command === commandTree.session.signIn || !isPrivilegeRefusal(command, record.code))
        return;
      const user = context.caller.user === '' ? UNAUTHENTICATED_USER : context.caller.user;
      services.access.logRefusal('refused', { user, remote: request.remote, command: command.name, code: record.code });
    },
  });
  const { tls: files } = config;
  const tls =
    files === undefined
      ? undefined
      : (await import('./http/tls.ts')).createTls(files, {
          onRenewed: (until) => log.info({ until: new Date(until).toISOString() }, 'the certificate was reloaded'),
          onInvalid: (failure) =>
            log.warn({ err: failure }, 'the changed certificate is invalid, the old one stays in use'),
        });
  started.defer(() => tls?.close());
  const serverOptions: ServerOptions = {
    router,
    tls,
    desktop: createDesktop(config.desktopDir, config.accountUrl),
    routes: services.routes,
    findRoute: services.ports.findRoute,
    guard: services.guard,
    recognise: services.recognise,
    healthy: () => readiness.ready,
    access: services.access,
    onRequest: loopMonitor.noteActivity,
    onFault: (fault, where) => {
      log.error({ err: fault, where }, 'a request failed');
    },
  };
  const server = createServer({
    ...serverOptions,
    // The share server accepts any host name, because each share has an address that cannot be guessed.
    acceptsHost: createHostCheck([config.host, ...config.hostNames]),
    ...(services.account === null ? {} : { mounted: services.account.handler }),
  });
  const port = await server.listen(config.port, config.host);
  services.listening.port = port;
  let shareServer: Awaited<ReturnType<typeof openShareServer>> = null;
  // No new connections from here on. Running uploads are interrupted, and clients resume them after the next start.
  started.defer(async () => {
    services.changes.close();
    const closed = Promise.all([server.close(), shareServer?.server.close()]);
    await services.transfers.close();
    const cutTimer = setTimeout(() => {
      server.destroyConnections();
      shareServer?.server.destroyConnections();
    }, STOP_TIMEOUT_MS);
    await closed;
    clearTimeout(cutTimer);
  });
  shareServer = await openShareServer(serverOptions, services);
  await services.link.syncWithAccount();
  // With an external account service the box opens a tunnel, so that its users can reach it from outside the home
  // network.
  const tunnel = config.accountUrl === null ? null : await openTunnel(config.accountUrl, services, port);
  started.defer(() => tunnel?.close());
  if (config.demo) {
    const { startDemo } = await import('./bin/demo/demo.ts');
    await startDemo(services);
  }
  services.files.start();
  services.photos.start();
  services.timetable.start();
  const displayHost = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const address = `${tls === undefined ? 'http' : 'https'}://${displayHost}:${port}/`;
  const setupLink = services.setup.needed ? `${address}?setup=${services.setup.newCode()}` : null;
  readiness.ready = true;
  loopMonitor.start();
  started.defer(loopMonitor.close);
  started.defer(() => {
    readiness.ready = false;
  });
  const stopCatchingFaults = catchUncaughtFaults(services.faults);
  const resources = started.move();
  return {
    address,
    port,
    setupLink,
    sharePort: shareServer?.port ?? null,
    close: () => resources.disposeAsync().finally(stopCatchingFaults),
  };
};
