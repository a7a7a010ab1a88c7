/**
 * A process of `_background-lister.ts`: lists a folder repeatedly between `begin` and `end`, and reports the duration
 * of each.
 */
import { once } from 'node:events';
import { signIn } from '../lib/box/client.ts';
import { measureLatencyDuring } from './_flood.ts';

/** Listings that are not counted: a process that has just started is slow. */
const WARM = 50;

const [, , origin = '', user = ''] = process.argv;
const client = await signIn(origin, user);
const list = () => client.files.list({ path: `/mnt/usb1/${user}`, count: 50, hasbaseinfo: 0 });
for (let at = 0; at < WARM; at++) await list();
const tell = (message: unknown): void => {
  process.send?.(message);
};
tell('ready');
for (;;) {
  await once(process, 'message');
  tell(
    await measureLatencyDuring(list, () => {
      const end = once(process, 'message');
      tell('begun');
      return end;
    }),
  );
}
