import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWNER } from '../lib/box/box-process.ts';
import { box, cli, local, json, home, here, said, setUpCliBox } from './cli-test-helpers.ts';

const write = (path: string, content: string, second = 1_700_000_000) => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, second, second);
};

describe('boxwood beside rclone and mc: what people look for', () => {
  setUpCliBox();

  it('the standard input goes up, and files come to the standard output', async () => {
    const put = await cli.run(['put', '-', '--name', 'note.txt', '--to', 'in'], {}, { input: 'milk, bread' });
    expect(put.code).toBe(0);
    expect(readFileSync(home('in', 'note.txt'), 'utf8')).toBe('milk, bread');
    expect(await said(['cat', 'in/note.txt', 'in/*.txt'])).toBe('milk, breadmilk, bread');
    expect(await said(['get', 'in/note.txt', '-'])).toBe('milk, bread');
    expect((await cli.run(['put', '-'], {}, { input: 'x' })).code).toBe(2);
  });

  it('two thousand small files go up together, from inside the folder, and once', async () => {
    for (let n = 0; n < 2000; n += 1) write(here('many', `d${n % 7}`, `${n}.txt`), `file ${n}`);
    mkdirSync(here('many', 'empty'));
    const put = await cli.run(['put', '.', '--to', 'up', '--json'], {}, { cwd: here('many') });
    expect(put.code).toBe(0);
    expect(json(put.out)).toHaveLength(2000);
    expect(readdirSync(home('up', 'many')).length).toBe(8);
    expect(readFileSync(home('up', 'many', 'd3', '10.txt'), 'utf8')).toBe('file 10');
    expect(statSync(home('up', 'many', 'd3', '10.txt')).mtimeMs).toBe(1_700_000_000_000);
    const again = await said(['put', here('many'), '--to', 'up']);
    expect(again.match(/already there/g)).toHaveLength(2000);
  });

  it('a folder comes to the same place at every run, and only what is new', async () => {
    expect(await said(['get', 'up/many', here('backup')])).toContain('got');
    expect(readdirSync(here('backup', 'many', 'd3')).length).toBe(readdirSync(home('up', 'many', 'd3')).length);
    write(home('up', 'many', 'd3', 'new.txt'), 'new');
    const second = json(await said(['get', 'up/many', here('backup'), '--json']));
    expect(second).toMatchObject({ files: 1, same: 2000 });
    expect(existsSync(here('backup', 'many', 'many'))).toBe(false);
  });

  it('sync says what it would do, does it, and removes only when it is told to; diff ends with 1', async () => {
    write(here('pictures', 'a.jpg'), 'a');
    write(here('pictures', '2025', 'b.jpg'), 'b');
    write(here('pictures', '2025', 'b.tmp'), 'rubbish');
    const args = ['sync', here('pictures'), 'box:pictures', '--exclude', '*.tmp'];
    expect(await said([...args, '--dry-run'])).toContain('would copy 2 and remove 0');
    expect(existsSync(home('pictures'))).toBe(false);
    expect(await said(args)).toContain('2 copied, 0 removed, 0 the same');
    expect(readdirSync(home('pictures', '2025'))).toEqual(['b.jpg']);
    expect(await said(args)).toContain('0 copied, 0 removed, 2 the same');
    write(home('pictures', 'old.jpg'), 'old');
    expect(await said(args)).toContain('0 removed');
    expect((await cli.run(['diff', here('pictures'), 'box:pictures', '--exclude', '*.tmp', '--delete'])).code).toBe(1);
    expect(await said([...args, '--delete'])).toContain('1 removed');
    // On the box it is moved to the bin.
    expect(existsSync(home('pictures', 'old.jpg'))).toBe(false);
    expect(await said(['trash', 'ls'])).toContain('old.jpg');
    expect(await said(['sync', 'box:pictures', here('down'), '--include', '*.jpg'])).toContain('2 copied');
    expect(readFileSync(here('down', '2025', 'b.jpg'), 'utf8')).toBe('b');
    expect((await cli.run(['diff', 'box:pictures', here('down')])).code).toBe(0);
    expect((await cli.run(['sync', here('pictures'), here('down')])).code).toBe(2);
  });

  it('one of many that cannot be had is told at the end: the others come, nothing is removed, and no note stays beside what is there', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) write(home('night', name), name);
    write(here('copy', 'night', 'b.txt', 'in-the-way'), 'x');
    write(here('copy', 'night', 'only-here.txt'), 'x');
    const got = await cli.run(['get', 'night', here('copy'), '--json']);
    expect(got).toMatchObject({ code: 6, err: '' });
    expect(json(got.out)).toMatchObject({ files: 2, failed: [{ path: `/mnt/usb1/${OWNER}/night/b.txt` }] });
    expect(readFileSync(here('copy', 'night', 'c.txt'), 'utf8')).toBe('c.txt');
    expect(readdirSync(here('copy', 'night')).filter((name) => name.endsWith('.version'))).toEqual([]);
    write(home('night', 'd.txt'), 'd.txt');
    const synced = await cli.run(['sync', 'box:night', here('copy', 'night'), '--delete']);
    expect(synced.code).toBe(6);
    expect(synced.out).toContain('1 copied, 0 removed, 2 the same');
    expect(synced.err).toMatch(/failed: .*b\.txt: .*\nNothing was removed/);
    expect(existsSync(here('copy', 'night', 'only-here.txt'))).toBe(true);
    rmSync(here('copy', 'night', 'b.txt'), { recursive: true });
    expect(await said(['sync', 'box:night', here('copy', 'night'), '--delete'])).toContain('1 copied, 2 removed');
    expect(readdirSync(here('copy', 'night')).toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
    await said(['rm', '-rf', 'night']);
  });

  it('finds, shows as a tree, takes patterns, puts away and brings back', async () => {
    write(home('films', 'long.mkv'), 'f'.repeat(4096));
    write(home('films', 'short.mkv'), 'f');
    write(home('films', 'notes.txt'), 'n');
    expect((await said(['find', 'films', '--name', '*.mkv', '--larger', '2K'])).trim()).toBe(
      `/mnt/usb1/${OWNER}/films/long.mkv`,
    );
    expect(await said(['tree', 'pictures'])).toBe('2025/\n  b.jpg\na.jpg\n');
    expect(await said(['ls', 'films/*.mkv'])).toBe('long.mkv\nshort.mkv\n');
    expect((await cli.run(['ls', 'films/*.avi'])).code).toBe(4);
    expect(await said(['trash', 'films/*.mkv'])).toContain('2 of 2');
    expect(readdirSync(home('films'))).toEqual(['notes.txt']);
    await said(['trash', 'restore', 'long.mkv']);
    expect(readdirSync(home('films')).toSorted()).toEqual(['long.mkv', 'notes.txt']);
  });

  it('with --dry-run what changes files says what it would do, and does nothing', async () => {
    write(home('plans', 'a.txt'), 'a');
    write(home('plans', 'b.txt'), 'b');
    const plan = async (...args: readonly string[]) => said([...args, '--dry-run']);
    const at = (name: string) => `/mnt/usb1/${OWNER}/plans/${name}`;
    expect(await plan('mkdir', 'plans', 'plans/new')).toBe(`would create ${at('new')}\n`);
    // The missing parents, each once.
    expect(await plan('mkdir', 'plans/x/y', 'plans/x/z')).toBe(
      ['x', 'x/y', 'x/z'].map((name) => `would create ${at(name)}\n`).join(''),
    );
    expect(await plan('mv', 'plans/a.txt', 'plans/c.txt')).toBe(`would move ${at('a.txt')} -> ${at('c.txt')}\n`);
    expect(await plan('cp', 'plans/a.txt', 'plans/new')).toBe(`would copy ${at('a.txt')} -> ${at('new/a.txt')}\n`);
    expect(await plan('rm', 'plans/*.txt')).toBe(`would remove ${at('a.txt')}\nwould remove ${at('b.txt')}\n`);
    expect(await plan('trash', 'plans/a.txt')).toBe(`would trash ${at('a.txt')}\n`);
    const inBin = await said(['trash', 'ls']);
    expect((await plan('trash', 'empty')).split('\n')).toHaveLength(inBin.split('\n').length);
    expect(await said(['trash', 'ls'])).toBe(inBin);
    expect((await cli.run(['rm', 'plans/none.txt', '--dry-run'])).code).toBe(4);
    expect(json(await plan('rm', 'plans/a.txt', '--json'))).toEqual({
      plan: [{ act: 'remove', path: at('a.txt') }],
      dryRun: true,
    });
    expect(readdirSync(home('plans')).toSorted()).toEqual(['a.txt', 'b.txt']);
    await said(['rm', '--force', 'plans']);
  });

  it('names that are no UTF-8 go up, come down, are the same for sync, and are found again by what ls and find print', async () => {
    const raw = (...parts: readonly string[]) => Buffer.from(parts.join('/'), 'latin1');
    const FILES = ['d\xd6\xd0/\xff\xfe.txt', 'caf\xe9.txt'];
    const source = here('raw');
    mkdirSync(raw(source, 'd\xd6\xd0'), { recursive: true });
    for (const name of FILES) {
      writeFileSync(raw(source, name), name);
      utimesSync(raw(source, name), 1_700_000_000, 1_700_000_000);
    }
    const holds = (folder: string) => FILES.map((name) => readFileSync(raw(folder, name), 'utf8'));

    await said(['put', source]);
    expect(holds(home('raw'))).toEqual(FILES);
    expect(await said(['sync', source, 'box:raw', '--delete'])).toBe('0 copied, 0 removed, 2 the same\n');
    await said(['get', 'raw/', here('raw-got')]);
    expect(holds(here('raw-got'))).toEqual(FILES);
    expect(await said(['get', 'raw/', here('raw-got')])).toBe('2 already present\n');
    await said(['sync', 'box:raw', here('raw-synced')]);
    expect(holds(here('raw-synced'))).toEqual(FILES);
    expect(await said(['sync', 'box:raw', here('raw-synced')])).toBe('0 copied, 0 removed, 2 the same\n');
    expect(await said(['diff', here('raw-synced'), 'box:raw'])).toBe('');
    expect(JSON.parse(await said(['ls', 'raw', '--json']))).toMatchObject([
      { name: 'd\udcd6\udcd0' },
      { name: 'caf\udce9.txt' },
    ]);

    // Each printed name is passed back to the command line as a shell would do it.
    const shell = (script: string) =>
      execFileSync('bash', ['-c', script, 'bash', process.execPath, cli.program], {
        encoding: 'latin1',
        cwd: source,
        env: { ...process.env, LC_ALL: 'C.UTF-8', BOXWOOD_CLI_DIR: cli.config },
      });
    expect(shell('"$1" "$2" find raw --type f | xargs -d "\\n" "$1" "$2" cat')).toBe(
      Buffer.from(FILES.join('')).toString('latin1'),
    );
    shell('"$1" "$2" put * --to raw-typed && "$1" "$2" rm --force raw/caf*');
    expect(holds(home('raw-typed'))).toEqual(FILES);
    expect(readdirSync(home('raw'), 'latin1')).toEqual(['d\xd6\xd0']);
  });
  it('a pipe is refused in words, and a target in a folder that is not there is made or complained of, never a stack', async () => {
    execFileSync('mkfifo', [here('pipe')]);
    const piped = await cli.run(['put', here('pipe')]);
    expect(piped).toMatchObject({ code: 2, err: expect.stringContaining('is not a file or folder') as string });
    write(home('kept', 'note.txt'), 'milk');
    await said(['get', 'kept/note.txt', here('missing', 'note.txt')]);
    expect(readFileSync(here('missing', 'note.txt'), 'utf8')).toBe('milk');
    const blocked = await cli.run(['get', 'kept/note.txt', join(here('missing', 'note.txt'), 'below', 'note.txt')]);
    expect(blocked.code).toBe(1);
    expect(blocked.err).toMatch(/^boxwood: .*\n$/);
  });

  it('takes what hands type out of habit, and says where to when the folder of the box is named last, before anything is sent', async () => {
    write(here('habit.txt'), 'habit');
    await said(['mkdir', 'habit/deep']);
    const last = await cli.run(['put', here('habit.txt'), 'habit/deep']);
    expect(last.code).toBe(2);
    expect(last.err).toContain(
      'habit/deep: no such file or folder on this computer; name a folder of the box with --to',
    );
    expect(existsSync(home('habit.txt'))).toBe(false);
    await said(['put', '-r', here('habit.txt'), '--to', 'habit/deep']);
    expect((await cli.run(['rm', '-rf', 'habit'])).code).toBe(0);
    expect(existsSync(home('habit'))).toBe(false);
    expect(await said(['help', 'rm'])).not.toContain('--recursive');
    // The -p of mkdir and cp is not the profile option; before the command it is.
    expect(await said(['mkdir', '-p', 'habit/a/b'])).toBe(`created /mnt/usb1/${OWNER}/habit/a/b\n`);
    await said(['put', here('habit.txt'), '--to', 'habit']);
    expect(await said(['cp', '-rp', 'habit/habit.txt', 'habit/a'])).toContain('habit/a/');
    expect((await cli.run(['-p', 'nobody', 'mkdir', 'habit'])).code).toBe(3);
    expect((await cli.run(['cp', 'habit/habit.txt', 'habit/new.txt'])).err).toContain(
      'cp copies into an existing folder',
    );
    expect(await said(['find', 'habit', '-name', '*.txt', '-type', 'f'])).toContain('habit/a/habit.txt');
    expect(await said(['du', '-sh', 'habit'])).toContain('in 2 files');
    await said(['rm', '-rf', 'habit']);
  });

  it('a verb of another program is told the one that does it here, and mount what to do instead', async () => {
    const told = async (...words: readonly string[]) => {
      const { code, out, err } = await cli.run(words);
      expect([code, out], words.join(' ')).toEqual([2, '']);
      return err;
    };
    expect(await told('mount', '/mnt/box', '-o', 'ro')).toMatch(/^boxwood: A box cannot be mounted: .*"boxwood sync /);
    expect(await told('upload', 'a.txt')).toBe('boxwood: There is no "upload". Use: boxwood put\n');
    expect(await told('ls', '-lR')).toContain('boxwood tree');
    expect(json(await told('whoami', '--json'))).toEqual({
      error: 'There is no "whoami". Use: boxwood status',
      code: 2,
    });
    expect(await said(['--help'])).not.toContain('mount');
  });

  it('whatever is refused is named, and so is why', async () => {
    await said(['mkdir', 'refused']);
    const path = `/mnt/usb1/${OWNER}`;
    const refusals: readonly (readonly [string, string])[] = [
      ['rm --force nowhere', `${path}/nowhere: `],
      ['trash nowhere', `${path}/nowhere: `],
      ['mv nowhere somewhere', `${path}/nowhere: `],
      ['mv refused/a refused/b', `${path}/refused/a: `],
      ['cp nowhere refused', `${path}/nowhere: `],
      ['share nowhere', `${path}/nowhere: `],
      ['share refused --with nobody', 'nobody: no such user'],
      [`sync box:nowhere ${here('none')}`, `${path}/nowhere: `],
      ['shares revoke nothing', 'nothing: not found'],
      ['tokens revoke nothing', 'nothing: not found'],
      ['undo 99999999', '99999999: no such change'],
      ['redo', 'There is nothing to redo'],
    ];
    for (const [line, words] of refusals)
      expect(await cli.run(line.split(' ')), line).toMatchObject({
        code: 4,
        out: '',
        err: expect.stringContaining(`boxwood: ${words}`) as string,
      });
    expect(await cli.run(['fetch', 'no-address'])).toMatchObject({
      code: 2,
      err: 'boxwood: no-address: an address begins with http:// or https://\n',
    });
    // "None of several" differs from "some of several".
    expect((await cli.run(['trash', 'nowhere', 'neither'])).code).toBe(4);
    // An unreachable box is not a missing folder.
    const away = { BOXWOOD_URL: 'http://127.0.0.1:9', BOXWOOD_USER: OWNER, BOXWOOD_TOKEN: 'x'.repeat(32) };
    expect((await cli.run(['diff', local, 'box:refused'], away)).code).toBe(5);
  });

  it('whoever reads the output may have enough: what was under way ends by its exit code, and no stack is printed', async () => {
    write(home('long', 'film.bin'), 'x'.repeat(30_000_000));
    const line = `node '${cli.program}' cat long/film.bin | head -c 10; exit "\${PIPESTATUS[0]}"`;
    const piped = spawnSync('bash', ['-c', line], { env: { ...process.env, BOXWOOD_CLI_DIR: cli.config } });
    expect([piped.status, String(piped.stdout), String(piped.stderr)]).toEqual([141, 'x'.repeat(10), '']);
    await said(['rm', '-rf', 'long']);
  });

  it('undo and redo say what they did', async () => {
    await said(['mv', 'films/notes.txt', 'films/list.txt']);
    expect(await said(['undo'])).toMatch(/Undone: \S+ .*notes\.txt/);
    expect(existsSync(home('films', 'notes.txt'))).toBe(true);
    expect(await said(['redo'])).toMatch(/Redone: .*list\.txt/);
    expect(existsSync(home('films', 'list.txt'))).toBe(true);
    expect((await said(['journal', '-n', '1'])).trim().split('\n')).toHaveLength(1);
  });

  it('links are listed and ended', async () => {
    const [address = ''] = /http\S+/.exec(await said(['share', 'films'])) ?? [];
    expect((await fetch(address)).status).toBe(200);
    const [id = ''] = (await said(['shares'])).split(' ');
    await said(['shares', 'revoke', id]);
    expect(await (await fetch(address)).text()).not.toContain('list.txt');
    expect(await said(['shares'])).not.toContain(id);
  });

  it('a token reads its folder and nothing else, until it is ended', async () => {
    const { token, id } = json(await said(['tokens', 'add', 'nightly', 'films', '--json'])) as Record<string, string>;
    const env = { BOXWOOD_URL: box.origin, BOXWOOD_USER: OWNER, BOXWOOD_TOKEN: token ?? '' };
    expect(await cli.run(['cat', 'films/list.txt'], env)).toMatchObject({ code: 0, out: 'n' });
    expect((await cli.run(['ls', 'pictures'], env)).code).toBe(4);
    expect((await cli.run(['rm', '--force', 'films/list.txt'], env)).code).toBe(4);
    expect(await said(['tokens'])).toMatch(/nightly +read +\S+films/);
    await said(['tokens', 'revoke', id ?? '']);
    expect((await cli.run(['cat', 'films/list.txt'], env)).code).toBe(3);
  });
});
