/**
 * `boxwood-host`: the only part of the product that runs as root. It runs the operations of `protocol.ts` for one user
 * through one socket.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDispatcher } from './dispatcher.ts';
import { openAuditLog } from './audit-log.ts';
import { openMachine, SYSTEM_PATH } from './machine.ts';
import { openSocket } from './host-socket.ts';
import { resumeFanWatch } from './verbs/hardware.ts';

/** The uid of a user, from a name or digits. */
const uidOf = (user: string): number => {
  if (/^[0-9]{1,9}$/.test(user)) return Number(user);
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${user}:`));
  const uid = line?.split(':')[2];
  if (uid === undefined || user === '') throw new Error(`This machine has no user "${user}".`);
  return Number(uid);
};

const main = async (): Promise<void> => {
  const { socket, user, acts, path, data, sys } = parseArgs({
    options: {
      socket: { type: 'string' },
      user: { type: 'string' },
      acts: { type: 'string' },
      path: { type: 'string', default: SYSTEM_PATH },
      data: { type: 'string' },
      // For tests: a folder with the structure of /sys.
      sys: { type: 'string', default: '/sys' },
    },
  }).values;
  if (socket === undefined || user === undefined || acts === undefined)
    throw new Error('boxwood-host --socket PATH --user NAME --acts FILE [--data FOLDER] [--path FOLDER:FOLDER]');
  // Child programs do not inherit the environment; this also hides it from the code of this process.
  for (const name of Object.keys(process.env))
    if (name !== 'NODE_CHANNEL_FD') Reflect.deleteProperty(process.env, name);
  const now = (): number => Date.now();
  const log = openAuditLog(acts, now);
  const uid = uidOf(user);
  const box = data === undefined ? null : { dataDir: realpathSync(data), uid };
  const machine = openMachine(path, box, join(dirname(acts), 'net'), sys);
  resumeFanWatch(machine);
  const dispatcher = createDispatcher({ machine, log, now });
  await openSocket({
    path: socket,
    uid,
    handle: (line) => dispatcher.answer(line),
    onFault: (fault) => log.logRequest({ ask: 'fault', how: fault instanceof Error ? fault.message : String(fault) }),
  });
  // As the child of a box it reports that it is ready, and exits with the box.
  if (process.send === undefined) return;
  process.once('disconnect', () => process.exit());
  process.send('ready');
};

try {
  await main();
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exitCode = 1;
}
