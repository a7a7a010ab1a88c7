import { AI_THRESHOLDS } from '@boxwood/box-sdk/rules';
import { describe, expect, it } from 'vitest';
import { State } from '../state/state-stream.ts';
import { no, refused, yes } from '../testing/answers.ts';
import { servicesBed } from '../testing/services-bed.ts';
import { BoxRecognition } from './box-recognition.ts';
import type { AiConfig, Regrouping } from './recognition.ts';

const fresh = () => {
  const bed = servicesBed();
  const { calls, store, notifications, visible$, scheduler } = bed;
  const box: { cfg: AiConfig; regrouping: Regrouping; refusing: boolean; failing: boolean } = {
    cfg: { enable: 0, ...AI_THRESHOLDS },
    regrouping: { running: false, done: 0, total: 0 },
    refusing: false,
    failing: false,
  };
  const admin = new State(true);
  const recognition = new BoxRecognition({
    store,
    notifications,
    visible$,
    scheduler,
    admin$: admin.stream,
    port: {
      config: () => (box.failing ? no() : yes(box.cfg)),
      setConfig: (cfg) => {
        calls.push(`set ${cfg.enable} ${cfg.face_match}`);
        return box.refusing ? no(refused(3)) : yes((box.cfg = cfg));
      },
      regrouping: () => (calls.push('progress'), box.failing ? no() : yes(box.regrouping)),
    },
  });
  return { ...bed, recognition, box, admin, state: () => recognition.state$.value };
};

describe('recognition of pictures', () => {
  it('STATE-25: switched on it scans, switched off it rests; the thresholds stay', () => {
    const { recognition, box, calls, state, pass } = fresh();
    expect(state().recognition).toBeNull();
    recognition.refresh();
    expect(state()).toMatchObject({ recognition: { at: 'off' }, thresholds: AI_THRESHOLDS });
    recognition.watch();
    calls.length = 0;
    pass(30_000);
    expect(calls).toEqual([]);
    recognition.switchOn();
    expect(state()).toMatchObject({
      recognition: { at: 'on', thresholds: AI_THRESHOLDS },
      regrouping: { running: true },
    });
    box.regrouping = { running: true, done: 5, total: 9 };
    pass(5000);
    expect(calls).toEqual(['set 1 0.36', 'progress']);
    expect(state().regrouping).toEqual({ running: true, done: 5, total: 9 });
    box.regrouping = { running: false, done: 9, total: 9 };
    pass(5000);
    calls.length = 0;
    pass(30_000);
    expect(calls).toEqual([]);
    recognition.switchOff();
    expect(state()).toMatchObject({ recognition: { at: 'off' }, thresholds: AI_THRESHOLDS, regrouping: null });
  });

  it('STATE-25, PHOTO-14: a face threshold rebuilds the groups only while it is on', () => {
    const { recognition, box, state, calls } = fresh();
    const other = { ...AI_THRESHOLDS, face_match: 0.5 };
    recognition.refresh();
    expect(recognition.workOf(other)).toBe('none');
    recognition.setThresholds(other);
    expect(state()).toMatchObject({ thresholds: other, regrouping: null });
    recognition.switchOn();
    recognition.refresh();
    expect(recognition.workOf(AI_THRESHOLDS)).toBe('rebuild');
    expect(recognition.workOf({ ...other, object: 0.9 })).toBe('none');
    recognition.setThresholds(AI_THRESHOLDS);
    expect(state().regrouping).toEqual({ running: true, done: 0, total: 0 });
    expect(box.cfg).toEqual({ enable: 1, ...AI_THRESHOLDS });
    calls.length = 0;
    recognition.setThresholds({ ...AI_THRESHOLDS, object: 1 });
    expect(calls).toEqual([]);
  });

  it('STATE-25: the administrator’s alone, never blind, and a refusal leaves it as it was', () => {
    const { recognition, box, admin, calls, state, told } = fresh();
    recognition.switchOn();
    expect(told()).toEqual(['files.loadFailed']);
    recognition.refresh();
    admin.set(false);
    recognition.switchOn();
    expect(told()).toEqual(['files.loadFailed', 'role.notAdmin']);
    expect(calls).toEqual(['progress']);
    admin.set(true);
    box.refusing = true;
    recognition.switchOn();
    expect(state().recognition).toEqual({ at: 'off' });
    expect(told()).toContain('Refused');
    box.failing = true;
    recognition.refresh();
    expect(state()).toMatchObject({ recognition: { at: 'off' }, failure: { _tag: 'Network' } });
    recognition.close();
  });
});
