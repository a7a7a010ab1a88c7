import { isOfRights, NOBODY } from '@boxwood/account';
import { createRouter } from '@boxwood/box-sdk/server';
import { commandTree } from '@boxwood/box-sdk';
import type { WakingClock } from './clock.ts';
import { inStep, systemClock } from './clock.ts';
import type { BoxConfig } from './config.ts';
import { createDesktop } from './http/desktop.ts';
import { createHostCheck } from './http/host.ts';
import type { BoxServer, ServerOptions } from './http/server.ts';
import { createServer } from './http/server.ts';
import { createAuthorise } from './identity/authorise.ts';
import { createConcurrency } from './identity/concurrency.ts';
import { surviveFaults } from './faults.ts';
import type { Logger } from './log.ts';
import { watchLoop } from './loop-watch.ts';
import type { Tunnel } from './relay/dial.ts';
import type { Services } from './services.ts';
import { createServices } from './services.ts';
import { isOfShares } from './shares/index.ts';
import { canDropRights } from './runtime/rights.ts';

export interface BoxOptions {
  readonly config: BoxConfig;
  readonly log: Logger;
  readonly clock?: WakingClock;
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
const STOP_MS = 5000;

/** Opens the relay tunnel. The modules are loaded on demand, because most boxes need no relay. */
const openTunnel = async (url: string, { config, facts, linkKey, log }: Services, port: number): Promise<Tunnel> => {
  const [{ dialRelay }, { fromLoopback }] = await Promise.all([
    import('./relay/dial.ts'),
    import('./relay/loopback.ts'),
  ]);
  return dialRelay({
    url,
    boxId: facts.get('boxid') ?? '',
    secret: linkKey,
    serve: fromLoopback(port, config.tls !== undefined),
    onState: (tunnelState) => {
      log.info({ tunnel: tunnelState }, 'relay');
    },
  });
};

/** Opens the server for share links (SHARE-20, G-64). When its port is occupied, the box runs without it. */
const openShareEntrance = async (
  options: ServerOptions,
  { config, log }: Services,
): Promise<{ readonly server: BoxServer; readonly port: number } | null> => {
  if (config.sharePort === null) return null;
  const server = createServer({ ...options, serves: isOfShares });
  try {
    const port = await server.listen(config.sharePort, config.host);
    log.info({ sharePort: port }, 'shares');
    return { server, port };
  } catch (failure) {
    // The command that starts the box prints the message for the user.
    log.info({ err: failure, sharePort: config.sharePort }, 'no entrance for shares');
    return null;
  }
};

/** Starts a box: opens its database, recovers what a killed process left unfinished, then listens. */
export const startBox = async ({ config, log, clock: given = systemClock }: BoxOptions): Promise<Box> => {
  const clock = inStep(given);
  // Probes which rights child processes can drop. The probe blocks, so it runs before any client waits.
  canDropRights();
  await using started = new AsyncDisposableStack();
  const services = await createServices({ config, log, clock });
  started.defer(() => services.close());
  const state = { ready: false };
  const loop = watchLoop(log, clock);
  const router = createRouter({
    commands: commandTree,
    handlers: services.handlers,
    context: createAuthorise({
      sessions: services.sessions,
      unlocks: services.unlocks,
      model: () => config.model,
      onRefused: (visit) => services.access.refused('refused', visit),
    }),
    enter: createConcurrency(config.callsAtOnce),
    bodies: services.files.pages,
    onFault: (fault, command) => {
      log.error({ err: fault, command }, 'a handler failed');
    },
    onCall: (record, { command, request, context }) => {
      log.debug(record, 'call');
      // The `context` step has already reported its own refusals, and a sign-in reports itself.
      if (context === undefined || command === commandTree.session.signIn || !isOfRights(command, record.code)) return;
      const user = context.caller.user === '' ? NOBODY : context.caller.user;
      services.access.refused('refused', { user, remote: request.remote, command: command.name, code: record.code });
    },
  });
  const { tls: files } = config;
  const tls =
    files === undefined
      ? undefined
      : (await import('./http/tls.ts')).createTls(files, {
          onRenewed: (until) => log.info({ until: new Date(until).toISOString() }, 'a new certificate'),
          onOdd: (failure) => log.warn({ err: failure }, 'the changed certificate is no good, the old one goes on'),
        });
  started.defer(() => tls?.close());
  const door: ServerOptions = {
    router,
    tls,
    desktop: createDesktop(config.desktopDir, config.accountUrl),
    raw: services.routes,
    find: services.ports.find,
    guard: services.guard,
    recognise: services.recognise,
    healthy: () => state.ready,
    access: services.access,
    onRequest: loop.stir,
    onFault: (fault, where) => {
      log.error({ err: fault, where }, 'a request failed');
    },
  };
  const server = createServer({
    ...door,
    // The share server accepts any host name, because each share has an address that cannot be guessed.
    answersTo: createHostCheck([config.host, ...config.hostNames]),
    ...(services.account === null ? {} : { mounted: services.account.handler }),
  });
  const port = await server.listen(config.port, config.host);
  services.listening.port = port;
  let entrance: Awaited<ReturnType<typeof openShareEntrance>> = null;
  // No new connections from here on. Running uploads are interrupted, and clients resume them after the next start.
  started.defer(async () => {
    services.changes.close();
    const closed = Promise.all([server.close(), entrance?.server.close()]);
    await services.transfers.close();
    const late = setTimeout(() => {
      server.cut();
      entrance?.server.cut();
    }, STOP_MS);
    await closed;
    clearTimeout(late);
  });
  entrance = await openShareEntrance(door, services);
  await services.link.tell();
  // With an external account service the box opens a tunnel, so that its users can reach it from outside the home
  // network.
  const tunnel = config.accountUrl === null ? null : await openTunnel(config.accountUrl, services, port);
  started.defer(() => tunnel?.close());
  if (config.demo) {
    const { startDemo } = await import('./demo/demo.ts');
    await startDemo(services);
  }
  services.files.start();
  services.photos.start();
  services.timetable.start();
  const shown = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const address = `${tls === undefined ? 'http' : 'https'}://${shown}:${port}/`;
  const setupLink = services.setup.needed ? `${address}?setup=${services.setup.newCode()}` : null;
  state.ready = true;
  loop.start();
  started.defer(loop.close);
  started.defer(() => {
    state.ready = false;
  });
  const bare = surviveFaults(services.faults);
  const all = started.move();
  return { address, port, setupLink, sharePort: entrance?.port ?? null, close: () => all.disposeAsync().finally(bare) };
};
