// Writes docs/reference/performance.md from the benchmark reports in .cache/bench, one section per benchmark. Only the named sections are rewritten,
// so one benchmark can be measured again without the others.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools.mjs';

/** The sections of the page in order: title, and what a reader has to know about the figures. */
const SECTIONS = {
  desktop: [
    'The desktop',
    `The built desktop in Chromium against a real box over the loopback interface.

- Sizes are transfer sizes.
- Start-up times are measured with the CPU slowed down 4 times.`,
  ],
  phone: [
    'The phone',
    `The built desktop on a touch screen of 390 x 844, compared with the page of HFS under the same conditions. The two run alternately.

- The CPU is 4 times slower; the network has 10 Mbit/s and 80 ms latency.
- A tap holds the finger down for 80 ms (0 ms in the figures of 2026-11-27 and earlier).
- The time to open something counts from the moment the finger is lifted.
- Memory is measured without the CPU and network limits.`,
  ],
  files: [
    'Files',
    'The Files app in Chromium against a real box. The plain upload is an XHR PUT of the same bytes to nginx, in the same run.',
  ],
  box: [
    'The box',
    `A real box compared with nginx and the system's own tools, on the same disk in the same run.

Flame graphs of the main thread, before and after the last optimisation:

| work | before | after |
|---|---|---|
| many concurrent listings | [before](pictures/flame-listers-before.svg) | [after](pictures/flame-listers-after.svg) |
| a folder of 100,000 | [before](pictures/flame-folder-before.svg) | [after](pictures/flame-folder-after.svg) |
| an upload | [before](pictures/flame-upload-before.svg) | [after](pictures/flame-upload-after.svg) |

- \`node --conditions=@boxwood/source tests/bench/_flames.ts NAME\` draws them.
- The "before" graphs were recorded while other work ran on the machine: compare shares, not times.
- The "after" graphs are of 2026-11-29, on an idle machine.

What the optimisation changed:

- Concurrent requests for one folder share one read of the disk, which starts after all of them have arrived.
- The error that ends a request carries no stack trace.
- Garbage of an upload was collected every 16 MiB instead of every 4 MiB. Since then each chunk is released as soon as it
  is copied, and an upload needs no collection at all; the "after" graphs show this.
- Nothing that protects data was given up: permissions on a friend's folder are still checked for each caller, and every
  sync is where it was.`,
  ],
  listing: [
    'Listings of typical folders',
    `Folders of one size: plain files, pictures whose hashes are known, Chinese and mixed names. nginx, the comparison, lists names, sizes and times only.

- Cold cache: the folder was touched, and the page cache of the system was dropped where this machine allows it.
- Times are medians of three runs; the worst run is the upper end of the spread.`,
  ],
  photos: [
    'Pictures',
    `A box that was just given a library of JPEG files of 640x480 to 1200x900: how fast the index reads metadata and makes placeholders, and how fast the timeline is. Memory is that of the box and its child processes together.`,
  ],
  library: ['A large library', 'The same with 100,000 pictures of twenty years.'],
  recognised: [
    'A large library with recognition',
    `Queries on the tables of 100,000 pictures with as many faces, 300,000 objects and 20,000 pages of text, in files as on a box. The spread is the longest time for which a query blocks the event loop.`,
  ],
  commandline: [
    'The command line',
    `\`boxwood put\` compared with rclone over WebDAV (to rclone's own server) and with curl's PUT to nginx, onto the same disk in the same run. The box replies when every byte is on the disk. The others do so only where the row says that a sync followed.`,
  ],
  floods: [
    'Floods',
    `How much one user or an unauthenticated client can take from the others. The built box may open at most 1,024 files, and everything runs on one machine.

- A listing during a flood is requested by another user, in a process of its own.
- Memory is the increase over the memory before.`,
  ],
  sdk: ['The SDKs', 'Decoding of listings compared with JSON.parse, zod and valibot, run alternately.'],
  domain: ['The domain', 'Folding of events and queueing of uploads, compared with plain code that does the same.'],
  growth: [
    'How cost grows',
    `The same work at four sizes: events, uploads, the journal, the recycle bin and the index of pictures, measured on their tables alone.

- The ratio is the cost per item against the next smaller size: 1 is linear.
- Times are CPU time of the process, garbage collection included.
- The comparison is the simplest way to do the same in the same run, and how its cost grows: a Map of the same uploads, one SQLite table with a row per picture.
- What still grows is the time the CPU waits for memory, not the work per item. An upload and a picture are looked up by an unordered id, and each lies at an address of its own: in the CPU cache at 1,000 items, outside of it at 1,000,000.
- Where the simplest way grows by more than the goal, nothing that holds a million items can meet the goal.`,
  ],
  'growth-box': [
    'How cost grows at a box',
    `Folders of four sizes at a real box, in memory where there is room for them, by wall-clock time.

- The ratio is the cost per item (of a search: per query) against the next smaller size.
- Memory is that of the box, directly after the threads that read a folder for the first time.
- A search runs a thousand times.
- The pages of 100,000 entries are cached as bytes, 24 MB in all. Those of 1,000,000 are not cached: they are written anew for each request.
- The comparison reads and sorts the names of the folder in one call.`,
  ],
};

