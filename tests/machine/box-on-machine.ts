import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BoxClient, createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import type { TestMachine } from './test-machine.ts';
import { type MachineAddress, shellQuoted } from './machine-image.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = resolve(root, process.env['BOXWOOD_BOX'] ?? 'apps/box/dist/main.js');
const helper = join(dirname(program), 'host.js');
const cache = join(root, '.cache/machine');

/** A box on a machine, and the owner's access to it. */
export interface BoxAddress {
  readonly dataDir: string;
  readonly token: string;
}

/** The audit log of the helper. */
export const HELPER_AUDIT_LOG = '/run/boxwood-host/acts.log';
/** The script that starts the box there. */
const START_SCRIPT = '/run/start-box';

/**
 * Starts a box with its test users on the machine's own disk, with a helper as its unit starts it. The second part of
 * the result removes it. The users are created on this host, where that takes a second.
 */
export const startBoxOn = async (machine: TestMachine): Promise<readonly [BoxAddress, () => void]> => {
  const folder = mkdtempSync(join(cache, 'box-'));
  const [dataDir, configDir, compiled] = [join(folder, 'data'), join(folder, 'config'), join(folder, 'compiled')];
  mkdirSync(dataDir);
  // The compile cache made here is reused on the machine.
  const box = await startBoxProcess({ dataDir, configDir, env: { NODE_COMPILE_CACHE: compiled } });
  const { token } = await signIn(box.origin, OWNER);
  await box.stop();
  execFileSync('tar', ['cf', `${folder}.tar`, '-C', folder, 'data', 'config', 'compiled']);
  // The secret of a box depends on the path of its data: the disk is mounted where the users were created.
  await machine.must(
    `mkfs.ext4 -q -F $(disk MAIN) && mkdir -p ${shellQuoted(folder)} && mount $(disk MAIN) ${shellQuoted(folder)} && tar xf ${shellQuoted(`${folder}.tar`)} -C ${shellQuoted(folder)} || exit 1
     mkdir -p /run/boxwood-host
     export NODE_COMPILE_CACHE=${shellQuoted(compiled)}
     setsid ${shellQuoted(process.execPath)} ${shellQuoted(helper)} --socket /run/boxwood-host/socket --user root --acts ${HELPER_AUDIT_LOG} --data ${shellQuoted(dataDir)} 2> /tmp/host.log < /dev/null &
     helper=$!
     cat > ${START_SCRIPT} << 'END'
     export BOXWOOD_CONFIG_DIR=${shellQuoted(configDir)} BOXWOOD_LOG=info NODE_COMPILE_CACHE=${shellQuoted(compiled)}
     setsid ${shellQuoted(process.execPath)} ${shellQuoted(program)} --port 6900 --share-port none --data ${shellQuoted(dataDir)} > /tmp/box.out 2>> /tmp/box.log < /dev/null &
     box=$!
     until grep -q http /tmp/box.out; do kill -0 $box || { cat /tmp/box.out /tmp/box.log; exit 1; }; sleep 0.2; done
     echo $box > /run/box.pid
END
     until [ -S /run/boxwood-host/socket ]; do kill -0 $helper || { cat /tmp/host.log; exit 1; }; sleep 0.2; done
     cd ${shellQuoted(join(dataDir, 'usb1', OWNER))} && head -c 20000000 /dev/urandom > film.bin && head -c 1000000 film.bin > song.bin
     . ${START_SCRIPT}`,
  );
  const remove = (): void =>
    [folder, `${folder}.tar`].forEach((path) => rmSync(path, { recursive: true, force: true }));
  return [{ dataDir, token }, remove];
};

/**
 * Restarts the box; its helper keeps running.
 * @param meanwhile a script that runs while the box is stopped
 */
export const restartBox = (machine: TestMachine, meanwhile = ':'): Promise<string> =>
  machine.must(
    `box=$(cat /run/box.pid); kill $box; while kill -0 $box 2> /dev/null; do sleep 0.1; done; rm /tmp/box.out
     ${meanwhile} || exit 1
     . ${START_SCRIPT}`,
  );

/** The owner's client of the box. */
export const ownerOf = ({ port }: MachineAddress, { token }: BoxAddress): BoxClient =>
  createBoxClient({
    baseUrl: `http://127.0.0.1:${port}`,
    transport: fetchTransport(),
    identity: () => ({ username: OWNER, token }),
  });
