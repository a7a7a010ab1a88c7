/** Injected faults at the literal box and how the SDK handles them; and what changes there with the clock. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { downloadFile, fileUrl } from '@boxwood/box-sdk';
import { manualClock, parseFault } from '@boxwood/box-simulator';
import { createAccountClient, signInParams } from '@boxwood/account-sdk';
import { fetchTransport } from '@boxwood/box-sdk';
import { describe, expect, it } from 'vitest';
import { HOME, signIn, withLiteralBox } from '../lib/box/literal-box.ts';
import { sdks } from './fixtures.ts';

const LIST = { path: HOME, count: 500, hasbaseinfo: 0 } as const;

describe('faults', () => {
  it('are words: kind, target, value, times', () => {
    expect(parseFault('cut-put@1MB')).toEqual({ fault: { kind: 'cut', bytes: 1024 ** 2 }, on: 'put' });
    expect(parseFault('slow@2s')).toEqual({ fault: { kind: 'slow', milliseconds: 2000 } });
    expect(parseFault('refuse-MKDIR@16x1')).toEqual({ fault: { kind: 'refuse', code: 16 }, on: 'MKDIR', times: 1 });
    expect(parseFault('refuse-DIRLIST@-6')).toEqual({ fault: { kind: 'refuse', code: -6 }, on: 'DIRLIST' });
    expect(parseFault('status-/user/friends@502')).toEqual({
      fault: { kind: 'status', status: 502 },
      on: '/user/friends',
    });
    expect(parseFault('not-json')).toEqual({ fault: { kind: 'not-json' } });
    for (const wrong of ['', 'slow', 'cut-put', 'cut-put@many', 'explode@1', 'slow@1parsec'])
      expect(parseFault(wrong), wrong).toBeUndefined();
  });

  it('each is told as what it is, and is over when it is switched off', () =>
    withLiteralBox({ files: { [`${HOME}/a.txt`]: 'a', [`${HOME}/b.txt`]: 'b' } }, async (simulated) => {
      const { box } = await signIn(simulated);
      const told = async (fault: string): Promise<unknown> => {
        const off = simulated.fault(fault);
        const done = await box.exec(sdkCommand('ListFiles'), LIST)();
        off();
        return done._tag === 'Right' ? done : done.left;
      };
      expect(await told('not-json')).toMatchObject({ _tag: 'Malformed', at: 'envelope' });
      expect(await told('status@500')).toMatchObject({ _tag: 'Http', status: 500 });
      expect(await told('status@502')).toMatchObject({ _tag: 'Network' });
      expect(await told('cut@20')).toMatchObject({ _tag: 'Network' });
      expect(await told('refuse-LIST@7')).toMatchObject({ _tag: 'Refused', code: 7 });
      const started = performance.now();
      expect(await told('slow@80ms')).toMatchObject({ _tag: 'Right' });
      expect(performance.now() - started).toBeGreaterThanOrEqual(75);
      expect(await told('broken-entry')).toMatchObject({ unread: 1, right: { file_list: [{}, {}, {}, {}] } });
      expect(await told('signed-out')).toMatchObject({ _tag: 'Refused', code: 18 });
    }));

  it('answers come out of order, each to who asked', () =>
    withLiteralBox({}, async (simulated) => {
      const { box } = await signIn(simulated);
      simulated.fault('out-of-order-MKDIRx1');
      const order: string[] = [];
      const first = box.files.makeFolder({ path: `${HOME}/first` }).then(() => order.push('first'));
      await expect.poll(() => simulated.tree.has(`${HOME}/first`)).toBe(true);
      await box.files.makeFolder({ path: `${HOME}/second` }).then(() => order.push('second'));
      await first;
      expect(order).toEqual(['second', 'first']);
    }));

  it('a download that is cut is told', () =>
    withLiteralBox({ files: { [`${HOME}/long.bin`]: 'x'.repeat(50_000) } }, async (simulated) => {
      await signIn(simulated);
      simulated.fault('cut-get@1KB');
      const read = await downloadFile(fileUrl({ base: simulated.origin, key: '' }, `${HOME}/long.bin`), {
        onBytes: () => undefined,
      });
      expect(read).toMatchObject({ left: { _tag: 'Network' } });
    }));

  it('every number of every command of both SDKs can be ordered, and arrives as that number', () =>
    withLiteralBox({}, async (simulated) => {
      const { box } = await signIn(simulated);
      let ordered = 0;
      for (const { commands, fixtures } of sdks)
        for (const command of commands.filter(({ name }) => name !== 'GetRoster')) {
          const fixture = fixtures.find((one) => one.command === command.name);
          for (const code of command.refusals) {
            const off = simulated.fault({ fault: { kind: 'refuse', code } });
            const done = await box.exec(command, fixture?.params)();
            off();
            const expected = { _tag: 'Left', left: { _tag: 'Refused', code, family: command.errors } };
            // Only used between our own services: no other implementation has its form.
            if (command.name !== 'PushRoster') expect(done, `${command.name} ${code}`).toMatchObject(expected);
            ordered += 1;
          }
        }
      expect(ordered).toBeGreaterThan(600);
    }));
});

const sdkCommand = (name: string) => {
  const command = sdks.flatMap(({ commands }) => commands).find((one) => one.name === name);
  if (command === undefined) throw new Error(name);
  return command;
};

describe('the clock', () => {
  it('plugins, downloads, scans, arrays and scrapers move by it alone', async () => {
    const clock = manualClock();
    await withLiteralBox({ clock, files: { '/mnt/usb1/shared-files/Films/a.mkv': 'film' } }, async (simulated) => {
      const { box } = await signIn(simulated);
      const seen = async (look: () => Promise<unknown>, ...steps: readonly number[]): Promise<readonly unknown[]> => {
        const states = [await look()];
        for (const step of steps) {
          clock.advance(step);
          states.push(await look());
        }
        return states;
      };
      await box.plugins.install({ key: 'alist', url: 'https://packages.example/a.tar.gz' });
      const plugin = async () => (await box.plugins.info({ key: 'alist' })).plugin_list[0]?.state;
      expect(await seen(plugin, 2000, 2000, 2000, 2000, 60_000)).toEqual([1, 2, 3, 4, 5, 5]);
      await box.plugins.start({ key: 'alist' });
      expect(await plugin()).toBe(6);

      await box.downloads.add({ source: 'https://example.org/a.iso', destination: `${HOME}/Download` });
      const counts = async () =>
        [
          await box.downloads.waiting({ offset: 0, count: 100 }),
          await box.downloads.active({ count: 100 }),
          await box.downloads.stopped({ offset: 0, count: 100 }),
        ].map(({ list }) => list.length);
      expect(await seen(counts, 150, 5000)).toEqual([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]);
      expect(simulated.tree.has(`${HOME}/Download/a.iso`)).toBe(true);

      await box.disks.createArray({ level: '1', password: 'boxwood-1', devs: ['sdb', 'sdc'] });
      const array = async () => (await box.disks.arrays({})).list[0]?.state;
      expect(await seen(array, 60_000)).toEqual(['syncing', 'active']);

      await box.media.putListener({
        id: '',
        category: 'c',
        type: 'movie',
        path: '/mnt/usb1/shared-files/Films',
        owner: 'annabel',
      });
      const films = async () => (await box.media.list({ user: 'annabel', start: 0, count: 100 })).total;
      expect(await seen(films, 10_000)).toEqual([0, 1]);
    });
  });
});

it('is a program: one line says where it listens, and it ends when told', async () => {
  const main = fileURLToPath(new URL('../../packages/box-simulator/src/simulator-process.ts', import.meta.url));
  expect(execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' })).toContain('--fault');
  const child = spawn(process.execPath, [main, '--model', 'G2', '--fault', 'refuse-MKDIR@16']);
  try {
    const [origin] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { token } = await createAccountClient({ baseUrl: origin, transport: fetchTransport() }).session.signIn(
      signInParams('annabel', 'boxwood-1', 'k'.repeat(32)),
    );
    expect(token).not.toBe('');
  } finally {
    child.kill('SIGTERM');
  }
  expect((await once(child, 'exit'))[0]).toBe(0);
});
