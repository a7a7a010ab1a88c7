/** The rules of `tests/lib/syscalls/write-order.ts`, on traces as strace writes them. */
import { describe, expect, it } from 'vitest';
import type { RequiredRecords } from '../lib/syscalls/write-order.ts';
import { checkWriteOrder } from '../lib/syscalls/write-order.ts';
import { parseTrace } from '../lib/syscalls/strace-parser.ts';

const places = {
  isUserData: (path: string) => path.startsWith('/d/usb1/') && !path.includes('/.boxwood'),
  isDatabaseLog: (path: string) => path.endsWith('.sqlite-wal'),
};
const mark = '7 writev(26<socket:[1]>, [{iov_base="HTTP/1.1 404"..., iov_len=80}], 1) = 80';
const answer = '7 write(26<socket:[1]>, "HTTP/1.1 200"..., 80) = 80';
const threads = [8, 9].map(
  (thread) => `7 clone3({flags=CLONE_VM|CLONE_THREAD, exit_signal=0} => {parent_tid=[${thread}]}, 88) = ${thread}`,
);
const scratch = '/d/usb1/.boxwood/parts/p';

/** The violations of one action, as `rule: path`. */
const wrong = (lines: readonly string[], books: RequiredRecords = []): readonly string[] =>
  checkWriteOrder(parseTrace([...threads, mark, ...lines, mark, ''].join('\n')), places, [
    { actionName: 'act', books },
  ]).map(({ rule, path }) => (path === '' ? rule : `${rule}: ${path}`));

describe('bytes before the name', () => {
  const written = [
    `7 openat(AT_FDCWD</>, "${scratch}", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 22<${scratch}>`,
    `8 pwrite64(22<${scratch}>, "abc", 3, 0) = 3`,
  ];
  const named = [
    '7 openat(AT_FDCWD</>, "/d/usb1/ann", O_RDONLY|O_DIRECTORY) = 23</d/usb1/ann>',
    `8 rename("${scratch}", "/proc/self/fd/23/a, \\"b\\".txt") = 0`,
    '9 fsync(23</d/usb1/ann>) = 0',
    answer,
  ];
  const target = '/d/usb1/ann/a, "b".txt';

  it('holds for a file that is synced, then named, in a folder that is synced', () => {
    expect(wrong([...written, `9 fsync(22<${scratch}>) = 0`, ...named])).toEqual([]);
  });

  it('finds bytes that are not synced, or synced too late', () => {
    const said = [`bytes are not synced before ${target} led to it: ${scratch}`];
    expect(wrong([...written, ...named])).toEqual(said);
    expect(wrong([...written, ...named.slice(0, 2), `9 fsync(22<${target}>) = 0`, ...named.slice(2)])).toEqual(said);
  });

  it('counts a sync from its beginning, and a name from its end', () => {
    const between = [
      `9 fsync(22<${scratch}> <unfinished ...>`,
      `8 pwrite64(22<${scratch}>, "d", 1, 3) = 1`,
      '9 <... fsync resumed>) = 0',
    ];
    expect(wrong([...written, ...between, ...named])[0]).toMatch(/^bytes are not synced/);
    const late = [`9 fsync(22<${scratch}> <unfinished ...>`, ...named.slice(0, 2), '9 <... fsync resumed>) = 0'];
    expect(wrong([...written, ...late, ...named.slice(2)])[0]).toMatch(/^bytes are not synced/);
  });

  it('finds a sync that failed, and mode and times that a sync of the bytes leaves out', () => {
    expect(wrong([...written, `9 fsync(22<${scratch}>) = -1 EIO (Input/output error)`, ...named])).toHaveLength(1);
    const dated = [...written, `8 fchmod(22<${scratch}>, 0660) = 0`, `8 utimensat(22<${scratch}>, NULL, [], 0) = 0`];
    expect(wrong([...dated, `9 fdatasync(22<${scratch}>) = 0`, ...named])).toEqual([
      `mode or times are not synced before ${target} led to it: ${scratch}`,
    ]);
  });

  it('looks into a folder that gets its name', () => {
    const tree = [
      '7 mkdir("/d/usb1/.boxwood/t/item", 0700) = 0',
      '7 openat(AT_FDCWD</>, "/d/usb1/.boxwood/t/item/f", O_WRONLY|O_CREAT|O_EXCL, 0600) = 22</d/usb1/.boxwood/t/item/f>',
      '7 copy_file_range(20</d/usb1/ann/f>, NULL, 22</d/usb1/.boxwood/t/item/f>, NULL, 9, 0) = 9',
    ];
    const placed = [
      '7 rename("/d/usb1/.boxwood/t/item", "/d/usb1/ann/item") = 0',
      '7 fsync(24</d/usb1/ann>) = 0',
      answer,
    ];
    expect(wrong([...tree, ...placed])).toEqual([
      'names in the folder are not synced before /d/usb1/ann/item led to it: /d/usb1/.boxwood/t/item',
      'bytes are not synced before /d/usb1/ann/item led to it: /d/usb1/.boxwood/t/item/f',
    ]);
    const whole = [
      '7 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD, child_tidptr=0x7f) = 11',
      '11 openat(AT_FDCWD</>, "/proc/7/fd/21", O_RDONLY) = 3</d/usb1/.boxwood/t>',
      '11 syncfs(3</d/usb1/.boxwood/t>) = 0',
    ];
    expect(wrong([...tree, ...whole, ...placed])).toEqual([]);
  });
});

