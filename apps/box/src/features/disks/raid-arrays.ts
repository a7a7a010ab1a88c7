import { GEN } from '@boxwood/command-bus';
import type { RaidArray, RaidLevel } from '@boxwood/box-sdk';
import { MIN_RAID_MEMBERS } from '@boxwood/box-sdk/rules';
import { Refusal } from '@boxwood/box-sdk/server';
import type {
  OperationParams,
  HostArray as HostArray,
  OperationActor,
  HostDiskList,
  HostPartition,
} from '@boxwood/host';
import type { HostClient } from '../../runtime/host-client.ts';
import { hostRefusal } from '../../runtime/host-refusal.ts';
import type { ArrayChecks } from './array-checks.ts';
import { checkPassword, type PasswordCheckDeps, diskRefusal } from './disk-confirmation.ts';
import { type DiskInit, DISK_LABEL } from './disk-init.ts';

type ArrayVerb =
  'createArray' | 'stopArray' | 'startArray' | 'deleteArray' | 'addMember' | 'removeMember' | 'adoptArray';

interface ArrayDeps extends PasswordCheckDeps {
  readonly host: Pick<HostClient, 'disks' | 'plan' | 'execute'>;
  readonly init: Pick<DiskInit, 'erasable'>;
  /** Mount path of a device, as a volume or as an external device; empty when it is not mounted. */
  readonly mountPointOf: (dev: string) => Promise<string>;
  readonly onChange: () => void;
  readonly checks: Pick<ArrayChecks, 'follow' | 'lastResults'>;
}

/** STATE-19. */
const stateOf = ({ runs, degraded, action }: HostArray): RaidArray['state'] => {
  if (runs === 0) return 'abnormal';
  switch (action) {
    case 'recover':
      return 'recovering';
    case 'resync':
      return 'syncing';
    case 'check':
    case 'repair':
    case 'reshape':
      return 'working';
    default:
      return degraded > 0 ? 'degraded' : 'active';
  }
};

/**
 * Manages the arrays of the machine through the root helper. Every destructive operation needs a confirmed plan, which
 * the helper checks again.
 */
export class RaidArrays {
  readonly #deps: ArrayDeps;

  constructor(deps: ArrayDeps) {
    this.#deps = deps;
  }

  /** B24. A stopped array has no device name and is identified by its UUID. @throws Refusal 3 */
  async list(): Promise<readonly RaidArray[]> {
    const { disks, arrays } = await this.#readDisks();
    const { checks } = this.#deps;
    // A check may have been started outside the box.
    checks.follow({ arrays });
    const { lastResults } = checks;
    return Promise.all(
      arrays.map(async (array): Promise<RaidArray> => {
        const { name, uuid, level, size, progress, speed, members } = array;
        const parts = disks.find((disk) => name !== '' && disk.name === name)?.parts ?? [];
        const dev = name === '' ? uuid : `/dev/${name}`;
        return {
          dev,
          uuid,
          level,
          size,
          progress,
          speed,
          state: stateOf(array),
          name: parts[0]?.label ?? '',
          // The first device of a btrfs may be missing while the others still hold the data.
          mntdir: level === 'btrfs' ? await this.#deps.mountPointOf(dev) : await this.#mountPathOf(parts),
          members: members.map((member) => ({ dev: `/dev/${member.name}`, state: member.state, size: member.size })),
          ...(array.checked === undefined
            ? lastResults.get(uuid)
            : { checked: array.checked, mismatches: array.mismatches ?? 0 }),
        };
      }),
    );
  }

  /** X49. @throws Refusal 3, 6, 11, 13, 14, 15 */
  async create(
    {
      level,
      password,
      devs,
    }: { readonly level: RaidLevel; readonly password: string; readonly devs: readonly string[] },
    user: string,
    actor: OperationActor,
  ): Promise<string> {
    await checkPassword(this.#deps, user, password, actor);
    if (devs.length < MIN_RAID_MEMBERS[level]) throw new Refusal(GEN.invalid);
    const members = await Promise.all(
      devs.map((each) => {
        const [, dev = each, plan, serial] = /^(\S+) ([0-9a-f]{64}) (.+)$/.exec(each) ?? [];
        const confirm = plan === undefined || serial === undefined ? [] : [serial, plan];
        return this.#deps.init.erasable(dev, confirm, actor);
      }),
    );
    const facts = await this.#execute('createArray', { level, members, label: DISK_LABEL }, actor);
    return facts['device'] ?? '';
  }

  /** X50, X51. @throws Refusal 3, 11, 14 */
  async startOrStop(verb: 'stopArray' | 'startArray', md: string, actor: OperationActor): Promise<void> {
    await this.#execute(verb, { uuid: (await this.#find(md)).uuid }, actor);
  }

  /**
   * Mounts the content of an array as an external device, read-only; starts a stopped array read-only. @returns its
   * place @throws Refusal 3, 11, 14
   */
  async mountExisting(md: string, actor: OperationActor): Promise<string> {
    const { name, uuid } = await this.#find(md);
    if (name === '') await this.#execute('startArray', { uuid, readonly: 1 }, actor);
    const { place = '' } = await this.#execute('adoptArray', { uuid }, actor);
    return place;
  }

  /** X52. @throws Refusal 3, 6, 11, 14 */
  async remove(
    { md, password }: { readonly md: string; readonly password: string },
    user: string,
    actor: OperationActor,
  ): Promise<void> {
    await checkPassword(this.#deps, user, password, actor);
    await this.#execute('deleteArray', { uuid: (await this.#find(md)).uuid }, actor);
  }

  /** X53. @throws Refusal 3, 11, 14, 15 */
  async add(
    { md, dev, confirm }: { readonly md: string; readonly dev: string; readonly confirm: readonly string[] },
    actor: OperationActor,
  ): Promise<void> {
    const { uuid } = await this.#find(md);
    const serial = await this.#deps.init.erasable(dev, confirm, actor);
    await this.#execute('addMember', { uuid, serial }, actor);
  }

  /** X54. @throws Refusal 3, 11, 14 */
  async drop({ md, dev }: { readonly md: string; readonly dev: string }, actor: OperationActor): Promise<void> {
    const { uuid } = await this.#find(md);
    await this.#execute('removeMember', { uuid, name: dev.replace(/^\/dev\//, '') }, actor);
  }

  async #readDisks(): Promise<HostDiskList> {
    const found = await this.#deps.host.disks();
    if (found.answer === 'refused') throw hostRefusal(found);
    return found;
  }

  async #mountPathOf(parts: readonly HostPartition[]): Promise<string> {
    const [first] = parts;
    return first === undefined ? '' : this.#deps.mountPointOf(`/dev/${first.name}`);
  }

  async #find(md: string): Promise<HostArray> {
    const array = (await this.#readDisks()).arrays.find(
      ({ name, uuid }) => md === uuid || (name !== '' && (md === name || md === `/dev/${name}`)),
    );
    if (array === undefined) throw new Refusal(GEN.invalid);
    return array;
  }

  async #execute<V extends ArrayVerb>(
    verb: V,
    params: OperationParams<V>,
    actor: OperationActor,
  ): Promise<Readonly<Record<string, string>>> {
    const { host, onChange } = this.#deps;
    const plan = await host.plan(verb, params, actor);
    if ('answer' in plan) throw diskRefusal(plan);
    const failed = await host.execute(verb, params, plan.hash, actor);
    // A failed operation may have been executed in part.
    onChange();
    if (failed !== null) throw diskRefusal(failed);
    return plan.facts;
  }
}
