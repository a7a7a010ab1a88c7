/**
 * The features of a model by the SDK's rules match the behaviour of a box of that model: both are implemented from the
 * specification alone.
 */
import { AddTask, compressTask, extractTask, GetEngine, isNotOffered, ListMounts, PutBackup } from '@boxwood/box-sdk';
import type { BoxError, Either } from '@boxwood/box-sdk';
import { frequenciesOf, supportsArchives, hasContainers, hasNetworkMounts } from '@boxwood/box-sdk/rules';
import { describe, expect, it } from 'vitest';
import { HOME, signIn, withLiteralBox } from '../lib/box/literal-box.ts';

const BOXES = [
  ['N2', '1.0.1022'],
  ['N3', '1.0.18'],
  ['N3', '1.0.19'],
  ['G2', '1.0.1'],
] as const;

const codeOf = (result: Either<BoxError, unknown>): number | null =>
  result._tag === 'Left' && result.left._tag === 'Refused' ? result.left.code : null;

describe.each(BOXES)('an %s with firmware %s', (model, version) => {
  const files = { [`${HOME}/a.txt`]: 'a', [`${HOME}/b.zip`]: 'x', [`${HOME}/to/c.txt`]: 'c' };

  it('ARCHIVE-06: packs and unpacks, or refuses to', () =>
    withLiteralBox({ model, version, files }, async (simulated) => {
      const { box, name } = await signIn(simulated);
      const packing = compressTask(name, HOME, ['a.txt'], { target: HOME, name: 'a', suffix: 'zip' });
      for (const task of [packing, extractTask(name, `${HOME}/b.zip`, HOME)]) {
        const result = await box.exec(AddTask, task)();
        expect(result._tag).toBe(supportsArchives(model) ? 'Right' : 'Left');
        expect(codeOf(result)).toBe(supportsArchives(model) ? null : 3);
      }
    }));

  it('MOUNT-07, CONTAINER-12: has storage of the network and containers, or does not know them', () =>
    withLiteralBox({ model, version }, async (simulated) => {
      const { box } = await signIn(simulated);
      const mounts = await box.exec(ListMounts, {})();
      const engine = await box.exec(GetEngine, {})();
      for (const [result, has] of [
        [mounts, hasNetworkMounts(model)],
        [engine, hasContainers(model, version)],
      ] as const) {
        expect(result._tag).toBe(has ? 'Right' : 'Left');
        expect(result._tag === 'Left' && isNotOffered(result.left)).toBe(!has);
      }
    }));

  it('BACKUP-07, ROLE-12: keeps a folder in step live, or by the day alone', () =>
    withLiteralBox({ model, version, files }, async (simulated) => {
      const { box, name: user } = await signIn(simulated);
      const backup = { user, kind: 'sync', id: '', source: `${HOME}/to`, target: `${HOME}/copy` } as const;
      for (const frequency of ['realtime', 'day'] as const) {
        const result = await box.exec(PutBackup, { ...backup, target: `${HOME}/${frequency}`, frequency })();
        const has = frequenciesOf(model).includes(frequency);
        expect(result._tag).toBe(has ? 'Right' : 'Left');
        expect(codeOf(result)).toBe(has ? null : 3);
      }
    }));
});
