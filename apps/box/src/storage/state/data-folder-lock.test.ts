import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestDataFolder } from './state-test-helpers.ts';

let home: TestDataFolder;
beforeEach(async () => {
  home = new TestDataFolder();
  await home.fill();
});
afterEach(() => {
  home.remove();
});

/** Another process that holds the lock, and a child that outlives it. */
const otherBox = async () => {
  const program = `
    const { lockDataFolder } = await import(${JSON.stringify(new URL('./data-folder-lock.ts', import.meta.url).href)});
    lockDataFolder(${JSON.stringify(home.dataDir)}, ${JSON.stringify(home.stateDir)});
    gc(); // what nobody refers to is collected, sooner or later
    const { spawn } = await import('node:child_process');
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    console.log(child.pid);
    setInterval(() => undefined, 1000);`;
  const box = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--conditions=@boxwood/source',
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      program,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = (await once(box.stdout, 'data')) as [Buffer];
  const child = Number(said.toString());
  return {
    pid: box.pid ?? 0,
    kill: async () => {
      if (box.exitCode !== null || box.signalCode !== null) return;
      const ended = once(box, 'exit');
      box.kill('SIGKILL');
      await ended;
    },
    killChild: () => process.kill(child, 'SIGKILL'),
  };
};

describe('one box a data folder', () => {
  it('the second one says which process has it; SIGKILL lets go of it, also while a child lives on', async () => {
    const other = await otherBox();
    try {
      const said = await home.start();
      expect(said).toContain(`process ${other.pid}`);
      expect(said).toMatch(
        /^Another box .* is using the data folder .*\. Stop that one first, or choose another folder with --data DIR\.$/,
      );
      await other.kill();
      expect(await home.start()).toBe('started');
    } finally {
      await other.kill();
      other.killChild();
    }
  });

  it('is taken before anything is read, and given back', async () => {
    const { lock } = await home.open();
    expect(await home.start()).toContain('Another box');
    lock.release();
    lock.release();
    expect(await home.start()).toBe('started');
    // The file is never written, so no power cut can damage it.
    expect(statSync(join(home.stateDir, 'lock')).size).toBe(0);
  });

  it('a lock that is damaged, or cannot be one, is said', async () => {
    writeFileSync(join(home.stateDir, 'lock'), 'garbage '.repeat(100));
    expect(await home.start()).toMatch(/^The lock .* is damaged\./);
    const other = new TestDataFolder();
    mkdirSync(join(other.stateDir, 'lock'), { recursive: true });
    expect(await other.start()).toMatch(/cannot be locked/);
    other.remove();
  });
});
