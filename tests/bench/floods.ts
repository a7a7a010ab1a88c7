/**
 * Resources that one user or stranger can take from the others, against the built box: `npm run bench -- floods`. Every
 * load is bounded and ends by itself; the box may open 1,024 files, the limit of many systems.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { copyTask, downloadTask, fileUrl, isRight, SignInOffline, StartUsageScan } from '@boxwood/box-sdk';
import { thumbUrl, uploadFile } from '@boxwood/box-sdk';
import { MEMBER, OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { startBackgroundLister } from './_background-lister.ts';
import { childrenOf, openConnections, memoryOf, peakDuring, statusOf, measureLatencyDuring } from './_flood.ts';
import { findFreePort, measurePipelining } from './_pipelining.ts';
import { createReport, quantile } from './_report.ts';

const MEGABYTE = 1024 * 1024;
const FILES = 1024;
/** The first sign-in's memory is released, and garbage of a flood is collected, within this time. */
const SETTLE_MS = 25_000;
const HOLD_MS = 3000;

const sharePort = await findFreePort();
const box = await startBoxProcess({
  program: fileURLToPath(new URL('../../apps/box/dist/main.js', import.meta.url)),
  args: ['--allow-lan-downloads', '--share-port', String(sharePort)],
  env: { BOXWOOD_LOG: 'warn' },
  under: ['prlimit', `--nofile=${FILES}`],
});
process.once('exit', () => {
  box.child.kill('SIGKILL');
});
const pid = box.child.pid ?? 0;
const report = createReport();
const client = await signIn(box.origin, OWNER);
const wire = (name: string): string => `/mnt/usb1/${OWNER}/${name}`;
const disk = (name: string): string => join(box.usb1, OWNER, name);
const list = () => client.files.list({ path: `/mnt/usb1/${OWNER}`, count: 50, hasbaseinfo: 0 });
const megabytes = (value: number): string => `${Math.max(0, value).toFixed(0)} MB`;
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const p99 = (times: readonly number[]): string => ms(quantile(times, 0.99));
/** The largest increase of the box's memory while work runs. */
const moreDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const before = memoryOf(pid);
  return (await peakDuring(() => memoryOf(pid), work)) - before;
};
const head = (method: string, path: string, type: string, length: number): string =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${box.port}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;

const lister = await startBackgroundLister(box.origin, MEMBER);
await list();
await delay(SETTLE_MS);
const idle = memoryOf(pid);

// --- Usage scans ---------------------------------------------------------------------------------------------------
{
  const threads = statusOf(pid, 'Threads');
  let [mostThreads, times]: [number, readonly number[]] = [0, []];
  const more = await moreDuring(async () => {
    mostThreads = await peakDuring(
      () => statusOf(pid, 'Threads'),
      async () => {
        times = await lister.during(() =>
          Promise.all(
            Array.from({ length: 300 }, (_, at) => client.exec(StartUsageScan, { mount: `/mnt/extdev/disk${at}/x` })()),
          ),
        );
      },
    );
  });
  const of = '300 usage scans of missing folders';
  report.add(`${of}: additional threads`, `${mostThreads - threads} threads`, null, null, '<= 4 threads');
  report.add(`${of}: additional memory`, megabytes(more), null, null, '<= 60 MB');
  report.add(`${of}: a listing meanwhile, p99`, p99(times), null, null, '<= 250 ms');
}

// --- Bodies, readers and connections of strangers --------------------------------------------------------------------
const endless = async (count: number, path: string, type: string, length: number): Promise<number> => {
  const crowd = await openConnections(box.port, count);
  const body = Buffer.alloc(length - 1, 'x');
  const more = await moreDuring(async () => {
    await crowd.send(head('POST', path, type, length));
    await crowd.send(body);
    await delay(HOLD_MS);
    await list();
  });
  crowd.leave();
  await delay(HOLD_MS);
  return more;
};
const JSON_TYPE = 'application/json';
for (const [what, count, path, type, length] of [
  ['400 unfinished bodies of 1 MiB', 400, '/fsnotify', JSON_TYPE, MEGABYTE],
  ['150 unfinished torrents of 4 MiB', 150, '/downloader', JSON_TYPE, 4 * MEGABYTE],
  ['80 unfinished forms of 8 MiB', 80, '/account/user/sendAdvice', 'multipart/form-data; boundary=x', 8 * MEGABYTE],
] as const)
  report.add(
    `${what}: additional memory`,
    megabytes(await endless(count, path, type, length)),
    null,
    null,
    '<= 150 MB',
  );

