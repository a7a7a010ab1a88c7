// npm run conformance -- --url http://192.168.1.20:6900 --user ann: asks a box that runs, ours or another one, what a box has to do for its
// scripts; the password is in BOXWOOD_PASSWORD. Over the wire alone, in a folder of its own.
import { run } from '../tools.mjs';

run('node', [
  '--disable-warning=ExperimentalWarning',
  '--conditions=@boxwood/source',
  'tests/conformance/main.ts',
  ...process.argv.slice(2),
]);
