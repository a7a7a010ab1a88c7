/** Entry of a built box: settles how the process uses memory, keeps compiled code beside itself, and then runs the program. */
import { fileURLToPath } from 'node:url';
import { FLAGS, SETTINGS } from './node-settings.ts';

/** The oldest Node that runs a box: SQLite without a flag, and syntax that is used as it is. Nothing that an older one lacks may be imported before this. */
const OLDEST_NODE = 24;
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `A box needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node} (${process.execPath}). It is to be had at https://nodejs.org/en/download\n`,
  );
  process.exit(1);
}

if (process.execve !== undefined && process.platform === 'linux' && process.env['BOXWOOD_SETTLED'] === undefined) {
  // The same process goes on with them: same number, same parent, same open files.
  process.removeAllListeners('warning');
  process.execve(process.execPath, [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...SETTINGS,
    BOXWOOD_SETTLED: '1',
  });
}
delete process.env['BOXWOOD_SETTLED'];

// A folder that cannot be written, as below /opt, is no fault: then there is no cache.
process.getBuiltinModule('node:module').enableCompileCache(fileURLToPath(new URL('.compiled', import.meta.url)));
const { giveBackWhenQuiet } = await import('./memory.ts');
giveBackWhenQuiet();
await import('./main.ts');
