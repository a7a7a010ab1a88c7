import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { BoxEvent } from '../events/box-event.ts';
import { newTabId } from '../browser/browser-page.ts';
import type { Recorded } from '../store/recorded.ts';
import { BoxOffers } from './box-offers.ts';
import { offersOfModel, withoutPhotoIndex } from './offers.ts';

const missing = [{ what: 'boxwood-host', get: 'systemctl enable --now boxwood-host' }];
const UNKNOWN: BoxError = { _tag: 'Refused', family: 'GEN', code: 19, fields: {} };

describe('what the box offers', () => {
  const boxThat = (...answers: readonly Either<BoxError, unknown>[]) => {
    const left = [...answers];
    const again$ = new Subject<undefined>();
    const batches$ = new Subject<readonly Recorded<BoxEvent>[]>();
    const offers = new BoxOffers({
      box: { exec: () => () => Promise.resolve((left.shift() ?? answers.at(-1)) as never) },
      store: { batches$ },
      model: 'N2',
      version: '1.0.1018',
      retry$: again$,
    });
    const settle = () => new Promise((resolve) => setTimeout(resolve));
    return {
      offers,
      again$,
      batches$,
      settle,
      of: () => offers.offers$.value.of,
      asked: () => answers.length - left.length,
    };
  };

  it('MOUNT-07, CONTAINER-12: a box of the specification has what its model has', async () => {
    const { of, settle, asked } = boxThat(left(UNKNOWN), left(UNKNOWN));
    await settle();
    expect(asked()).toBe(2);
    expect([of()('mounts'), of()('containers')]).toEqual(Array(2).fill({ state: 'absent', missing: [] }));
    expect([of()('photos'), of()('power')]).toEqual(Array(2).fill({ state: 'offered' }));
    const states = (['N2', 'N3', 'G2'] as const).map((model) => offersOfModel(model, '1.0.18').of('containers').state);
    expect(states).toEqual(['absent', 'absent', 'offered']);
  });

  it('PHOTO-17: it has the photos when their plugin runs and the firmware is new enough; whoever looks again sees that it came', async () => {
    const plugins = (state: number) => right({ plugin_list: [{ key: 'slpmdb', state, detail: '' }] });
    const { of, offers, settle } = boxThat(
      left(UNKNOWN),
      right({ plugin_list: [] }),
      left(UNKNOWN),
      plugins(7),
      left(UNKNOWN),
      plugins(6),
    );
    const lacks = (what: string) => ({ state: 'absent', missing: [{ what, get: '' }] });
    for (const expected of [lacks('slpmdb'), lacks('slpmdb'), { state: 'offered' }]) {
      await settle();
      expect(of()('photos')).toEqual(expected);
      if (expected.state === 'absent') offers.refresh();
    }
    const photos = (model: 'N2' | 'N3' | 'G2', version: string) => offersOfModel(model, version).of('photos');
    expect([photos('N2', '1.0.1017'), photos('N3', '1.0.12')]).toEqual(Array(2).fill(lacks('firmware')));
    expect([photos('N2', '1.0.1018'), photos('N3', '1.0.13'), photos('G2', '1.0.1')]).toEqual(
      Array(3).fill({ state: 'offered' }),
    );
    // An area that lacks firmware keeps that reason whether or not the plugin runs.
    expect(withoutPhotoIndex(offersOfModel('N3', '1.0.12')).of('photos')).toEqual(lacks('firmware'));
  });

  it('what the box says counts; an area that it does not name is as by its model, a state of later as offered', async () => {
    const areas = [
      { area: 'power', state: 'absent', version: 0, missing },
      { area: 'photos', state: 'coming', version: 0, missing: [] },
      { area: 'mounts', state: 'partly', version: 3, missing: [] },
    ];
    const { of, settle } = boxThat(right({ areas }));
    await settle();
    expect([of()('power'), of()('photos'), of()('mounts'), of()('containers')]).toEqual([
      { state: 'absent', missing },
      { state: 'coming' },
      { state: 'offered' },
      { state: 'absent', missing: [] },
    ]);
  });

  it('a failure is asked again, a change of the offers is read, and of nothing else', async () => {
    const said = (state: string) => right({ areas: [{ area: 'power', state, version: 1, missing: [] }] });
    const box = boxThat(left({ _tag: 'Network', cause: null }), said('absent'), said('offered'));
    const change = (areas: readonly string[]) =>
      box.batches$.next([
        {
          ...({ seq: 1, origin: newTabId(), at: 0, cause: 'box' } as const),
          event: { type: 'BoxChanged', data: { folders: [], areas, everything: false } },
        },
      ]);
    await box.settle();
    expect(box.of()('power').state).toBe('offered');
    box.again$.next(undefined);
    await box.settle();
    expect(box.of()('power').state).toBe('absent');
    change(['tasks']);
    await box.settle();
    expect(box.asked()).toBe(2);
    change(['offers']);
    await box.settle();
    expect([box.asked(), box.of()('power').state]).toEqual([3, 'offered']);
    box.offers.close();
    change(['offers']);
    expect(box.asked()).toBe(3);
  });
});
