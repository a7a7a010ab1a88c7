/**
 * Random sequences of real disk operations through the helper. `never.property.test.ts` of the helper checks 2,000
 * plans; these are executed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OperationPlan } from '../../apps/host/src/host-responses.ts';
import type { OperationParams, Verb } from '../../apps/host/src/protocol.ts';
import { type HelperClient, openHelperClient } from './helper-client.ts';
import { MAIN, NVME, SATA } from './machine-disks.ts';
import { DiskModel, type Stick, type DiskOperation } from './disk-model.ts';
import { BUILT_IN, useMachineFixture } from './machine-fixture.ts';

const SEED = Number(process.env['BOXWOOD_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const ACTS = { least: 4, most: 8 } as const;
/** The hash of a plan that was never shown to the user. */
const UNSEEN_PLAN_HASH = 'a'.repeat(64);

const fixture = useMachineFixture();
let desk: HelperClient;
/** The device name of each disk by its serial number; the names do not change. */
let names: ReadonlyMap<string, string> = new Map();
const nameOf = (serial: string): string => names.get(serial) ?? 'none';

/** Resolves when the machine has noticed that a stick was plugged or pulled. */
const isPlugged = (stick: string, plugged: boolean): Promise<string> =>
  fixture().machine.must(
    `until ${plugged ? '' : '! '}ls /dev/disk/by-id/usb-*${stick}* > /dev/null 2>&1; do sleep 0.1; done; udevadm settle`,
  );

/** Pseudo-random numbers from 0 to below a bound, the same for the same seed. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

type RandomSource = ReturnType<typeof numbers>;
const oneOf = <A>(pick: RandomSource, all: readonly [A, ...A[]]): A => all[pick(all.length)] ?? all[0];

const LEVELS = ['0', '1', '5'] as const;
/** All operations that the user could request, including a few with arrays. */
const wishes = (model: DiskModel, pick: RandomSource): readonly DiskOperation[] => {
  const { sticks: ours } = model;
  const disks = [...SATA, MAIN];
  const some = (): readonly string[] => disks.toSorted(() => pick(3) - 1).slice(0, 2 + pick(2));
  const single = [...disks, ...ours].flatMap((disk) =>
    (['init', 'mount', 'unmount'] as const).map((kind): DiskOperation => ({ kind, disk })),
  );
  const made = LEVELS.map((level): DiskOperation => ({ kind: 'create', level, disks: some() }));
  const arrays = [...model.arrays].flatMap((array): readonly DiskOperation[] => [
    ...(['mountArray', 'unmountArray', 'stop', 'start', 'delete'] as const).map((kind) => ({ kind, array })),
    // A free disk would become a spare, which the model does not cover.
    ...(['fail', 'remove', 'add'] as const).flatMap((kind) =>
      disks.filter((disk) => kind !== 'add' || model.held(disk)?.is !== 'free').map((disk) => ({ kind, array, disk })),
    ),
  ]);
  const sticks = ours.flatMap((stick): readonly DiskOperation[] => [
    ...(['plug', 'pull'] as const).map((kind) => ({ kind, stick })),
    ...(['mountStick', 'letGo'] as const).map((kind) => ({ kind, stick })),
  ]);
  return [...single, ...made, ...arrays, ...sticks];
};

/** Picks an operation that must succeed or must be refused; every kind is equally likely. */
const chosen = (model: DiskModel, pick: RandomSource): DiskOperation => {
  const allowed = pick(2) === 0;
  const all = wishes(model, pick).filter(
    // A disk that fails, or is plugged or pulled, cannot be refused.
    (wish) => model.allows(wish) === allowed && (allowed || !['fail', 'plug', 'pull'].includes(wish.kind)),
  );
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const [first = 'init', ...others] = kinds;
  const kind = oneOf(pick, [first, ...others]);
  const [one, ...rest] = all.filter((wish) => wish.kind === kind);
  if (one === undefined) throw new Error('nothing can be done');
  return oneOf(pick, [one, ...rest]);
};

const LABEL = 'Sequence';
/** The operations that the helper executes: it is never asked to fail, plug or pull a disk. */
type HelperOperation = Exclude<
  DiskOperation,
  { readonly kind: 'fail' } | { readonly kind: 'plug' } | { readonly kind: 'pull' }
>;
type PlanRequest = { readonly [V in Verb]: { readonly verb: V; readonly params: OperationParams<V> } }[Verb];

/** The current name of a disk, and the content of it or of an array. */
const partOf = async (is: (disk: { readonly serial: string; readonly name: string }) => boolean) => {
  const disk = (await desk.disks()).disks.find(is);
  return { name: disk?.name ?? 'none', serial: disk?.serial ?? 'none', uuid: disk?.parts[0]?.uuid || '0' };
};

