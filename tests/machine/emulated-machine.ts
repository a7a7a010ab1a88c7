/** A machine that QEMU emulates instruction by instruction: SATA, NVMe, USB, and chips. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../lib/machine/network-share.ts';
import { type DiskControl, MAIN, makeBuiltIn, NVME, SATA } from './machine-disks.ts';
import { connectWithRetry, createLineReader } from './socket-lines.ts';
import { cloneParameter, findMachineImage, type MachineAddress } from './machine-image.ts';

/**
 * Calibrating the timer needs real time, which a busy host does not provide. The clock source is the processor, because
 * reading any other device stops the emulation. Mitigations against local attackers cost a fifth of the time, and there
 * are none here.
 */
const SPEED_OPTIONS =
  'no_timer_check tsc=reliable clocksource=tsc mitigations=off init_on_alloc=0 randomize_kstack_offset=0 nokaslr audit=0 lsm=capability nowatchdog preempt=none';

/** It starts in eleven seconds, or in a minute on a busy host. */
const START_TIMEOUT_MS = 300_000;

/** Starts a machine. The second part of the result stops it. */
export const startEmulated = async (): Promise<readonly [MachineAddress, () => Promise<void>]> => {
  const { kernel, initrd } = findMachineImage('emulated');
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-machine-'));
  const drives = makeBuiltIn(folder).flatMap(([serial, file]) => [
    '-drive',
    `file=${file},format=raw,if=none,id=drive-${serial},cache=unsafe`,
  ]);
  const [port, deskPort] = [await freePort(), await freePort()];
  const log = join(folder, 'console.log');
  // The machine ends when its test run is killed.
  const qemu = spawn(
    'setpriv',
    [
      '--pdeathsig',
      'KILL',
      'qemu-system-x86_64',
      '-accel',
      'tcg',
      '-smp',
      '1',
      '-m',
      '1536',
      '-display',
      'none',
      '-no-reboot',
      '-nodefaults',
      '-serial',
      `file:${log}`,
      '-serial',
      `unix:${join(folder, 'shell')},server,nowait`,
      '-monitor',
      `unix:${join(folder, 'monitor')},server,nowait`,
      '-kernel',
      kernel,
      '-initrd',
      initrd,
      '-append',
      `console=ttyS0 quiet panic=1 net.ifnames=0 ${SPEED_OPTIONS} boxwood.kind=emulated ${cloneParameter}`,
      '-virtfs',
      'local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap',
      '-nic',
      `user,model=virtio-net-pci,restrict=on,hostfwd=tcp:127.0.0.1:${port}-10.0.2.15:6900,hostfwd=tcp:127.0.0.1:${deskPort}-10.0.2.15:6901`,
      ...drives,
      '-device',
      `virtio-blk-pci,drive=drive-${MAIN},serial=${MAIN}`,
      '-device',
      'qemu-xhci,id=usb',
      '-device',
      'ahci,id=sata',
      '-device',
      `nvme,drive=drive-${NVME},serial=${NVME}`,
      ...SATA.flatMap((serial, at) => [
        '-device',
        `ide-hd,drive=drive-${serial},bus=sata.${at},serial=${serial},rotation_rate=7200`,
      ]),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const stop = async (): Promise<void> => {
    qemu.kill('SIGKILL');
    if (qemu.exitCode === null) await new Promise((resolve) => qemu.once('close', resolve));
    rmSync(folder, { recursive: true, force: true });
  };
  const socket = await connectWithRetry(join(folder, 'shell'), () => qemu.exitCode !== null);
  const ready = await Promise.race([
    createLineReader(socket, '\n')().catch(() => 'ended'),
    delay(START_TIMEOUT_MS, 'timeout', { ref: false }),
  ]);
  socket.destroy();
  if (ready !== 'ready') {
    const output = readFileSync(log, 'utf8');
    await stop();
    throw new Error(`The emulated machine did not start (${ready}): ${output}`);
  }
  return [{ kind: 'emulated', port, helperPort: deskPort, folder }, stop];
};

/** Its disks, controlled through the QEMU monitor. */
export const emulatedDisks = async (folder: string): Promise<DiskControl> => {
  const control = await connectWithRetry(join(folder, 'monitor'));
  const answer = createLineReader(control, '(qemu) ');
  await answer();
  const sendToMonitor = async (command: string): Promise<void> => {
    control.write(`${command}\n`);
    await answer();
  };
  return {
    plug: async (serial, file, made) => {
      const pace = made?.bytesPerSecond === undefined ? '' : `,throttling.bps-write=${made.bytesPerSecond}`;
      await sendToMonitor(
        `drive_add 0 if=none,id=drive-${serial},file=${file},format=raw,cache=unsafe,werror=report,rerror=report${pace}`,
      );
      const device = made?.stays === true ? 'virtio-blk-pci' : 'usb-storage,bus=usb.0,removable=on';
      await sendToMonitor(`device_add ${device},drive=drive-${serial},id=disk-${serial},serial=${serial}`);
    },
    pull: async (serial) => {
      await sendToMonitor(`device_del disk-${serial}`);
      await sendToMonitor(`drive_del drive-${serial}`);
    },
    close: () => control.destroy(),
  };
};
