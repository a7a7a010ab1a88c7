import { stateOfBox } from '../box-state.ts';
import { durationOf, TimedWork } from '../timed-work.ts';
import { commands } from '../command-table.ts';

/** A running firmware upgrade; all sessions end when it is done. */
const upgrades = stateOfBox((): { work: TimedWork | null; version: string } => ({ work: null, version: '' }));

export const upgrade = [
  ...commands('/asynctaskmanager', {
    UPGRADESTATUS: (_, box) => {
      const { work, version } = upgrades(box);
      const state = work?.state ?? 1;
      return { running: state === 0 || state === 2 ? '1' : '0', version, progress: String(work?.progress ?? 0) };
    },
  }),
  ...commands(
    '/asynctaskmanager',
    {
      UPGRADE: (call, box) => {
        const work = new TimedWork(box, durationOf(5e8), () => box.sessions.endAll());
        Object.assign(upgrades(box), { work, version: call.text(1, 'value') });
        return {};
      },
    },
    { access: 'admin' },
  ),
];
