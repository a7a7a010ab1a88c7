import { GEN } from '@boxwood/command-bus';
import type { DiskLoss, DiskPart, DiskUse, HddInfo, Partition, SmartTest } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type {
  OperationActor,
  HostDisk,
  HostDiskList,
  DiskHealthReport,
  HostPartition,
  OperationPlan,
} from '@boxwood/host';
import type { HostClient, HostRefusal } from '../../runtime/host-client.ts';
import { hostRefusal } from '../../runtime/host-refusal.ts';
import type { DiskTrends } from './disk-trends.ts';

/** Partitions that the box lists as mounted; they determine the use of a disk partition. */
type ListedPartitions = readonly Pick<Partition, 'dev' | 'mntdir' | 'master' | 'primary'>[];

const useOf = (part: HostPartition, known: ListedPartitions[number] | undefined): DiskUse => {
  // Only the first volume is reported as the primary one; additional primary volumes count as data.
  if (known?.primary === 1 && known.mntdir === '/mnt/usb1') return 'primary';
  if (known?.master === 1) return 'data';
  return part.use === 'place' ? 'stick' : part.use;
};

const partOf = (part: HostPartition, known: ListedPartitions): DiskPart => {
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
const UNKNOWN_HEALTH: Omit<DiskHealthReport, 'answer'> = {
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
  readonly #host: Pick<HostClient, 'disks' | 'health' | 'plan' | 'execute'>;
  readonly #listPartitions: () => Promise<ListedPartitions>;
  readonly #planOf: (disk: HostDisk, actor: OperationActor) => Promise<Pick<OperationPlan, 'hash'> | null>;

  readonly #trends: Pick<DiskTrends, 'record' | 'readingsOf' | 'hasReadingsToday'>;
  readonly #lossOf: (disk: HostDisk, found: HostDiskList, known: ListedPartitions) => Promise<DiskLoss>;

  /**
   * @param planOf plan for erasing a disk
   * @param lossOf data that would be lost if a disk failed
   * @param trends stores the health values whenever all disks are read
   */
  constructor(
    host: Pick<HostClient, 'disks' | 'health' | 'plan' | 'execute'>,
    known: () => Promise<ListedPartitions>,
    planOf: (disk: HostDisk, actor: OperationActor) => Promise<Pick<OperationPlan, 'hash'> | null>,
    lossOf: (disk: HostDisk, found: HostDiskList, known: ListedPartitions) => Promise<DiskLoss>,
    trends: Pick<DiskTrends, 'record' | 'readingsOf' | 'hasReadingsToday'>,
  ) {
    this.#host = host;
    this.#listPartitions = known;
    this.#planOf = planOf;
    this.#lossOf = lossOf;
    this.#trends = trends;
  }

  /** B23. @throws Refusal 3 without a helper, 11 no such disk */
  async list(dev: string | undefined, actor: OperationActor): Promise<readonly HddInfo[]> {
    // Arrays are left out: only physical disks are listed.
    const found = await this.#readDisks();
    const disks = dev === undefined ? physical(found) : [findIn(found, dev)];
    const known = await this.#listPartitions();
    const readings = await this.#readAllHealth(disks);
    if (dev === undefined) this.#trends.record(readings);
    return Promise.all(
      readings.map(async ({ disk, reading }): Promise<HddInfo> => {
        const plan = dev === undefined ? null : await this.#planOf(disk, actor);
        const loss = dev === undefined ? null : await this.#lossOf(disk, found, known);
        const { firmware, temp, hours, health, rotation, attrs } = reading;
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
          ...(dev === undefined ? {} : { trend: this.#trends.readingsOf(disk.serial) }),
        };
      }),
    );
  }

  /**
   * Reads the health of every disk unless it was read today, so that sleeping disks are not woken more often. Does
   * nothing without a helper.
   */
  async readDaily(): Promise<'done'> {
    if (this.#trends.hasReadingsToday) return 'done';
    const found = await this.#host.disks();
    if (found.answer === 'disks') this.#trends.record(await this.#readAllHealth(physical(found)));
    return 'done';
  }

  /** X56. @throws Refusal 11 */
  async testLog(dev: string): Promise<{ running: 0 | 1; progress: number; list: readonly SmartTest[] }> {
    const { running, progress, tests } = await this.#readHealth(await this.find(dev));
    // The log has power-on hours but no date.
    return { running, progress, list: tests.map((startTest) => ({ ...startTest, time: 0 })) };
  }

  /** X55; in minutes. @throws Refusal 2 one is running, 11 no such disk, or no such test */
  async startTest(dev: string, kind: 'short' | 'long', actor: OperationActor): Promise<number> {
    const { name, serial } = await this.find(dev);
    const plan = await this.#host.plan('selfTest', { name, serial, kind }, actor);
    if ('answer' in plan) throw testRefusal(plan);
    const failed = await this.#host.execute('selfTest', { name, serial, kind }, plan.hash, actor);
    if (failed !== null) throw testRefusal(failed);
    return Number(plan.facts['minutes'] ?? 0);
  }

  async #readDisks(): Promise<HostDiskList> {
    const found = await this.#host.disks();
    if (found.answer === 'refused') throw hostRefusal(found);
    return found;
  }

  /** Finds a disk by device name. @throws Refusal 11 */
  async find(dev: string): Promise<HostDisk> {
    return findIn(await this.#readDisks(), dev);
  }

  #readAllHealth(disks: readonly HostDisk[]) {
    return Promise.all(disks.map(async (disk) => ({ disk, reading: await this.#readHealth(disk) })));
  }

  async #readHealth({ name }: HostDisk): Promise<Omit<DiskHealthReport, 'answer'>> {
    const answer = await this.#host.health(name);
    return answer.answer === 'refused' ? UNKNOWN_HEALTH : answer;
  }
}

const physical = ({ disks }: HostDiskList): readonly HostDisk[] => disks.filter(({ bus }) => bus !== 'raid');

const findIn = ({ disks }: HostDiskList, dev: string): HostDisk => {
  const disk = disks.find(({ name }) => dev === name || dev === `/dev/${name}`);
  if (disk === undefined) throw new Refusal(GEN.invalid);
  return disk;
};

const testRefusal = (refusal: HostRefusal): Refusal => {
  if (refusal.why === 'stale' || refusal.detail === 'a test is running') return new Refusal(GEN.busy);
  return refusal.why === 'barred' ? new Refusal(GEN.invalid) : hostRefusal(refusal);
};