{
  writeFileSync(disk('film.mp4'), '');
  truncateSync(disk('film.mp4'), 200 * MEGABYTE);
  const { key } = await client.session.fileKey();
  const { pathname, search } = new URL(fileUrl({ base: box.origin, key }, wire('film.mp4')));
  const crowd = await openConnections(box.port, 300);
  for (const socket of crowd.sockets) socket.pause();
  const more = await moreDuring(async () => {
    await crowd.send(`GET ${pathname}${search} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await delay(HOLD_MS);
    await list();
  });
  crowd.leave();
  report.add('300 stalled readers of a film: additional memory', megabytes(more), null, null, '<= 150 MB');
}
{
  const crowd = await openConnections(box.port, 1500);
  const started = performance.now();
  await crowd.send('POST /fsnotify HTTP/1.1\r\nhost: a\r\nx-slow: ');
  const files = readdirSync(`/proc/${pid}/fd`).length;
  const times = await measureLatencyDuring(
    () => signIn(box.origin, OWNER),
    () => delay(1),
  );
  report.add(
    '1500 unauthenticated connections: open files of the box',
    `${files} files`,
    null,
    null,
    `<= ${FILES - 256} files`,
  );
  report.add('a sign-in meanwhile', ms(Math.max(...times)), null, null, '<= 1000 ms');
  for (const socket of crowd.sockets) socket.resume();
  await Promise.race([
    Promise.all(crowd.sockets.filter((socket) => !socket.destroyed).map((socket) => once(socket, 'close'))),
    delay(40_000),
  ]);
  report.add(
    'their unfinished headers: the last connection is closed after',
    ms(performance.now() - started),
    null,
    null,
    '<= 10000 ms',
  );
  crowd.leave();
}

// --- Requests sent without waiting for the responses ---------------------------------------------------------------------
{
  const { key } = await client.session.fileKey();
  const film = fileUrl({ base: box.origin, key }, wire('film.mp4'));
  const data = new Uint8Array(MEGABYTE);
  for (const [where, port] of [
    ['the port of the box', box.port],
    ['the port for shares', sharePort],
  ] as const) {
    let uploads = 0;
    const { listings, finished } = await measurePipelining(lister, port, 4 * HOLD_MS, async () => {
      const target = wire(`beside-${port}-${uploads}`);
      const read = (start: number, end: number) => Promise.resolve(data.subarray(start, end));
      const uploaded = await uploadFile(client, { target, size: data.length, mtime: 1_700_000_000, read });
      uploads += isRight(uploaded) ? 1 : 0;
      await (await fetch(film, { headers: { range: `bytes=0-${MEGABYTE - 1}` } })).arrayBuffer();
    });
    const flood = `20 x 20,000 requests without waiting at ${where}`;
    report.add(`${flood}: a listing meanwhile, p99`, p99(listings), null, null, '<= 250 ms');
    report.add(`${flood}: uploads and parts of a film meanwhile`, `${finished} parts`, null, null, '>= 4 parts');
    report.add(`${flood}: failed uploads`, `${finished - uploads} uploads`, null, null, '<= 0 uploads');
  }
}

// --- Sign-ins ----------------------------------------------------------------------------------------------------------
{
  const crowd = await openConnections(box.port, 237);
  const answered = crowd.sockets.map((socket) => new Promise((resolve) => socket.once('data', resolve)));
  let own = 0;
  const times = await lister.during(async () => {
    for (const [at, socket] of crowd.sockets.entries()) {
      const who = { appId: 'web', appIdSecurity: '', appKey: '', devtype: 'web', logintype: 1 };
      const body = JSON.stringify({ ...who, userName: `nobody${at}`, pwd: PASSWORD });
      socket.write(head('POST', SignInOffline.path, JSON_TYPE, body.length) + body);
    }
    const started = performance.now();
    await signIn(box.origin, OWNER);
    own = performance.now() - started;
    await Promise.race([Promise.all(answered), delay(30_000)]);
  });
  crowd.leave();
  report.add('237 concurrent sign-ins: a listing meanwhile, p99', p99(times), null, null, '<= 250 ms');
  report.add('237 concurrent sign-ins: the sign-in of a user of the box', ms(own), null, null, '<= 1000 ms');
}

// --- Uploads -----------------------------------------------------------------------------------------------------------
{
  const foldersBelow = (name: string): number =>
    existsSync(disk(name)) ? readdirSync(disk(name), { recursive: true, withFileTypes: true }).length + 1 : 0;
  await client.transfers.prepare({ target: wire(`deep${'/d'.repeat(1500)}/f`), size: 1 }).catch(() => null);
  report.add(
    'a PREPUT 1500 folders deep: folders created',
    `${foldersBelow('deep')} folders`,
    null,
    null,
    '<= 64 folders',
  );
  const files = Array.from({ length: 40 }, (_, at) => ({
    target: wire(`many${at}${'/d'.repeat(400)}/f`),
    size: 1,
    mtime: 1,
  }));
  const started = performance.now();
  await client.transfers.prepareMany({ files }).catch(() => null);
  report.add('a PREPUTS of 40 files, 400 folders deep each', ms(performance.now() - started), null, null, '<= 5000 ms');
  let open = 0;
  for (let at = 0; at < 260; at++)
    open += await client.transfers.prepare({ target: wire(`empty${at}`), size: MEGABYTE }).then(
      () => 1,
      () => 0,
    );
  // The oldest uploads make room: the limit locks no user out.
  report.add('uploads of one user that began, of 260', `${open} uploads`, null, null, '>= 260 uploads');
}

// --- Pictures ----------------------------------------------------------------------------------------------------------
{
  const drawing = (side: number, filter: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><filter id="f">${filter}</filter><rect width="${side}" height="${side}" fill="#36a" ${filter === '' ? '' : 'filter="url(#f)"'}/></svg>`;
  mkdirSync(disk('pictures'));
  writeFileSync(disk('pictures/plain.svg'), drawing(300, ''));
  writeFileSync(disk('pictures/large.svg'), drawing(14_000, '<feGaussianBlur stdDeviation="2"/>'));
  writeFileSync(disk('pictures/slow.svg'), drawing(5000, '<feTurbulence numOctaves="400" baseFrequency=".9"/>'));
  const { key } = await client.session.fileKey();
  const hashOf = async (name: string): Promise<string> => {
    for (let tries = 0; tries < 100; tries++) {
      const { file_list } = await client.files.list({ path: wire('pictures'), count: 50, hasbaseinfo: 0 });
      const hash = file_list.find(({ n }) => n === name)?.h;
      if (hash !== undefined) return hash;
      await delay(100);
    }
    throw new Error(`${name} has no hash`);
  };
  const thumbnail = async (name: string): Promise<boolean> => {
    const hash = await hashOf(name);
    return (await fetch(thumbUrl({ base: box.origin, key }, hash, 64))).status === 200;
  };
  const made: boolean[] = [];
  const peak = await peakDuring(
    () => Math.max(0, ...childrenOf(pid).map(memoryOf)),
    async () => {
      const slow = Promise.all([thumbnail('slow.svg'), thumbnail('large.svg')]);
      made.push(await thumbnail('plain.svg'));
      await slow;
    },
  );
  report.add('oversized pictures: memory of the largest process', megabytes(peak), null, null, '<= 600 MB');
  report.add(
    'thumbnails of a normal picture meanwhile',
    `${made.filter(Boolean).length} thumbnails`,
    null,
    null,
    '>= 1 thumbnails',
  );
}

// --- Downloads that drip -------------------------------------------------------------------------------------------------
{
  const drip = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 1_000_000 });
    const timer = setInterval(() => response.write('x'), 2000);
    response.once('close', () => {
      clearInterval(timer);
    });
  });
  await new Promise<void>((resolve) => {
    drip.listen(0, '127.0.0.1', () => {
      resolve();
    });
  });
  const address = drip.address();
  const at = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  for (const name of ['one', 'two']) await client.tasks.add(downloadTask(OWNER, `${at}/${name}.bin`, wire('pictures')));
  const started = performance.now();
  writeFileSync(disk('small.txt'), 'small');
  await client.tasks.add(copyTask(OWNER, wire('small.txt'), wire('pictures')));
  while (!existsSync(disk('pictures/small.txt')) && performance.now() - started < 90_000) await delay(100);
  report.add(
    'a copy starts beside two slow downloads after',
    ms(performance.now() - started),
    null,
    null,
    '<= 60000 ms',
  );
  drip.closeAllConnections();
  drip.close();
}

await delay(SETTLE_MS);
report.add(
  'additional memory after the floods',
  megabytes(memoryOf(pid) - idle),
  ['before', megabytes(idle)],
  null,
  '<= 20 MB',
);
lister.leave();
report.print();
await box.remove();