const page = join(root, 'docs', 'reference', 'performance.md');
const start = (name) => `<!-- bench:${name} -->`;
const end = (name) => `<!-- /bench:${name} -->`;

const HEAD = `# Performance

\`npm run bench\` writes this page from its measurements; do not edit it. \`npm run bench -- files\` measures one part and rewrites its section.

- Times are valid for the machine named with them. Ratios against another program in the same run transfer better to other machines.
- Figures are medians. The spread is the smallest to the largest run.
- Each section ends with the previous measurement, taken on another day.
`;

const cell = (text) => String(text).replaceAll('|', '\\|');
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;
const MARK = { yes: 'met', no: '**missed**', '': '' };

/** A note for the reader when other processes loaded the machine, which makes every time longer. */
const busy = (machine) => {
  const [processors, load] = [Number(/^(\d+) ×/.exec(machine)?.[1]), Number(/load ([\d.]+)$/.exec(machine)?.[1])];
  return load > processors * 2
    ? ` Other processes kept the machine busy (load ${load} on ${processors} processors): the times are upper bounds, measure again on an idle machine.`
    : '';
};

/** The section text of the newest report, or null without one. */
const measured = (name) => {
  const file = join(root, '.cache', 'bench', `${name}.json`);
  if (!existsSync(file)) return null;
  const { at, machine, rows } = JSON.parse(readFileSync(file, 'utf8'));
  return [
    `Measured on ${at.slice(0, 10)}: ${machine}.${busy(machine)}`,
    '',
    row(['measure', 'Boxwood', 'spread', 'compared with', 'ratio', 'goal', 'result']),
    '|---|---|---|---|---|---|---|',
    ...rows.map((one) =>
      row(
        [one.measure, one.box, one.spread, one.peer, one.ratio, one.goal, MARK[one.met]].map((text) =>
          text === '-' ? '' : text,
        ),
      ),
    ),
  ].join('\n');
};

const MEASURED = /^Measured on (\d{4}-\d\d-\d\d): /m;
const EARLIER = '<details><summary>Previous measurement</summary>';

/** The measurements in a section of the page, newest first. */
const daysOf = (text) => {
  const at = text.search(MEASURED);
  if (at < 0) return [];
  const [newest, earlier] = text.slice(at, text.indexOf('<!-- /bench')).split(EARLIER);
  return [newest, earlier?.replace('</details>', '')].flatMap((day) => (day === undefined ? [] : [day.trim()]));
};

/** A section with the newest figures and the previous measurement of another day. */
const section = (name, before) => {
  const today = measured(name);
  if (today === null) return null;
  const dateOf = (day) => MEASURED.exec(day)?.[1];
  const other = before === null ? undefined : daysOf(before).find((day) => dateOf(day) !== dateOf(today));
  const [title, words] = SECTIONS[name];
  return [
    start(name),
    `## ${title}`,
    '',
    words,
    '',
    today,
    ...(other === undefined ? [] : ['', EARLIER, '', other, '', '</details>']),
    end(name),
  ].join('\n');
};

/** The section as it is on the page now. */
const kept = (text, name) => {
  const [from, to] = [text.indexOf(start(name)), text.indexOf(end(name))];
  return from < 0 || to < from ? null : text.slice(from, to + end(name).length);
};

/** Rewrites the sections of the named benchmarks from their reports and leaves the others unchanged. */
export const renderPerformance = (names) => {
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const parts = Object.keys(SECTIONS).flatMap((name) => {
    const old = kept(before, name);
    const text = (names.includes(name) ? section(name, old) : null) ?? old;
    return text === null ? [] : [text];
  });
  writeFileSync(page, `${[HEAD.trimEnd(), ...parts].join('\n\n')}\n`);
};
