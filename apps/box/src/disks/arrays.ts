import { GEN } from '@boxwood/command-bus';
import type { RaidArray, RaidLevel } from '@boxwood/box-sdk';
import { RAID_MINIMUM } from '@boxwood/box-sdk/rules';
import { Refusal } from '@boxwood/box-sdk/server';
import type { ActOf, Array as HostArray, By, Disks, Part } from '@boxwood/host';
import type { Host } from '../runtime/host.ts';
import { hostRefusal } from '../runtime/host-refusal.ts';
import type { ArrayChecks } from './array-checks.ts';
import { checkPassword, type Doors, notDone } from './confirm.ts';
import { type DiskInit, LABEL } from './init.ts';

type ArrayVerb =
  'createArray' | 'stopArray' | 'startArray' | 'deleteArray' | 'addMember' | 'removeMember' | 'adoptArray';

interface ArrayDeps extends Doors {
  readonly host: Pick<Host, 'disks' | 'plan' | 'act'>;
  readonly init: Pick<DiskInit, 'erasable'>;
  /** Mount path of a device, as a volume or as an external device; empty when it is not mounted. */
  readonly mountOf: (dev: string) => Promise<string>;
  readonly onChange: () => void;
  readonly checks: Pick<ArrayChecks, 'follow' | 'last'>;
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
export class Arrays {
  readonly #deps: ArrayDeps;

  constructor(deps: ArrayDeps) {
    this.#deps = deps;
  }

  /** B24. A stopped array has no device name and is identified by its UUID. @throws Refusal 3 */
  async list(): Promise<readonly RaidArray[]> {
    const { disks, arrays } = await this.#look();
    const { checks } = this.#deps;
    // A check may have been started outside the box.
    checks.follow({ arrays });
    const { last } = checks;
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
          mntdir: level === 'btrfs' ? await this.#deps.mountOf(dev) : await this.#mounted(parts),
          members: members.map((member) => ({ dev: `/dev/${member.name}`, state: member.state, size: member.size })),
          ...(array.checked === undefined
            ? last.get(uuid)
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
    by: By,
  ): Promise<string> {
    await checkPassword(this.#deps, user, password, by);
    if (devs.length < RAID_MINIMUM[level]) throw new Refusal(GEN.invalid);
    const members = await Promise.all(
      devs.map((each) => {
        const [, dev = each, plan, serial] = /^(\S+) ([0-9a-f]{64}) (.+)$/.exec(each) ?? [];
        const confirm = plan === undefined || serial === undefined ? [] : [serial, plan];
        return this.#deps.init.erasable(dev, confirm, by);
      }),
    );
    const facts = await this.#do('createArray', { level, members, label: LABEL }, by);
    return facts['device'] ?? '';
  }

  /** X50, X51. @throws Refusal 3, 11, 14 */
  async turn(verb: 'stopArray' | 'startArray', md: string, by: By): Promise<void> {
    await this.#do(verb, { uuid: (await this.#find(md)).uuid }, by);
  }

  /**
   * Mounts the content of an array as an external device, read-only; starts a stopped array read-only. @returns its
   * place @throws Refusal 3, 11, 14
   */
  async adopt(md: string, by: By): Promise<string> {
    const { name, uuid } = await this.#find(md);
    if (name === '') await this.#do('startArray', { uuid, readonly: 1 }, by);
    const { place = '' } = await this.#do('adoptArray', { uuid }, by);
    return place;
  }

  /** X52. @throws Refusal 3, 6, 11, 14 */
  async remove(
    { md, password }: { readonly md: string; readonly password: string },
    user: string,
    by: By,
  ): Promise<void> {
    await checkPassword(this.#deps, user, password, by);
    await this.#do('deleteArray', { uuid: (await this.#find(md)).uuid }, by);
  }

  /** X53. @throws Refusal 3, 11, 14, 15 */
  async add(
    { md, dev, confirm }: { readonly md: string; readonly dev: string; readonly confirm: readonly string[] },
    by: By,
  ): Promise<void> {
    const { uuid } = await this.#find(md);
    const serial = await this.#deps.init.erasable(dev, confirm, by);
    await this.#do('addMember', { uuid, serial }, by);
  }

  /** X54. @throws Refusal 3, 11, 14 */
  async drop({ md, dev }: { readonly md: string; readonly dev: string }, by: By): Promise<void> {
    const { uuid } = await this.#find(md);
    await this.#do('removeMember', { uuid, name: dev.replace(/^\/dev\//, '') }, by);
  }

  async #look(): Promise<Disks> {
    const found = await this.#deps.host.disks();
    if (found.answer === 'refused') throw hostRefusal(found);
    return found;
  }

  async #mounted(parts: readonly Part[]): Promise<string> {
    const [first] = parts;
    return first === undefined ? '' : this.#deps.mountOf(`/dev/${first.name}`);
  }

  async #find(md: string): Promise<HostArray> {
    const array = (await this.#look()).arrays.find(
      ({ name, uuid }) => md === uuid || (name !== '' && (md === name || md === `/dev/${name}`)),
    );
    if (array === undefined) throw new Refusal(GEN.invalid);
    return array;
  }

  async #do<V extends ArrayVerb>(verb: V, params: ActOf<V>, by: By): Promise<Readonly<Record<string, string>>> {
    const { host, onChange } = this.#deps;
    const plan = await host.plan(verb, params, by);
    if ('answer' in plan) throw notDone(plan);
    const failed = await host.act(verb, params, plan.hash, by);
    // A failed operation may have been executed in part.
    onChange();
    if (failed !== null) throw notDone(failed);
    return plan.facts;
  }
}
