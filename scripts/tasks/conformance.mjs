// npm run conformance -- --url http://192.168.1.20:6900 --user ann: checks a running box, of ours or another vendor, against the protocol that
// scripts need. The password is in BOXWOOD_PASSWORD. It uses only the network and a folder of its own.
import { run } from '../tools.mjs';

run('node', [
  '--disable-warning=ExperimentalWarning',
  '--conditions=@boxwood/source',
  'tests/conformance/main.ts',
  ...process.argv.slice(2),
]);
