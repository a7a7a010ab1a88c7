// docs/performance.md out of the reports of the benches in .cache/bench: a section for each bench, and only the sections that are
// named are written anew, so that the figures of one bench can be taken again without the others.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools.mjs';

/** The sections in their order, with what a reader must know to read the figures. */
const SECTIONS = {
  desktop: [
    'The desktop',
    'The built desktop in Chromium against a real box on the loopback. Sizes are what travels; start-up times are with the processor slowed down four times.',
  ],
  phone: [
    'The phone',
    'The built desktop on a touch screen of 390 x 844 with a processor four times slower and a line of 10 Mbit/s and 80 ms, beside the page of HFS under the same conditions, in turns. A tap is a finger that is down for 80 ms (none in the figures of 2026-11-27 and before), and what it opens is counted from when it is lifted. Memory is without them.',
  ],
  files: [
    'Files',
    'The Files app in Chromium against a real box. The bare upload is an XHR PUT of the same bytes to nginx, in the same run.',
  ],
  box: [
    'The box',
    `A real box beside nginx and the system's own tools, on the same disk in the same run.\n\nWhere the time of its own thread goes, before and after the last work on it: many listers ([before](pictures/flame-listers-before.svg), [after](pictures/flame-listers-after.svg)), a folder of 100,000 ([before](pictures/flame-folder-before.svg), [after](pictures/flame-folder-after.svg)), an upload ([before](pictures/flame-upload-before.svg), [after](pictures/flame-upload-after.svg)); \`node --conditions=@boxwood/source tests/bench/_flames.ts NAME\` draws them; the earlier ones beside other work on the machine, so that shares count and times do not. Those who ask for one folder in the same moment share one question to the disk, asked after all of them have come; what ends a request carries no stack of its own; what an upload brought was collected every 16 MiB instead of 4. Since then each piece of an upload is let go of as soon as it is copied out: nothing is collected for an upload any more, which the later ones of these pictures show (of 2026-11-29, on a quiet machine). Given up for it: nothing that protects data: who may see what a friend gave is asked for each, and every sync is where it was.`,
  ],
  listing: [
    'Listings of what families have',
    'Folders of one size: plain files, pictures whose hashes are known, Chinese and mixed names; beside nginx, which lists names, sizes and times alone. Nothing remembered: the folder was touched, and the system let go of what it had read where this machine allows that. Times are medians of three runs, the worst is the end of the spread.',
  ],
  photos: [
    'Pictures',
    'A box that has just been given a library of JPEG files of 640x480 to 1200x900: how fast its index learns what they are and how they look, and what a time line takes. Memory is that of the box and its children together.',
  ],
  library: ['A large library', 'The same with 100,000 pictures of twenty years.'],
  recognised: [
    'A large library that was recognised',
    'What is asked of the tables of 100,000 pictures with as many faces, 300,000 things and 20,000 pages of text, in files as at a box, and for how long nobody else has the box meanwhile.',
  ],
  commandline: [
    'The command line',
    "`boxwood put` beside rclone over WebDAV (to rclone's own server) and curl's PUT to nginx, onto the same disk in the same run. The box has every byte on the disk before it says so; a peer does where its row says that a sync followed.",
  ],
  floods: [
    'Floods',
    'What one person or stranger can take from the others: the built box with at most 1,024 open files, everything from one machine. A listing beside a flood is asked by another of the family, in a process of its own. Memory is what the box has more than before.',
  ],
  sdk: ['The SDKs', 'Decoding of listings beside JSON.parse, zod and valibot, in turns.'],
  domain: ['The domain', 'Folding of events and queueing of uploads, beside plain code that does the same.'],
  growth: [
    'How cost grows',
    'The same work at four sizes: events, uploads, the journal, the bin and the index of pictures, by their tables alone. The ratio is the cost per item against the size before: 1 is linear. It is processor time of the process, collector and all. Beside it stands the barest way to do the same in the same run, and how that grows: a Map of the same uploads, one table of SQLite with a row a picture. What still grows is how often the processor waits for memory, and not what is done for a thing: an upload and a picture are looked up by an id that is in no order, and each is a place of its own, which at 1,000 lies in the cache and at 1,000,000 does not. Where the bare way grows by more than the goal, nothing that keeps a million things can meet it.',
  ],
  'growth-box': [
    'How cost grows at a box',
    'Folders of four sizes at a real box, in memory where there is room for them, by the clock. The ratio is the cost per item, of a search that of one question, against the size before; memory is that of the box, right after the threads that read a folder for the first time. A search is asked a thousand times. The pages of 100,000 entries are remembered as bytes, 24 MB of them in all, those of 1,000,000 are not: they are written anew for each who asks. Beside it, the names of the folder read and sorted by one call, and how that grows.',
  ],
};