describe('the folder after the name', () => {
  it('finds a new folder, a removed name and a rename whose folder is not synced before the answer', () => {
    expect(wrong(['7 mkdir("/d/usb1/ann/new", 0770) = 0', answer])).toEqual([
      'names in the folder are not synced before the answer: /d/usb1/ann',
    ]);
    const late = ['7 unlink("/d/usb1/ann/old") = 0', answer, '7 fsync(24</d/usb1/ann>) = 0'];
    expect(wrong(late)).toHaveLength(1);
    expect(
      wrong(['7 rename("/d/usb1/ann/a", "/d/usb1/ann/to/a") = 0', '7 fsync(24</d/usb1/ann/to>) = 0', answer]),
    ).toEqual(['names in the folder are not synced before the answer: /d/usb1/ann']);
  });

  it('lets a source go only when what came in its place is there to stay', () => {
    const far = ['7 rename("/d/usb1/.boxwood/t/item", "/d/usb1/far/item") = 0'];
    const gone = ['7 unlink("/d/usb1/ann/item") = 0', '7 fsync(24</d/usb1/ann>) = 0'];
    const sync = '7 fsync(25</d/usb1/far>) = 0';
    expect(wrong([...far, sync, ...gone, answer])).toEqual([]);
    expect(wrong([...far, ...gone, sync, answer])).toEqual([
      'a new name in the folder is not synced before /d/usb1/ann/item went: /d/usb1/far',
    ]);
    // A second name for the same file: a power cut may leave either, and both lead to it.
    const moved = ['7 link("/d/usb1/ann/item", "/d/usb1/far/item") = 0', ...gone, sync, answer];
    expect(wrong(moved)).toEqual([]);
  });

  it('follows a folder that was renamed while it was open, from every thread', () => {
    const lines = [
      '7 openat(AT_FDCWD</>, "/d/usb1/ann/a", O_RDONLY|O_DIRECTORY) = 23</d/usb1/ann/a>',
      '7 rename("/d/usb1/ann/a", "/d/usb1/ann/b") = 0',
      '7 fsync(24</d/usb1/ann>) = 0',
      '8 mkdir("/proc/self/fd/23/new", 0770) = 0',
      answer,
    ];
    expect(wrong(lines)).toEqual(['names in the folder are not synced before the answer: /d/usb1/ann/b']);
  });
});

describe('the books', () => {
  const note = '7 pwrite64(18</d/box.sqlite-wal>, "x", 9, 0) = 9';
  const sync = '7 fdatasync(18</d/box.sqlite-wal>) = 0';
  const change = ['7 mkdir("/d/usb1/ann/new", 0770) = 0', '7 fsync(24</d/usb1/ann>) = 0'];

  it('want the intent before the first change', () => {
    expect(wrong([note, sync, ...change, note, answer], ['first'])).toEqual([]);
    const said = ['no record is synced before the first change: /d/usb1/ann/new'];
    expect(wrong([note, ...change, sync, answer], ['first'])).toEqual(said);
    expect(wrong([sync, ...change, answer], ['first'])).toEqual(said);
  });

  it('want a promise on the disk before the answer', () => {
    expect(wrong([note, sync, note, answer], ['noted'])).toEqual([]);
    expect(wrong([note, answer, sync], ['noted'])).toEqual(['nothing is on record before the answer']);
    expect(wrong([note, sync, note, answer], ['clean'])).toEqual([
      'bytes are not synced before the answer: /d/box.sqlite-wal',
    ]);
  });

  it('want what a scratch folder notes of its item before the item leaves it', () => {
    const folder = '/d/usb1/.boxwood/work/t';
    const noted = [
      `7 openat(AT_FDCWD</>, "${folder}", O_RDONLY|O_DIRECTORY) = 23<${folder}>`,
      `7 mkdir("${folder}/item", 0770) = 0`,
      `8 openat(AT_FDCWD</>, "${folder}/placing.7", O_WRONLY|O_CREAT, 0600) = 25<${folder}/placing.7>`,
    ];
    const left = [`8 rename("${folder}/item", "/d/usb1/ann/a") = 0`, '7 fsync(24</d/usb1/ann>) = 0', answer];
    expect(wrong([...noted, `7 fsync(23<${folder}>) = 0`, ...left])).toEqual([]);
    expect(wrong([...noted, ...left])).toEqual([
      `a new name in the folder is not synced before the item left it: ${folder}`,
    ]);
    expect(wrong([...noted.slice(0, 2), ...left])).toEqual([]);
  });

  it('count the last answer of an act: a task is asked for until it is done', () => {
    expect(wrong([note, answer, sync, answer], ['clean'])).toEqual([]);
  });
});

it('a trace whose acts cannot be told apart is refused', () => {
  expect(() => checkWriteOrder(parseTrace(`${mark}\n${answer}\n`), places, [{ actionName: 'act', books: [] }])).toThrow(
    '1 acts between 1 marks',
  );
});
