/** A machine whose kernel is a program of this one (User-mode Linux): it has no chips and no buses, and arrays and file systems that are the real ones. */
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
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../lib/net-share.ts';
import { type Disks, makeBuiltIn, SYSTEM } from './disks.ts';
import { reader } from './line.ts';
import { findParts, type MachineAddress, root } from './parts.ts';

/** What is open here and leads there; all of it is let go of at the end, when nobody there says anything any more. */
type Open = Set<Socket | Server>;

/** A port of this machine that leads to one of the other. */
const forward = async (host: string, port: number, open: Open): Promise<number> => {
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

/** A cable of its own between this machine and that one; it is gone when the name is deleted. What runs that were killed left is taken up first. */
const layCable = (): { readonly name: string; readonly there: string } => {
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
/** Where files need not be synced to any disk, which is what most of its time would go into. What is not written takes no room. */
const inMemory = (): string => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 4 * GB ? '/dev/shm' : tmpdir();
  } catch {
    return tmpdir();
  }
};

/**
 * Puts what a process started before everything else here: four minutes of a processor are all that it needs, and it waited for two thirds of its time. Linux
 * shares a processor among sessions first (`autogroup`), and how nice a process is counts within its own.
 */
const comeFirst = (pid: number): void => {
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  if (existsSync(`/proc/${child}/autogroup`)) writeFileSync(`/proc/${child}/autogroup`, '-10');
};

/** It starts in six seconds, and in forty beside much other work. */
const START_MS = 180_000;

/** Starts one on a processor of this machine, counted from the last; the second part of what this returns ends it. */
export const startUserMode = async (processor: number): Promise<readonly [MachineAddress, () => Promise<void>]> => {
  const { kernel, initrd } = findParts('user-mode');
  const folder = mkdtempSync(join(inMemory(), 'boxwood-machine-'));
  makeBuiltIn(folder);
  const cable = layCable();
  const log = join(folder, 'console.log');
  const out = openSync(log, 'w');
  const uml = spawn(
    'setpriv',
    [
      // A run that is killed leaves no machine behind: whatever the kernel starts ends with the first of its processes.
      ...['--pdeathsig', 'KILL', 'unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
      // Each call of a program in it is a conversation of two processes here: on one processor that costs a quarter of what it does on two.
      ...['taskset', '--cpu-list', String(Math.max(0, availableParallelism() - processor))],
      ...[kernel, 'mem=1536M', `initrd=${initrd}`, 'quiet', 'con=null', 'con0=null,fd:1', 'ssl=null', 'ssl1=fd:3'],
      `vec0:transport=tap,ifname=${cable.name},depth=64`,
      ...['boxwood.kind=user-mode', `boxwood.root=${root}`, `boxwood.disks=${folder}`, `boxwood.there=${cable.there}`],
    ],
    { stdio: ['ignore', out, out, 'pipe'] },
  );
  closeSync(out);
  const ended = new Promise<void>((resolve) => {
    uml.once('exit', () => resolve());
  });
  const line = uml.stdio[3];
  if (!(line instanceof Socket)) throw new Error('no line to the machine');
  const ready = await Promise.race([reader(line, '\n')(), ended, delay(START_MS, 'nothing in time', { ref: false })]);
  line.removeAllListeners('data');
  const open: Open = new Set([line]);
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
  comeFirst(uml.pid ?? 0);
  // As QEMU has it: whoever talks to its shell comes by a socket, one after the other.
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
  return [{ kind: 'user-mode', port, deskPort, folder }, stop];
};

/** Its disks: SCSI of the kernel's own target, each with the file here behind it. */
export const userModeDisks = (must: (script: string) => Promise<string>): Disks => ({
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
