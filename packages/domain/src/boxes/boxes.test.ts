import { left, right } from '@boxwood/command-bus';
import type { BoxError, Either } from '@boxwood/command-bus';
import { of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { Drive } from '../model.ts';
import type { Session } from '../session/session.ts';
import { BrowserSettings } from '../settings/browser-settings.ts';
import { MemoryKeyValue } from '../testing/memory-key-value.ts';
import { constant } from '../state/state-stream.ts';
import { refused } from '../testing/port-answers.ts';
import { BoxBoxes } from './box-boxes.ts';

const drive = (boxId: string, online: 'Y' | 'N'): Drive => ({
  boxName: boxId,
  boxId,
  boxJID: `${boxId}@box`,
  nick: '',
  model: 'N3',
  online,
  edition: 'standard',
  role: 'user',
  version: '1',
  lanIp: '',
});

const fresh = (answer: Either<BoxError, readonly Drive[]>, lastBoxId: string | null = null) => {
  const settings = new BrowserSettings(new MemoryKeyValue(), null);
  settings.set('boxId', lastBoxId);
  const enter = vi.fn((target: Drive) => of(left({ _tag: 'Rejected', messageKey: target.boxId } as const)));
  const report = vi.fn();
  const session = {
    stage$: constant({ at: 'choosing', username: 'ann' } as const),
    enter,
    report,
  } as unknown as Session;
  const calls: string[] = [];
  const boxes = new BoxBoxes({
    listBoxes: () => (calls.push('roster'), of(answer)),
    register: (...given) => (calls.push(`register ${given.join(' ')}`), of(right(null))),
    join: (...given) => (calls.push(`join ${given.join(' ')}`), of(right(null))),
    session,
    settings,
  });
  return { boxes, enter, report, calls };
};

describe('the box chooser', () => {
  it('LOGIN-17: lists the boxes of the account and enters the chosen one', () => {
    const { boxes, enter } = fresh(right([drive('A', 'Y'), drive('B', 'N')]), 'B');
    expect(boxes.state$.value).toEqual({ loading: false, drives: [], failure: null, lastBoxId: 'B' });
    boxes.refresh();
    expect(boxes.state$.value.drives.map(({ boxId }) => boxId)).toEqual(['A', 'B']);
    boxes.choose(drive('A', 'Y'));
    expect(enter).toHaveBeenCalledWith(drive('A', 'Y'));
  });

  it.each([
    ['the last used one if it is online', ['A:Y', 'B:Y'], 'B', 'B'],
    ['the only one online', ['A:Y', 'B:N'], 'B', 'A'],
    ['none of several', ['A:Y', 'B:Y', 'C:N'], 'C', null],
    ['none of none', ['A:N'], 'A', null],
  ] as const)('G-08: automatic entry takes %s', (_, list, last, expected) => {
    const drives = list.map((text) => drive(text.slice(0, 1), text.endsWith('Y') ? 'Y' : 'N'));
    const { boxes, enter } = fresh(right(drives), last);
    const results: unknown[] = [];
    boxes.enterAutomatically().subscribe((result) => results.push(result));
    expect(boxes.automaticChoice()?.boxId ?? null).toBe(expected);
    if (expected === null) {
      expect(enter).not.toHaveBeenCalled();
      expect(results).toEqual([right(null)]);
    } else expect(enter.mock.calls[0]?.[0].boxId).toBe(expected);
  });

  it('X102, X103: an invitation opens an account, or adds its box to the list of one', () => {
    const { boxes, calls } = fresh(right([drive('A', 'Y')]));
    const results: unknown[] = [];
    boxes.register(' dora-1 ', 'secret-1', ' CODE ').subscribe((result) => results.push(result));
    boxes.join('A', ' CODE ').subscribe((result) => results.push(result));
    expect(calls).toEqual(['register dora-1 secret-1 CODE', 'join A CODE', 'roster']);
    expect(results).toEqual([right(null), right(null)]);
    expect(boxes.state$.value.drives.map(({ boxId }) => boxId)).toEqual(['A']);
  });

  it('a failed list is a state, and the session hears of it', () => {
    const { boxes, report, enter } = fresh(left(refused(1001, 'ACC')));
    const results: unknown[] = [];
    boxes.enterAutomatically().subscribe((result) => results.push(result));
    expect(boxes.state$.value).toMatchObject({ loading: false, failure: { code: 1001 } });
    expect(report).toHaveBeenCalledWith(refused(1001, 'ACC'));
    expect(enter).not.toHaveBeenCalled();
    expect(results).toMatchObject([{ _tag: 'Left' }]);
  });
});