const page = join(root, 'docs', 'performance.md');
const start = (name) => `<!-- bench:${name} -->`;
const end = (name) => `<!-- /bench:${name} -->`;

const HEAD = `# Performance

Written by \`npm run bench\` from what it measured; do not edit. \`npm run bench -- files\` measures one part and writes its section anew.
Times hold for the machine that is named with them; ratios against a peer in the same run hold wider. Figures are medians; the spread is
the smallest to the largest run. Below each section stand the figures of the last other day on which it was measured.
`;

const cell = (text) => String(text).replaceAll('|', '\\|');
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;
const MARK = { yes: 'met', no: '**missed**', '': '' };

/** A machine that others use at the same time makes every time longer: the reader must know. */
const busy = (machine) => {
  const [processors, load] = [Number(/^(\d+) ×/.exec(machine)?.[1]), Number(/load ([\d.]+)$/.exec(machine)?.[1])];
  return load > processors * 2
    ? ` Other work kept the machine busy meanwhile (load ${load} on ${processors} processors): its times are upper bounds, to be taken again on a quiet one.`
    : '';
};

/** What was measured today. */
const measured = (name) => {
  const file = join(root, '.cache', 'bench', `${name}.json`);
  if (!existsSync(file)) return null;
  const { at, machine, rows } = JSON.parse(readFileSync(file, 'utf8'));
  return [
    `Measured on ${at.slice(0, 10)}: ${machine}.${busy(machine)}`,
    '',
    row(['what', 'ours', 'spread', 'beside', 'ratio', 'goal', '']),
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
const EARLIER = '<details><summary>On another day</summary>';

/** The days that a section of the page has: the newest first. */
const daysOf = (text) => {
  const at = text.search(MEASURED);
  if (at < 0) return [];
  const [newest, earlier] = text.slice(at, text.indexOf('<!-- /bench')).split(EARLIER);
  return [newest, earlier?.replace('</details>', '')].flatMap((day) => (day === undefined ? [] : [day.trim()]));
};

/** A section with the figures of this day, and of the last other one. */
const section = (name, before) => {
  const today = measured(name);
  if (today === null) return null;
  const dateOf = (day) => MEASURED.exec(day)?.[1];
  const other = before === null ? undefined : daysOf(before).find((day) => dateOf(day) !== dateOf(today));
  const [title, words] = SECTIONS[name];
  return [
    ...[start(name), `## ${title}`, '', words, today],
    ...(other === undefined ? [] : ['', EARLIER, '', other, '', '</details>']),
    end(name),
  ].join('\n');
};

/** The section as the page has it now. */
const kept = (text, name) => {
  const [from, to] = [text.indexOf(start(name)), text.indexOf(end(name))];
  return from < 0 || to < from ? null : text.slice(from, to + end(name).length);
};

/** Writes the sections of the named benches from their reports and keeps the others as they are. */
export const renderPerformance = (names) => {
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const parts = Object.keys(SECTIONS).flatMap((name) => {
    const old = kept(before, name);
    const text = (names.includes(name) ? section(name, old) : null) ?? old;
    return text === null ? [] : [text];
  });
  writeFileSync(page, `${[HEAD.trimEnd(), ...parts].join('\n\n')}\n`);
};
