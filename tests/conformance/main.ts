/** `npm run conformance -- --url http://192.168.1.20:6900 --user ann`, with the password in BOXWOOD_PASSWORD. */
import { parseArgs } from 'node:util';
import { BoxFailure, connect, describeBoxError } from '@boxwood/box-sdk';
import { conformance } from './conformance-suite.ts';

const { values } = parseArgs({ options: { url: { type: 'string' }, user: { type: 'string' } } });
const { url, user } = values;
const password = process.env['BOXWOOD_PASSWORD'];
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

if (url === undefined || user === undefined || password === undefined) {
  say('BOXWOOD_PASSWORD=... npm run conformance -- --url http://192.168.1.20:6900 --user ann');
  process.exitCode = 2;
} else
  try {
    const box = await connect(url, { user, password });
    const rows = await conformance(box, ({ name, outcome, why, ms }) => {
      say(`${outcome.padEnd(12)} ${String(ms).padStart(6)} ms  ${name}${why === '' ? '' : ` (${why})`}`);
    });
    await box.signOut();
    const failed = rows.filter(({ outcome }) => outcome === 'no').length;
    say(failed === 0 ? `All ${rows.length} held.` : `${failed} of ${rows.length} did not hold.`);
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (failure) {
    say(failure instanceof BoxFailure ? `${failure.command}: ${describeBoxError(failure.error)}` : String(failure));
    process.exitCode = 1;
  }
