import type { BoxState } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { GENERIC, Refusal } from '../simulator-refusal.ts';
import { commands } from '../command-table.ts';
import type { RaidArray } from './disk-state.ts';
import { disks } from './disk-state.ts';

const SYNC_DURATION_MS = 30_000;

/** Minimum number of members by RAID level. */
const MIN_MEMBERS: Readonly<Record<string, number>> = { '0': 2, '1': 2, '5': 3, '6': 4, '10': 4, linear: 2 };

const requireArray = (box: BoxState, call: CommandCall): RaidArray => {
  const found = disks(box).arrays.find(({ dev }) => dev === call.text(0, 'dev'));
  if (found === undefined) throw new Refusal(GENERIC.invalid);
  return found;
};

const stateOf = (box: BoxState, { members, level, busyUntil }: RaidArray): string => {
  if (members.length < (MIN_MEMBERS[level] ?? 2)) return 'degraded';
  return box.clock.now() < busyUntil ? 'syncing' : 'active';
};

const arrayFields = (box: BoxState, one: RaidArray): Fields => ({
  dev: one.dev,
  level: `raid${one.level}`,
  state: stateOf(box, one),
  progress: String(
    Math.max(0, Math.min(100, Math.floor(100 - ((one.busyUntil - box.clock.now()) / SYNC_DURATION_MS) * 100))),
  ),
  members: one.members.map((dev) => ({ dev })),
});

export const arrays = commands(
  '/eshell',
  {
    MDLIST: (_, box) => ({ list: disks(box).arrays.map((one) => arrayFields(box, one)) }),
    MDCREATE: (call, box) => {
      const [level = '', password = '', ...members] = call.texts(0, 'members');
      if (password !== call.caller.password) throw new Refusal(GENERIC.authFailed);
      if (members.length < (MIN_MEMBERS[level] ?? Infinity)) throw new Refusal(GENERIC.invalid);
      const { arrays: all } = disks(box);
      if (all.some((one) => one.members.some((member) => members.includes(member))))
        throw new Refusal(GENERIC.wrongType);
      all.push({
        dev: `md${all.length}`,
        level,
        members,
        stopped: false,
        busyUntil: box.clock.now() + SYNC_DURATION_MS,
      });
      return {};
    },
    MDSTOP: (call, box) => {
      requireArray(box, call).stopped = true;
      return {};
    },
    MDSTART: (call, box) => {
      requireArray(box, call).stopped = false;
      return {};
    },
    // Members are released only after the array has been stopped.
    MDDELETE: (call, box) => {
      const found = requireArray(box, call);
      if (call.text(1, 'password') !== call.caller.password) throw new Refusal(GENERIC.authFailed);
      if (!found.stopped) throw new Refusal(GENERIC.wrongType);
      const state = disks(box);
      state.arrays = state.arrays.filter((one) => one !== found);
      return {};
    },
    MDADD: (call, box) => {
      const found = requireArray(box, call);
      found.members.push(call.text(1, 'member'));
      found.busyUntil = box.clock.now() + SYNC_DURATION_MS;
      return {};
    },
    MDREMOVE: (call, box) => {
      const found = requireArray(box, call);
      found.members = found.members.filter((member) => member !== call.text(1, 'member'));
      return {};
    },
  },
  { access: 'admin' },
);