const planRequestOf = async (wish: HelperOperation, model: DiskModel): Promise<PlanRequest> => {
  const volumeAt = async (is: Parameters<typeof partOf>[0]): Promise<PlanRequest> => {
    const { serial, uuid } = await partOf(is);
    return { verb: 'mountVolume', params: { serial, number: 0, uuid } };
  };
  switch (wish.kind) {
    case 'init':
      return { verb: 'format', params: { serial: wish.disk, label: LABEL } };
    case 'create':
      return { verb: 'createArray', params: { level: wish.level, members: wish.disks, label: LABEL } };
    case 'mount':
      return volumeAt(({ serial }) => serial === wish.disk);
    case 'mountArray':
      return volumeAt(({ name }) => wish.array.runs && name === wish.array.name);
    case 'unmount': {
      const held = model.held(wish.disk);
      return { verb: 'unmountVolume', params: { volume: held?.is === 'mounted' ? held.volume : 'usb9' } };
    }
    case 'unmountArray':
      return { verb: 'unmountVolume', params: { volume: wish.array.volume ?? 'usb9' } };
    case 'mountStick': {
      const { serial, uuid } = await partOf((disk) => disk.serial === wish.stick);
      return { verb: 'mount', params: { serial, number: 0, uuid } };
    }
    case 'letGo':
      return { verb: 'unmount', params: { place: model.stick(wish.stick).place ?? 'Nowhere' } };
    case 'stop':
      return { verb: 'stopArray', params: { uuid: wish.array.uuid } };
    case 'start':
      return { verb: 'startArray', params: { uuid: wish.array.uuid } };
    case 'delete':
      return { verb: 'deleteArray', params: { uuid: wish.array.uuid } };
    case 'add':
      return { verb: 'addMember', params: { uuid: wish.array.uuid, serial: wish.disk } };
    case 'remove':
      return { verb: 'removeMember', params: { uuid: wish.array.uuid, name: nameOf(wish.disk) } };
  }
};

const shown = (wish: DiskOperation): string =>
  JSON.stringify({ ...wish, ...('array' in wish ? { array: `${wish.array.level} ${wish.array.name}` } : {}) });

/** Performs the operation, and returns its outcome. */
const performOperation = async (
  wish: DiskOperation,
  model: DiskModel,
  allowed: boolean,
): Promise<{ readonly how: string; readonly plan: OperationPlan | null }> => {
  const { machine } = fixture();
  if (wish.kind === 'fail') {
    const array = `/dev/${wish.array.name}`;
    // No member fails while another one is being rebuilt.
    await machine.must(`mdadm --wait ${array}; mdadm ${array} --fail /dev/${nameOf(wish.disk)} && sleep 0.5`);
    return { how: 'done', plan: null };
  }
  if (wish.kind === 'plug' || wish.kind === 'pull') {
    await (wish.kind === 'plug' ? machine.plug(wish.stick) : machine.pull(wish.stick));
    await isPlugged(wish.stick, wish.kind === 'plug');
    return { how: 'done', plan: null };
  }
  if (wish.kind === 'remove' && allowed) await machine.sh(`mdadm --wait /dev/${wish.array.name}`);
  const { verb, params } = await planRequestOf(wish, model);
  // A caller whose operation is refused has no plan and makes one up; when a plan exists, the helper calls it stale.
  if (!allowed)
    return { how: (await desk.execute(verb, params, UNSEEN_PLAN_HASH)).replace(/^stale .*/, 'done'), plan: null };
  // A busy emulated machine may not identify a disk's content in time. The helper then does nothing, and the request is
  // repeated.
  for (let tries = 30; ; tries -= 1) {
    const plan = await desk.plan(verb, params);
    const how = typeof plan === 'string' ? plan : await desk.execute(verb, params, plan.hash);
    if (!how.startsWith('busy') || tries === 0) return { how, plan: typeof plan === 'string' ? null : plan };
    await delay(1000);
  }
};

const saidOf = async (
  wish: DiskOperation,
  plan: OperationPlan | null,
): Promise<Parameters<DiskModel['applyOperation']>[1]> => {
  const volume = plan?.facts['volume'] ?? '';
  const name = (plan?.facts['device'] ?? '').replace('/dev/', '');
  let uuid = '';
  // The array exists, but programs that read its members may see it later.
  while (wish.kind === 'create' && !/^[0-9a-f]{8}-/.test(uuid))
    uuid = (await partOf((disk) => disk.name === name)).serial;
  if (volume !== '') await fixture().machine.must(`echo ${volume} > '${fixture().dataDir}/${volume}/mark' && sync`);
  return { volume, place: plan?.facts['place'] ?? '', name, uuid };
};

