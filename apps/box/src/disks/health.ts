import { GEN } from '@boxwood/command-bus';
import type { DiskLoss, DiskPart, DiskUse, HddInfo, Partition, SmartTest } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type { By, Disk, Disks, Health, Part, Plan } from '@boxwood/host';
import type { Host, HostRefusal } from '../runtime/host.ts';
import { hostRefusal } from '../runtime/host-refusal.ts';
import type { DiskTrends } from './trend.ts';

/** Partitions that the box lists as mounted; they determine the use of a disk partition. */
type Known = readonly Pick<Partition, 'dev' | 'mntdir' | 'master' | 'primary'>[];

const useOf = (part: Part, known: Known[number] | undefined): DiskUse => {
  // Only the first volume is reported as the primary one; additional primary volumes count as data.
  if (known?.primary === 1 && known.mntdir === '/mnt/usb1') return 'primary';
  if (known?.master === 1) return 'data';
  return part.use === 'place' ? 'stick' : part.use;
};

const partOf = (part: Part, known: Known): DiskPart => {
  const dev = `/dev/${part.name}`;
  const one = known.find((each) => each.dev === dev);
  return {
    dev,
    size: part.size,
    type: part.type,
    uuid: part.uuid,
    label: part.label,
    use: useOf(part, one),
    mntdir: one?.mntdir ?? '',
  };
};

/** Values for a disk that could not be queried. Its health is unknown. */
const SILENT: Omit<Health, 'answer'> = {
  health: 'UNKNOWN',
  firmware: '',
  rotation: 0,
  temp: 0,
  hours: 0,
  attrs: [],
  running: 0,
  progress: 0,
  short: 0,
  long: 0,
  tests: [],
};

/** The physical disks of the machine: health, partitions and self-tests, read through the root helper. */
export class DiskHealth {
  readonly #host: Pick<Host, 'disks' | 'health' | 'plan' | 'act'>;
  readonly #known: () => Promise<Known>;
  readonly #planOf: (disk: Disk, by: By) => Promise<Pick<Plan, 'hash'> | null>;

  readonly #trends: Pick<DiskTrends, 'keep' | 'of' | 'isKept'>;
  readonly #lossOf: (disk: Disk, found: Disks, known: Known) => Promise<DiskLoss>;

  /**
   * @param planOf plan for erasing a disk
   * @param lossOf data that would be lost if a disk failed
   * @param trends stores the health values whenever all disks are read
   */
  constructor(
    host: Pick<Host, 'disks' | 'health' | 'plan' | 'act'>,
    known: () => Promise<Known>,
    planOf: (disk: Disk, by: By) => Promise<Pick<Plan, 'hash'> | null>,
    lossOf: (disk: Disk, found: Disks, known: Known) => Promise<DiskLoss>,
    trends: Pick<DiskTrends, 'keep' | 'of' | 'isKept'>,
  ) {
    this.#host = host;
    this.#known = known;
    this.#planOf = planOf;
    this.#lossOf = lossOf;
    this.#trends = trends;
  }

  /** B23. @throws Refusal 3 without a helper, 11 no such disk */
  async list(dev: string | undefined, by: By): Promise<readonly HddInfo[]> {
    // Arrays are left out: only physical disks are listed.
    const found = await this.#look();
    const disks = dev === undefined ? physical(found) : [findIn(found, dev)];
    const known = await this.#known();
    const asked = await this.#askAll(disks);
    if (dev === undefined) this.#trends.keep(asked);
    return Promise.all(
      asked.map(async ({ disk, said }): Promise<HddInfo> => {
        const plan = dev === undefined ? null : await this.#planOf(disk, by);
        const loss = dev === undefined ? null : await this.#lossOf(disk, found, known);
        const { firmware, temp, hours, health, rotation, attrs } = said;
        return {
          dev: `/dev/${disk.name}`,
          model: disk.model,
          serial: disk.serial,
          bus: disk.bus,
          capacity: disk.size,
          firmware,
          temp,
          hours,
          health,
          rotation,
          attrs,
          unplugs: disk.unplugs,
          parts: disk.parts.map((part) => partOf(part, known)),
          ...(plan === null ? {} : { plan: plan.hash }),
          ...(loss === null ? {} : { loss }),
          ...(dev === undefined ? {} : { trend: this.#trends.of(disk.serial) }),
        };
      }),
    );
  }

  /**
   * Reads the health of every disk unless it was read today, so that sleeping disks are not woken more often. Does
   * nothing without a helper.
   */
  async daily(): Promise<'done'> {
    if (this.#trends.isKept) return 'done';
    const found = await this.#host.disks();
    if (found.answer === 'disks') this.#trends.keep(await this.#askAll(physical(found)));
    return 'done';
  }

  /** X56. @throws Refusal 11 */
  async log(dev: string): Promise<{ running: 0 | 1; progress: number; list: readonly SmartTest[] }> {
    const { running, progress, tests } = await this.#ask(await this.find(dev));
    // The log has power-on hours but no date.
    return { running, progress, list: tests.map((test) => ({ ...test, time: 0 })) };
  }

  /** X55; in minutes. @throws Refusal 2 one is running, 11 no such disk, or no such test */
  async test(dev: string, kind: 'short' | 'long', by: By): Promise<number> {
    const { name, serial } = await this.find(dev);
    const plan = await this.#host.plan('selfTest', { name, serial, kind }, by);
    if ('answer' in plan) throw notTested(plan);
    const failed = await this.#host.act('selfTest', { name, serial, kind }, plan.hash, by);
    if (failed !== null) throw notTested(failed);
    return Number(plan.facts['minutes'] ?? 0);
  }

  async #look(): Promise<Disks> {
    const found = await this.#host.disks();
    if (found.answer === 'refused') throw hostRefusal(found);
    return found;
  }

  /** Finds a disk by device name. @throws Refusal 11 */
  async find(dev: string): Promise<Disk> {
    return findIn(await this.#look(), dev);
  }

  #askAll(disks: readonly Disk[]) {
    return Promise.all(disks.map(async (disk) => ({ disk, said: await this.#ask(disk) })));
  }

  async #ask({ name }: Disk): Promise<Omit<Health, 'answer'>> {
    const answer = await this.#host.health(name);
    return answer.answer === 'refused' ? SILENT : answer;
  }
}

const physical = ({ disks }: Disks): readonly Disk[] => disks.filter(({ bus }) => bus !== 'raid');

const findIn = ({ disks }: Disks, dev: string): Disk => {
  const disk = disks.find(({ name }) => dev === name || dev === `/dev/${name}`);
  if (disk === undefined) throw new Refusal(GEN.invalid);
  return disk;
};

const notTested = (refusal: HostRefusal): Refusal => {
  if (refusal.why === 'stale' || refusal.detail === 'a test is running') return new Refusal(GEN.busy);
  return refusal.why === 'barred' ? new Refusal(GEN.invalid) : hostRefusal(refusal);
};
