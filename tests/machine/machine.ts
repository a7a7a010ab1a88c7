import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../lib/net-share.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MB = 1024 * 1024;
const SYSTEM = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };

/** What a command of the machine's shell ended with, and what it said. */
export interface Said {
  readonly code: number;
  readonly text: string;
}

/** A machine of its own with Debian's kernel, over this machine's root: what is written there is forgotten. */
export interface TestMachine {
  /** Where its port 6901 answers here. */
  readonly deskPort: number;
  /** Runs a script as root; one after the other. */
  sh(script: string): Promise<Said>;
  /** The same, of which success is expected. */
  must(script: string): Promise<string>;
  /** Plugs a disk of so many MB in, made by a program here, or one that was pulled before; a slow one writes so many bytes a second, one that stays is built in. */
  plug(serial: string, made?: Made): Promise<void>;
  /** Pulls it, without a word to the machine. */
  pull(serial: string): Promise<void>;
  /** SHA-256 of every byte of a disk, read behind the machine's back. */
  digest(serial: string): string;
  /** When the machine last wrote anything to a disk, be it what was there. */
  written(serial: string): bigint;
  /** Ends this talk; the machine runs on. */
  close(): void;
}

/**
 * Its timer is looked for in real time, which a busy machine does not keep. The time is read from the processor: any other clock is a device, and each
 * look at it stops the emulation. What guards a kernel against those who are on it costs a fifth of everything, and nobody is.
 */
const FASTER =
  'no_timer_check tsc=reliable clocksource=tsc mitigations=off init_on_alloc=0 randomize_kstack_offset=0 nokaslr audit=0 lsm=capability nowatchdog preempt=none';

/** Where a machine that runs is reached. */
export interface MachineAddress {
  /** Where its port 6900 answers here. */
  readonly port: number;
  /** The same of its port 6901. */
  readonly deskPort: number;
  /** Of its disks, and of the sockets of its shell and its monitor. */
  readonly folder: string;
}

/** A disk before it is plugged in. */
interface Made {
  readonly mb: number;
  readonly make: readonly string[];
  readonly bytesPerSecond?: number;
  readonly stays?: true;
}

/** Disks that are built in, of {@link BUILT_IN_MB}: some of SATA, and one of NVMe. */
export const SATA = ['SATA-1', 'SATA-2', 'SATA-3', 'SATA-4'] as const;
export const NVME = 'NVME-1';
const BUILT_IN_MB = 64;

/** @param ended whether nobody will ever answer there */
const line = async (path: string, ended = () => false): Promise<Socket> => {
  for (;;) {
    const socket = connect(path);
    const open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (open) return socket;
    if (ended()) throw new Error('the machine did not start');
    await delay(50);
  }
};

/** Lines of a socket, one at a time. */
const reader = (socket: Socket, until: string): (() => Promise<string>) => {
  let held = '';
  let heard = (): void => undefined;
  socket.setEncoding('utf8').on('data', (piece: string) => {
    held += piece;
    heard();
  });
  return async () => {
    while (!held.includes(until))
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    const at = held.indexOf(until);
    const found = held.slice(0, at);
    held = held.slice(at + until.length);
    return found;
  };
};

