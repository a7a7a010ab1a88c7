/** Entry of a built box: applies the memory settings, enables the compile cache, and runs the program. */
import { fileURLToPath } from 'node:url';
import { FLAGS, SETTINGS } from '../platform/node-settings.ts';

/**
 * Oldest Node major version that runs a box: it has SQLite without a flag, and the syntax that the code uses. Do not
 * import anything before this check that an older Node lacks.
 */
const MIN_NODE_MAJOR = 24;
if (Number(process.versions.node.split('.')[0]) < MIN_NODE_MAJOR) {
  process.stderr.write(
    `A box needs Node ${MIN_NODE_MAJOR} or newer; this is ${process.versions.node} (${process.execPath}). Download it from https://nodejs.org/en/download\n`,
  );
  process.exit(1);
}

if (process.execve !== undefined && process.platform === 'linux' && process.env['BOXWOOD_SETTLED'] === undefined) {
  // `execve` restarts the same process with the settings: same pid, same parent, same open files.
  process.removeAllListeners('warning');
  process.execve(process.execPath, [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...SETTINGS,
    BOXWOOD_SETTLED: '1',
  });
}
delete process.env['BOXWOOD_SETTLED'];

// Where the folder is not writable, as below /opt, there is no compile cache.
process.getBuiltinModule('node:module').enableCompileCache(fileURLToPath(new URL('.compiled', import.meta.url)));
const { trimMemoryWhenIdle } = await import('../platform/idle-memory.ts');
trimMemoryWhenIdle();
await import('./main.ts');