/**
 * Sequences of this many real operations, one test each; more of them are for changes of the helper.
 * @param sticks serial numbers of the removable disks, where the machine has a bus for them
 */
export const testSequences = (usual: number, sticks: readonly Stick[]): void => {
  const sequences = Number(process.env['BOXWOOD_SEQUENCES'] ?? usual);
  beforeAll(async () => {
    // The box is stopped, because it would mount and inspect disks after each operation. It continues afterwards.
    await fixture().machine.must(
      `kill -STOP $(cat /run/box.pid)
       for disk in ${BUILT_IN}; do mkfs.ext4 -q -F $disk || exit 1; done; for disk in ${BUILT_IN}; do udevadm trigger --settle $disk; done`,
    );
    for (const stick of sticks) {
      await fixture().machine.plug(stick, { mb: 32, make: ['mkfs.vfat', '-n', stick] });
      await isPlugged(stick, true);
    }
    desk = await openHelperClient(fixture().machine);
    names = new Map((await desk.disks()).disks.map(({ serial, name }) => [serial, name]));
  });
  afterAll(async () => {
    await fixture().machine.sh(`umount -l '${fixture().dataDir}'/extdev/*; rmdir '${fixture().dataDir}'/extdev/*`);
    for (const stick of sticks) await fixture().machine.pull(stick);
    await fixture().machine.must(
      `cd '${fixture().dataDir}' && for each in usb[2-9]*; do umount $each && rmdir $each; done 2> /dev/null
       mdadm --stop --scan; mdadm --zero-superblock ${BUILT_IN}; for disk in ${BUILT_IN}; do mkfs.ext4 -q -F $disk; done
       udevadm settle; kill -CONT $(cat /run/box.pid)`,
    );
  });

  it(
    `in ${sequences} sequences of 4 to 8 real acts no disk is written to that is not meant, and what is not allowed is refused`,
    { timeout: Math.max(600_000, sequences * 40_000) },
    async () => {
      console.info(`Sequences of disks, BOXWOOD_SEED=${SEED}`);
      const { machine, dataDir } = fixture();
      const pick = numbers(SEED);
      const model = new DiskModel(sticks);
      const canary = { digest: machine.digest(NVME), written: machine.written(NVME) };
      const counts = { done: 0, refused: 0 };
      // Pending writes of the kernel are flushed soon after an operation.
      let before: readonly string[] = [];
      for (let sequence = 0; sequence < sequences; sequence += 1) {
        const acts: string[] = [];
        const more = ACTS.most - ACTS.least + 1;
        const length = ACTS.least + Math.min(pick(more), pick(more));
        for (let at = 0; at < length; at += 1) {
          const wish = chosen(model, pick);
          acts.push(shown(wish));
          const allowed = model.allows(wish);
          const mayBe = new Set([...model.live, ...model.affectedDisks(wish), ...before]);
          const still = [...SATA, ...sticks]
            .filter((serial) => !mayBe.has(serial))
            .map((serial) => [serial, machine.written(serial)] as const);
          const { how, plan } = await performOperation(wish, model, allowed);
          const about = `seed ${SEED}, sequence ${sequence}: ${acts.join(', ')}: ${how}`;
          expect(how === 'done', about).toBe(allowed);
          for (const [serial, written] of still) expect(machine.written(serial), `${serial}, ${about}`).toBe(written);
          before = allowed ? model.affectedDisks(wish) : [];
          if (allowed) model.applyOperation(wish, await saidOf(wish, plan));
          counts[allowed ? 'done' : 'refused'] += 1;
        }
        // Everything in use is unchanged. The helper limits operations per minute; the test does not wait for that.
        const marks = model.volumes.map((volume) => `[ "$(cat '${dataDir}/${volume}/mark')" = ${volume} ] && `);
        await machine.must(`${marks.join('')}[ -d '${dataDir}/usb1' ] && date -s '+61 sec'`);
        expect(machine.written(NVME)).toBe(canary.written);
      }
      console.info(`${counts.done} acts done, ${counts.refused} refused`);
      // The disk that must never be touched: there is a plan for it, but it was never shown to the user.
      expect(await desk.execute('format', { serial: NVME, label: LABEL }, UNSEEN_PLAN_HASH)).toMatch(/^stale/);
      expect(machine.digest(NVME)).toBe(canary.digest);
    },
  );
};
