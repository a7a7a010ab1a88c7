/** The external dependencies of this workspace: the programs it runs with, and its packages. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tools = join(root, 'scripts', 'tools.mjs');

describe('Node and pnpm', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'boxwood-tools-'));
    const stuff = join(dir, 'package', 'bin');
    mkdirSync(stuff, { recursive: true });
    writeFileSync(join(stuff, 'node'), '#!/bin/sh\necho v24.0.0\n');
    chmodSync(join(stuff, 'node'), 0o755);
    writeFileSync(join(dir, 'package', 'package.json'), `{ "scripts": { "preinstall": "touch ${join(dir, 'ran')}" } }`);
    execFileSync('tar', ['-czf', join(dir, 'stuff.tgz'), '-C', dir, 'package']);
    // A stub for npm and the registry: serves its packages, and records how it was called.
    mkdirSync(join(dir, 'path'));
    const npm = join(dir, 'path', 'npm');
    writeFileSync(npm, `#!/bin/sh\necho "$@" >> "${join(dir, 'asked')}"\ncp "${join(dir, 'stuff.tgz')}" ./x.tgz\n`);
    chmodSync(npm, 0o755);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const bring = (integrity: string) => {
    const tool = JSON.stringify({ name: '@some/tool', file: 'bin/node', integrity });
    const script = `import(${JSON.stringify(tools)}).then((m) => m.bringTools(${JSON.stringify(join(dir, 'out'))}, { node: ${tool}, pnpm: ${tool} }))`;
    const env = { ...process.env, PATH: `${join(dir, 'path')}:${process.env['PATH'] ?? ''}` };
    return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env });
  };
  const digest = (): string =>
    `sha512-${createHash('sha512')
      .update(readFileSync(join(dir, 'stuff.tgz')))
      .digest('base64')}`;

  it('are used when their digest is the one that is written down, and run no script of theirs', () => {
    const { status, stderr } = bring(digest());
    expect([status, stderr]).toEqual([0, '']);
    expect(execFileSync(join(dir, 'out', 'bin', 'node'), { encoding: 'utf8' })).toBe('v24.0.0\n');
    expect(lstatSync(join(dir, 'out', 'bin', 'pnpm')).isSymbolicLink()).toBe(true);
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    const asked = readFileSync(join(dir, 'asked'), 'utf8').trim().split('\n');
    expect(asked.every((line) => line.includes('--ignore-scripts'))).toBe(true);
  });

  it('are thrown away, and nothing goes on, when one byte is another', () => {
    const known = digest();
    const bytes = readFileSync(join(dir, 'stuff.tgz'));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(join(dir, 'stuff.tgz'), bytes);
    const { status, stderr } = bring(known);
    expect([status, stderr.includes('has the wrong digest')]).toEqual([1, true]);
    expect(readdirSync(join(dir, 'out'))).toEqual(['bin']);
    expect(readdirSync(join(dir, 'out', 'bin'))).toEqual([]);
  });

  it('have a SHA-512 for every platform that gets one', () => {
    const script = `import(${JSON.stringify(tools)}).then((m) => console.log(JSON.stringify(m.TOOLS)))`;
    const all: unknown = JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
    const digests = JSON.stringify(all).match(/"integrity":"[^"]*"/g) ?? [];
    expect(digests).toHaveLength(4);
    for (const one of digests) expect(one).toMatch(/^"integrity":"sha512-[A-Za-z0-9+/]{86}=="$/);
  });
});

describe('packages', () => {
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');

  it('have been out for days before they are taken, and run no script unless they are named', () => {
    const [, minutes] = /^minimumReleaseAge: (\d+)$/m.exec(workspace) ?? [];
    expect(Number(minutes)).toBeGreaterThanOrEqual(3 * 24 * 60);
    expect(workspace).toMatch(/^allowBuilds: \{\}$/m);
    expect(workspace).not.toMatch(/dangerouslyAllowAllBuilds|minimumReleaseAgeExclude|ignore-scripts=false/);
  });
});
