/**
 * A machine whose kernel is a process on this host (User-mode Linux): it has no chips and no buses, but real arrays and
 * file systems.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server, Socket } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../lib/machine/network-share.ts';
import { type DiskControl, makeBuiltIn, SYSTEM } from './machine-disks.ts';
import { createLineReader } from './socket-lines.ts';
import { cloneParameter, findMachineImage, type MachineAddress, pathParameter } from './machine-image.ts';

/** Open sockets that lead to the machine. All are closed at the end, when the machine no longer answers. */
type OpenSockets = Set<Socket | Server>;

/** Forwards a local port to a port of the machine. */
const forward = async (host: string, port: number, open: OpenSockets): Promise<number> => {
  const here = await freePort();
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    const called = connect({ host, port, allowHalfOpen: true });
    const ends = [caller, called];
    for (const end of ends) {
      open.add(end);
      end.on('error', () => ends.forEach((each) => each.destroy())).once('close', () => open.delete(end));
    }
    caller.pipe(called).pipe(caller);
  });
  open.add(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(here, '127.0.0.1', resolve);
  });
  return here;
};

const ip = (...args: readonly string[]): unknown => execFileSync('ip', args, { env: SYSTEM, stdio: 'pipe' });
const CABLE = 'boxwood';

/**
 * A network link between this host and the machine; it is removed when its name is deleted. Links of killed runs are
 * removed first.
 */
const createNetworkLink = (): { readonly name: string; readonly there: string } => {
  for (const name of readdirSync('/sys/class/net'))
    if (name.startsWith(CABLE) && !existsSync(`/proc/${name.slice(CABLE.length)}`)) ip('link', 'delete', name);
  const name = `${CABLE}${process.pid}`;
  const net = `10.77.${process.pid % 250}`;
  ip('tuntap', 'add', 'dev', name, 'mode', 'tap');
  ip('address', 'add', `${net}.1/30`, 'dev', name);
  ip('link', 'set', name, 'up');
  return { name, there: `${net}.2` };
};

const GB = 1024 ** 3;
const isShmLarge = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 4 * GB;
  } catch {
    return false;
  }
};

/**
 * A folder in memory, where files need no sync to a disk, which would cost most of the time. Unwritten parts take no
 * space.
 */
const inMemory = (): string => (isShmLarge() ? '/dev/shm' : tmpdir());

/** The memory of the machine is a file in `/dev/shm`. Where that is small (containers), the machine gets its own. */
const OWN_SHM = ['sh', '-c', 'mount -t tmpfs -o size=2G memory /dev/shm && exec "$@"', 'sh'];

/**
 * Raises the priority of a process and its children. They need four minutes of a processor, and otherwise wait for two
 * thirds of the time. Linux shares processors among sessions first (`autogroup`); niceness counts within a session.
 */
const raisePriority = (pid: number): void => {
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  if (existsSync(`/proc/${child}/autogroup`)) writeFileSync(`/proc/${child}/autogroup`, '-10');
};

/** It starts in six seconds, or in forty on a busy host. */
const START_MS = 180_000;

/** Starts a machine on a processor of this host, counted from the last. The second part of the result stops it. */
export const startUserMode = async (processor: number): Promise<readonly [MachineAddress, () => Promise<void>]> => {
  const { kernel, initrd } = findMachineImage('user-mode');
  const folder = mkdtempSync(join(inMemory(), 'boxwood-machine-'));
  makeBuiltIn(folder);
  const cable = createNetworkLink();
  const log = join(folder, 'console.log');
  const out = openSync(log, 'w');
  const uml = spawn(
    'setpriv',
    [
      // The machine ends when its test run is killed: all processes of the kernel end with the first of them.
      '--pdeathsig',
      'KILL',
      'unshare',
      '--pid',
      '--fork',
      '--kill-child',
      '--mount-proc',
      ...(isShmLarge() ? [] : OWN_SHM),
      // Each system call in the machine is an exchange between two processes here: on one processor it costs a quarter
      // of what it does on two.
      'taskset',
      '--cpu-list',
      String(Math.max(0, availableParallelism() - processor)),
      kernel,
      'mem=1536M',
      // Relative to the working directory, because a path may contain a space.
      `initrd=${basename(initrd)}`,
      'quiet',
      'con=null',
      'con0=null,fd:1',
      'ssl=null',
      'ssl1=fd:3',
      `vec0:transport=tap,ifname=${cable.name},depth=64`,
      'boxwood.kind=user-mode',
      cloneParameter,
      pathParameter('disks', folder),
      `boxwood.there=${cable.there}`,
    ],
    { stdio: ['ignore', out, out, 'pipe'], cwd: dirname(initrd) },
  );
  closeSync(out);
  const ended = new Promise<void>((resolve) => {
    uml.once('exit', () => resolve());
  });
  const line = uml.stdio[3];
  if (!(line instanceof Socket)) throw new Error('no line to the machine');
  const ready = await Promise.race([
    createLineReader(line, '\n')(),
    ended,
    delay(START_MS, 'nothing in time', { ref: false }),
  ]);
  line.removeAllListeners('data');
  const open: OpenSockets = new Set([line]);
  const stop = async (): Promise<void> => {
    uml.kill('SIGKILL');
    await ended;
    for (const each of open) {
      if (each instanceof Socket) each.destroy();
      else each.close();
    }
    ip('link', 'delete', cable.name);
    rmSync(folder, { recursive: true, force: true });
  };
  if (ready !== 'ready') {
    const said = readFileSync(log, 'utf8');
    await stop();
    throw new Error(`The machine said ${ready ?? 'nothing'}: ${said}`);
  }
  raisePriority(uml.pid ?? 0);
  // As with QEMU, clients use its shell through a socket, one after the other.
  const shell = createServer((socket) => {
    const answer = (piece: string): boolean => socket.write(piece);
    line.on('data', answer);
    socket.setEncoding('utf8').on('data', (piece) => line.write(piece));
    socket.once('close', () => line.off('data', answer));
  });
  await new Promise<void>((resolve) => {
    shell.listen(join(folder, 'shell'), resolve);
  });
  open.add(shell);
  const [port, deskPort] = [await forward(cable.there, 6900, open), await forward(cable.there, 6901, open)];
  return [{ kind: 'user-mode', port, helperPort: deskPort, folder }, stop];
};

/** Its disks: SCSI disks of the kernel's own target, each backed by an image file. */
export const userModeDisks = (must: (script: string) => Promise<string>): DiskControl => ({
  plug: async (serial, _file, made) => {
    if (made?.stays !== true || made.bytesPerSecond !== undefined)
      throw new Error('only disks that are built in, and no slow ones, without USB');
    await must(`disk --plug ${serial}`);
  },
  pull: async (serial) => {
    await must(`disk --pull ${serial}`);
  },
  close: () => undefined,
});
