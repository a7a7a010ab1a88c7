/**
 * Flame graphs of the three hottest paths of the built box: `node --conditions=@boxwood/source tests/bench/_flames.ts
 * NAME` writes `docs/pictures/flame-PATH-NAME.svg` of the box that `BOXWOOD_BOX` names. Each path runs on a separate
 * box, and only its own time is drawn.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { flameOf, type Profile } from './_flame.ts';
import { sendRequest, closeConnections } from './_http-load.ts';
import { PAGE, createPageClient } from './_listing-pages.ts';
import { requestBytes, measureConcurrentClients } from './_concurrent-clients.ts';

const [name = 'now'] = process.argv.slice(2);
const pictures = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const ENTRIES = 100_000;
const LISTERS = 25;
const UPLOAD = 512 * 1024 * 1024;
const PART = 8 * 1024 * 1024;

type Box = Awaited<ReturnType<typeof startBoxProcess>>;
type Client = Awaited<ReturnType<typeof signIn>>;
const wire = (folder: string): string => `/mnt/usb1/${OWNER}/${folder}`;
const fill = (box: Box, folder: string, count: number): void => {
  mkdirSync(join(box.usb1, OWNER, folder));
  for (let at = 0; at < count; at++) writeFileSync(join(box.usb1, OWNER, folder, `IMG_${at}.jpg`), '');
};

/** Each prepares the box and returns the work to draw. */
const PATHS: Readonly<Record<string, (box: Box, owner: Client) => Promise<() => Promise<unknown>>>> = {
  'many listers': async (box, owner) => {
    fill(box, 'many', PAGE);
    const me = { username: OWNER, token: owner.token };
    const { listing, first } = createPageClient(box.origin);
    await first(me, wire('many'));
    const { url, ask: asked } = listing(me, wire('many'));
    const load = { port: Number(new URL(box.origin).port), count: LISTERS, turns: 200, good: '{"error":0' };
    await measureConcurrentClients([requestBytes(url, asked)], { ...load, turns: 20 });
    return () => measureConcurrentClients([requestBytes(url, asked)], load);
  },
  'a large folder': async (box, owner) => {
    fill(box, 'large', ENTRIES);
    const me = { username: OWNER, token: owner.token };
    const { all } = createPageClient(box.origin);
    await all(me, wire('large'), ENTRIES);
    return async () => {
      for (let round = 0; round < 8; round++) await all(me, wire('large'), ENTRIES);
    };
  },
  'an upload': async (box, owner) => {
    const body = randomBytes(PART);
    const target = wire('up.bin');
    const { uuid } = await owner.transfers.prepare({ target, size: UPLOAD });
    return async () => {
      for (let start = 0; start < UPLOAD; start += PART) {
        const { status, head } = await sendRequest(`${box.origin}/filetrans?uuid=${uuid}&start=${start}`, {
          method: 'PUT',
          body,
        });
        if (status !== 200) throw new Error(head);
      }
      await owner.transfers.finish({ target, size: UPLOAD, reserved: '0', uuid, ctime: 1_700_000_000 });
    };
  },
};

for (const [path, prepare] of Object.entries(PATHS)) {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-profile-'));
  const box = await startBoxProcess({
    program: process.env['BOXWOOD_BOX'] ?? fileURLToPath(new URL('../../apps/box/dist/main.js', import.meta.url)),
    args: ['--calls', String(LISTERS)],
    env: { BOXWOOD_LOG: 'warn', NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
  });
  try {
    const run = await prepare(box, await signIn(box.origin, OWNER));
    // The profile counts the same microseconds since the machine started.
    const from = Number(process.hrtime.bigint() / 1000n);
    await run();
    const to = Number(process.hrtime.bigint() / 1000n);
    closeConnections();
    await box.stop();
    // The profile of its main thread, after the process has re-executed itself.
    const file =
      readdirSync(folder)
        .toSorted()
        .findLast((each) => each.includes(`.${box.child.pid ?? 0}.0.`)) ?? '';
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
    const { svg, top } = flameOf(profile, { from, to, title: `${path}, ${name}` });
    writeFileSync(join(pictures, `flame-${path.split(' ').at(-1) ?? path}-${name}.svg`), svg);
    console.log(`${path}: ${((to - from) / 1000).toFixed(0)} ms\n${top.map((each) => `  ${each}`).join('\n')}`);
  } finally {
    await box.remove();
    rmSync(folder, { recursive: true });
  }
}
process.exit(0);
