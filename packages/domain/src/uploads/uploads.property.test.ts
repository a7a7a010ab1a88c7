import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { HOME, chosen, type TestPage, tasksOf, UploadFixture, withHandles } from '../testing/upload-fixture.ts';
import { type Fault, testFile } from '../testing/upload-box.ts';
import type { UploadId } from './uploads.ts';

const MB = 1024 * 1024;
const RUNS = propertyRuns(10_000);
const SEED = Number(process.env['BOXWOOD_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

describe('the upload machine under faults', () => {
  const large = [
    ['a', 0],
    ['b', 10],
    ['c', 9 * MB],
    ['d', 20 * MB],
  ] as const;
  // Enough files for two bundles, the second sent while the first is confirmed; one of them is empty.
  const small = Array.from({ length: 26 }, (_, at) => [`s${at}`, at * 5000] as const);
  const all = [...large, ...small];
  const names = all.map(([name]) => name);
  const every = all.map((_, at) => at);
  const source = (which: number) => {
    const [name, size] = all[which] ?? large[0];
    return testFile(name, size);
  };
  const step = fc.oneof(
    {
      arbitrary: fc.record({
        do: fc.constant('queue' as const),
        which: fc.oneof(fc.subarray([0, 1, 2, 3], { minLength: 1 }), fc.subarray(every, { minLength: 9 })),
        handles: fc.boolean(),
      }),
      weight: 3,
    },
    { arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4000 }) }), weight: 5 },
    {
      arbitrary: fc.record({
        do: fc.constantFrom('pause' as const, 'resume' as const, 'retry' as const),
        which: fc.nat(all.length - 1),
      }),
      weight: 3,
    },
    {
      arbitrary: fc.record({
        do: fc.constantFrom('pauseAll' as const, 'resumeAll' as const, 'retryAll' as const),
      }),
      weight: 2,
    },
    {
      // The browser's permission for stored handles, and whether the user chooses the files again.
      arbitrary: fc.record({
        do: fc.constant('reload' as const),
        permission: fc.constantFrom('granted' as const, 'prompt' as const, 'denied' as const),
        answers: fc.boolean(),
        chooses: fc.boolean(),
      }),
      weight: 2,
    },
    {
      arbitrary: fc.record({
        do: fc.constant('faults' as const),
        faults: fc.array(fc.constantFrom<Fault>('none', 'before', 'after', 'refused', 'forgotten'), { maxLength: 12 }),
      }),
      weight: 3,
    },
  );

  const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): Promise<void> => {
    const bed = new UploadFixture();
    bed.box.delay = 200;
    bed.box.confirmDelay = 500;
    let page: TestPage = await bed.open();
    const wanted = new Set<number>();
    let faults: readonly Fault[] = [];
    bed.box.fault = () => {
      const [next = 'none', ...rest] = faults;
      faults = rest;
      return next;
    };
    const reload = async (): Promise<void> => {
      page.uploads.close();
      await page.store.close();
      page = await bed.open();
    };
    const attach = (): void => {
      bed.pass(3000);
      page.uploads.attach(every.map(source));
    };
    for (const act of steps) {
      const idOf = (which: number): UploadId => tasksOf(page)[which]?.id ?? ('none' as UploadId);
      switch (act.do) {
        case 'queue':
          for (const which of act.which) wanted.add(which);
          page.uploads.submit({
            location: HOME,
            chosen: (act.handles ? withHandles : chosen)(...act.which.map(source)),
            folders: [],
            conflicts: [],
          });
          break;
        case 'pass':
          bed.pass(act.ms);
          break;
        case 'faults':
          ({ faults } = act);
          break;
        case 'reload':
          bed.handles.permission = act.permission;
          bed.handles.grantsWhenAsked = act.answers;
          await reload();
          if (act.chooses) attach();
          break;
        case 'pauseAll':
        case 'resumeAll':
        case 'retryAll':
          page.uploads[act.do]();
          break;
        case 'pause':
        case 'resume':
        case 'retry':
          page.uploads[act.do](idOf(act.which));
      }
    }
    // The connection works again and the user wants everything done.
    faults = [];
    page.uploads.resumeAll();
    page.uploads.retryAll();
    attach();
    bed.pass(120_000);
    page.uploads.retryAll();
    bed.pass(120_000);

    expect(bed.box.maxConcurrent).toBeLessThanOrEqual(1);
    const expected = [...wanted].map((which) => `/mnt/usb1/ann/${names[which] ?? ''}`).toSorted();
    expect([...bed.box.files.keys()].toSorted()).toEqual(expected);
    for (const which of wanted) {
      const { name, size } = source(which);
      const file = bed.box.files.get(`/mnt/usb1/ann/${name}`);
      expect(file?.size).toBe(size);
      // Every byte once, in order.
      let at = 0;
      for (const [, from, to] of (file?.content ?? '').matchAll(/\[(\d+),(\d+)\)/g)) {
        expect(Number(from)).toBe(at);
        at = Number(to);
      }
      expect(at).toBe(size);
    }
    const tasks = tasksOf(page);
    expect(tasks.every(({ state, progress }) => state === 1 && progress === 100)).toBe(true);
    expect(page.uploads.summary$.value).toMatchObject({
      waiting: 0,
      processing: 0,
      paused: 0,
      failed: 0,
      bytesTotal: 0,
      bytesDone: 0,
      speed: 0,
    });
    page.uploads.close();
    await page.store.close();
  };

  it(
    `UPLOAD-13, STATE-08: never loses or doubles a file (${RUNS} runs, seed ${SEED})`,
    { timeout: 300_000 },
    async () => {
      await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), run), { numRuns: RUNS, seed: SEED });
      console.log(`uploads under faults: ${RUNS} runs, none lost, none doubled (BOXWOOD_SEED=${SEED} repeats them)`);
    },
  );
});
