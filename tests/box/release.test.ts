/** The folder that `npm run release` leaves, copied away from the workspace: it must run with what it carries and nothing else. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoxClient } from '@boxwood/box-sdk';
import { connect, copyTask, extractTask } from '@boxwood/box-sdk';
import { conformance } from '../conformance/suite.ts';
import { settled } from '../faults/invariants.ts';
import type { BoxProcess } from '../lib/box-process.ts';
import { OWNER, PASSWORD, startBoxProcess } from '../lib/box-process.ts';
import { signIn } from '../lib/client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'boxwood-release-'));
const wire = (name: string): string => `/mnt/usb1/${OWNER}/${name}`;

describe('a released box, away from the workspace', () => {
  let folder = '';
  let box: BoxProcess;
  let client: BoxClient;
  const disk = (name: string): string => join(box.usb1, OWNER, name);

  beforeAll(async () => {
    const made = spawnSync('node', ['scripts/tasks/release.mjs', '--dry-run', '--box', `--out=${out}`], {
      cwd: root,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(made.stderr);
    const name = readdirSync(out).find((each) => each.startsWith('boxwood-box-') && !each.endsWith('.gz')) ?? '';
    folder = join(out, name);
    box = await startBoxProcess({ program: join(folder, 'main.js') });
    client = await signIn(box.origin, OWNER);
  }, 180_000);
  afterAll(async () => {
    await box.remove();
    rmSync(out, { recursive: true, force: true });
  });

  it('is whole by its sums and takes nothing from the workspace', () => {
    expect(spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toMatchObject({
      ...{ status: 0, stdout: '', stderr: '' },
    });
    for (const name of ['Containerfile', 'boxwood-box.service', 'LICENSE', 'README.md', 'THIRD-PARTY.md'])
      expect(existsSync(join(folder, name)), name).toBe(true);
    const found = spawnSync('grep', ['-rlF', root.replace(/\/$/, ''), '.'], { cwd: folder, encoding: 'utf8' });
    expect(found.stdout).toBe('');
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
    expect(await settled(client, OWNER, copied.id)).toMatchObject({ tb_state: 1 });
    writeFileSync(disk('note.txt.gz'), gzipSync('packed'));
    const unpacked = await client.tasks.add(extractTask(OWNER, wire('note.txt.gz'), wire('Download')));
    expect(await settled(client, OWNER, unpacked.id)).toMatchObject({ tb_state: 1 });
    const hits = await client.files.search({ roots: [1], regex: '北京', count: 50, hasbaseinfo: 0 });
    expect(JSON.stringify(hits)).toContain('北京.txt');
  });

  it('does for scripts what a box has to do', async () => {
    const person = await connect(box.origin, { user: OWNER, password: PASSWORD });
    const rows = await conformance(person);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ outcome }) => outcome !== 'yes')).toEqual([]);
  });

  it('says its version, that of the release', () => {
    const said = spawnSync('node', [join(folder, 'main.js'), '--version'], { encoding: 'utf8' });
    expect(said).toMatchObject({ status: 0, stderr: '' });
    expect(folder).toContain(`boxwood-box-${said.stdout.trim()}-`);
  });

  it('stops when it is told to', async () => {
    await box.stop();
    expect(box.child.exitCode).toBe(0);
    expect(box.log()).not.toMatch(/Warning|Error:/);
  });
});
