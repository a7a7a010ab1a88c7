import type { BoxState } from '../box-state.ts';
import { stateOfBox, nowSeconds } from '../box-state.ts';
import type { CommandCall, Fields } from '../command-call.ts';
import { Refusal } from '../simulator-refusal.ts';
import { Repository } from '../id-repository.ts';
import { commands } from '../command-table.ts';

/** Task codes, for which the specification states only names. */
const TASK = { busy: 2, badParameter: 3, unknown: 5, state: 6, limit: 7, covered: 10 } as const;
const RUN_DURATION_MS = 3000;
const MAX_SYNC_DIRECTORIES = 10;

interface Backup {
  readonly user: string;
  readonly kind: string;
  source: string;
  target: string;
  frequency: string;
  scantime: number;
  /** End of the current run, in epoch milliseconds. */
  until: number;
  /** Incremented when a run is stopped, so that the old run does not complete. */
  round: number;
  result: string;
}

const backups = stateOfBox(() => new Repository<Backup>());

const ownBackups = (call: CommandCall, box: BoxState, kind: string): readonly (Backup & { readonly id: string })[] =>
  backups(box).all.filter((one) => one.user === call.caller.name && one.kind === kind);

const requireBackup = (call: CommandCall, box: BoxState): Backup & { readonly id: string } => {
  const found = backups(box).find(call.text(0, 'id'));
  if (found?.user !== call.caller.name) throw new Refusal(TASK.unknown);
  return found;
};

const putBackup = (call: CommandCall, box: BoxState): Fields => {
  const kind = call.text(1, 'kind');
  const id = call.text(2, 'id', '');
  const [source, target] = [call.text(3, 'source'), call.text(4, 'target')];
  const frequency = call.text(5, 'frequency', 'day');
  if (frequency === 'realtime' && !box.features.realtimeSync) throw new Refusal(TASK.badParameter);
  if (source === target) throw new Refusal(TASK.covered);
  const others = ownBackups(call, box, kind).filter((one) => one.id !== id);
  if (others.some((one) => one.source === source && one.target === target)) throw new Refusal(TASK.covered);
  if (kind === 'sync' && others.length >= MAX_SYNC_DIRECTORIES) throw new Refusal(TASK.limit);
  if (id !== '') Object.assign(requireBackup(call, box), { source, target, frequency });
  else
    backups(box).add({
      user: call.caller.name,
      kind,
      source,
      target,
      frequency,
      scantime: 0,
      until: 0,
      round: 0,
      result: 'none',
    });
  return {};
};

export const backup = commands('/backup', {
  BAKLIST: (call, box) => ({
    list: ownBackups(call, box, call.text(1, 'kind')).map(
      ({ id, kind, source, target, frequency, scantime, until, result }) => ({
        id,
        kind,
        source,
        target,
        frequency,
        scantime: String(scantime),
        status: box.clock.now() < until ? 'executing' : 'normal',
        result,
      }),
    ),
  }),
  BAKPUT: putBackup,
  BAKDEL: (call, box) => {
    backups(box).remove(requireBackup(call, box).id);
    return {};
  },
  BAKRUN: (call, box) => {
    const found = requireBackup(call, box);
    if (box.clock.now() < found.until) throw new Refusal(TASK.busy);
    found.until = box.clock.now() + RUN_DURATION_MS;
    const { round } = found;
    box.schedule.after(RUN_DURATION_MS, () => {
      if (round !== found.round) return;
      Object.assign(found, { result: 'ok', scantime: nowSeconds(box) });
      if (box.tree.has(found.source))
        box.tree.copy(found.source, `${found.target}/${found.source.split('/').at(-1) ?? ''}`);
    });
    return {};
  },
  BAKSTOP: (call, box) => {
    const found = requireBackup(call, box);
    if (box.clock.now() >= found.until) throw new Refusal(TASK.state);
    found.until = 0;
    found.round += 1;
    return {};
  },
  BAKREPORT: (call, box) => {
    Object.assign(requireBackup(call, box), {
      scantime: call.number(3, 'scantime', 0),
      result: call.text(4, 'result', 'none'),
    });
    return {};
  },
});