/** What `scripts/lib/machine.mjs` made. */
const findParts = (): { readonly kernel: string; readonly initrd: string } => {
  const script = `const{ensureMachine}=await import(${JSON.stringify(join(root, 'scripts/lib/machine.mjs'))});console.log(JSON.stringify(ensureMachine()))`;
  const found: unknown = JSON.parse(execFileSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' }));
  const text = (name: string): string => String(Reflect.get(Object(found), name));
  if (!existsSync(text('kernel'))) throw new Error('The test machine cannot run here.');
  return { kernel: text('kernel'), initrd: text('initrd') };
};

/** The file that is a disk; made where there is none. */
const imageIn = (folder: string, serial: string, mb: number): string => {
  const file = join(folder, `${serial}.img`);
  if (!existsSync(file)) {
    writeFileSync(file, '');
    truncateSync(file, mb * MB);
  }
  return file;
};

/** Starts one; the second part of what this returns ends it. */
export const startMachine = async (): Promise<readonly [MachineAddress, () => Promise<void>]> => {
  const { kernel, initrd } = findParts();
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-machine-'));
  const image = (serial: string, mb: number): string => imageIn(folder, serial, mb);
  // What must not change is written on the one that nobody is told to touch.
  execFileSync('mkfs.ext4', ['-q', '-F', '-L', 'Canary', image(NVME, BUILT_IN_MB)], { env: SYSTEM });
  // A disk without anything on it is read anew at each look, which is half of what a look costs here.
  for (const serial of SATA) execFileSync('mkfs.ext4', ['-q', '-F', image(serial, BUILT_IN_MB)], { env: SYSTEM });
  const builtIn = [...SATA, NVME].flatMap((serial) => [
    '-drive',
    `file=${image(serial, BUILT_IN_MB)},format=raw,if=none,id=drive-${serial},cache=unsafe`,
  ]);
  const [port, deskPort] = [await freePort(), await freePort()];
  const log = join(folder, 'console.log');
  // A run that is killed leaves no machine behind.
  const qemu = spawn(
    'setpriv',
    [
      ...['--pdeathsig', 'KILL', 'qemu-system-x86_64'],
      ...['-accel', 'tcg', '-smp', '1', '-m', '1536', '-display', 'none', '-no-reboot', '-nodefaults'],
      ...[
        '-serial',
        `file:${log}`,
        '-serial',
        `unix:${join(folder, 'shell')},server,nowait`,
        '-monitor',
        `unix:${join(folder, 'monitor')},server,nowait`,
      ],
      ...['-kernel', kernel, '-initrd', initrd, '-append'],
      `console=ttyS0 quiet panic=1 net.ifnames=0 ${FASTER} boxwood.root=${root.replace(/\/$/, '')}`,
      ...['-virtfs', 'local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap'],
      ...[
        '-nic',
        `user,model=virtio-net-pci,restrict=on,hostfwd=tcp:127.0.0.1:${port}-10.0.2.15:6900,hostfwd=tcp:127.0.0.1:${deskPort}-10.0.2.15:6901`,
      ],
      ...['-drive', `file=${image('MAIN', 2048)},format=raw,if=none,id=main,cache=unsafe`],
      ...['-device', 'virtio-blk-pci,drive=main,serial=MAIN', '-device', 'qemu-xhci,id=usb'],
      ...[...builtIn, '-device', 'ahci,id=sata', '-device', `nvme,drive=drive-${NVME},serial=${NVME}`],
      ...SATA.flatMap((serial, at) => [
        '-device',
        `ide-hd,drive=drive-${serial},bus=sata.${at},serial=${serial},rotation_rate=7200`,
      ]),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const stop = async (): Promise<void> => {
    qemu.kill('SIGKILL');
    await new Promise((resolve) => qemu.once('close', resolve));
    rmSync(folder, { recursive: true, force: true });
  };
  const socket = await line(join(folder, 'shell'), () => qemu.exitCode !== null);
  const ready = await reader(socket, '\n')();
  socket.destroy();
  if (ready !== 'ready') throw new Error(readFileSync(log, 'utf8'));
  return [{ port, deskPort, folder }, stop];
};

/** Talks to one that runs; one talk at a time. */
export const openMachine = async ({ folder, deskPort }: MachineAddress): Promise<TestMachine> => {
  const image = (serial: string, mb: number): string => imageIn(folder, serial, mb);
  const socket = await line(join(folder, 'shell'));
  const next = reader(socket, '\n');
  const control = await line(join(folder, 'monitor'));
  const answer = reader(control, '(qemu) ');
  await answer();
  const tell = async (command: string): Promise<void> => {
    control.write(`${command}\n`);
    await answer();
  };
  let last: Promise<unknown> = Promise.resolve();
  const sh = (script: string): Promise<Said> => {
    const said = last.then(async () => {
      socket.write(`${Buffer.from(script).toString('base64')}\n`);
      const [code = '', text = ''] = (await next()).split(' ');
      return { code: Number(code), text: Buffer.from(text, 'base64').toString().trimEnd() };
    });
    last = said;
    return said;
  };
  return {
    deskPort,
    sh,
    must: async (script) => {
      const { code, text } = await sh(script);
      if (code !== 0) throw new Error(`${script}\nended with ${code}: ${text}`);
      return text;
    },
    plug: async (serial, made) => {
      const file = image(serial, made?.mb ?? 0);
      const [program, ...args] = made?.make ?? [];
      if (program !== undefined) execFileSync(program, [...args, file], { stdio: 'ignore', env: SYSTEM });
      const pace = made?.bytesPerSecond === undefined ? '' : `,throttling.bps-write=${made.bytesPerSecond}`;
      await tell(
        `drive_add 0 if=none,id=drive-${serial},file=${file},format=raw,cache=unsafe,werror=report,rerror=report${pace}`,
      );
      const device = made?.stays === true ? 'virtio-blk-pci' : 'usb-storage,bus=usb.0,removable=on';
      await tell(`device_add ${device},drive=drive-${serial},id=disk-${serial},serial=${serial}`);
    },
    pull: async (serial) => {
      await tell(`device_del disk-${serial}`);
      await tell(`drive_del drive-${serial}`);
    },
    digest: (serial) =>
      createHash('sha256')
        .update(readFileSync(image(serial, 0)))
        .digest('hex'),
    written: (serial) => statSync(image(serial, 0), { bigint: true }).mtimeNs,
    close: () => {
      socket.destroy();
      control.destroy();
    },
  };
};
