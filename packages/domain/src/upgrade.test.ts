import { type CommandSpec, left, right } from '@boxwood/command-bus';
import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { accountProfile } from './profile/profile.ts';
import { boxUpgrades, upgradeFailure } from './upgrade.ts';

const refused = (family: string, code: number) => left({ _tag: 'Refused', family, code, fields: {} } as const);
const firmware = (Version: string) => ({ Version, VersionName: `name of ${Version}`, Description: ['faster'] });
const createFixture = (answers: Readonly<Record<string, unknown>>) => {
  const asked: unknown[] = [];
  const exec = ({ name }: CommandSpec, params: unknown) => {
    asked.push([name, params]);
    // Tests define the responses.
    return () => Promise.resolve(answers[name] as never);
  };
  return { upgrades: boxUpgrades({ exec }, accountProfile({ exec }), 'ann'), asked };
};
const product = (version: string) => right({ product: 'G2', version, versionname: 'as the box says' });

describe('the firmware of a box', () => {
  it.each([
    ['1.0.7', '1.0.8', true],
    ['1.0.7', '1.0.7', false],
    ['1.0.10', '1.0.9', false],
    ['1.0.9', '1.0.10', true],
  ])('G-36: of %s and %s the second is newer: %s', async (running, newest, isNewer) => {
    const { upgrades, asked } = createFixture({
      GetProductInfo: product(running),
      GetNewestVersion: right(firmware(newest)),
      GetVersion: right(firmware(running)),
    });
    expect(await firstValueFrom(upgrades.versions())).toEqual(
      right({ running: firmware(running), newest: firmware(newest), isNewer }),
    );
    expect(asked).toEqual([
      ['GetProductInfo', {}],
      ['GetNewestVersion', { boxType: 'G2' }],
      ['GetVersion', { boxType: 'G2', version: running }],
    ]);
  });

  it('one that the account service does not know is told by what the box says of it; without a newest one nothing is told', async () => {
    const answers = { GetProductInfo: product('1.0.7'), GetNewestVersion: right(firmware('1.0.7')) };
    const known = await firstValueFrom(
      createFixture({ ...answers, GetVersion: refused('ACC', 2008) }).upgrades.versions(),
    );
    expect(known).toMatchObject(
      right({ running: { Version: '1.0.7', VersionName: 'as the box says', Description: [] } }),
    );
    const none = createFixture({
      ...answers,
      GetVersion: right(firmware('1.0.7')),
      GetNewestVersion: refused('ACC', 2008),
    });
    expect(await firstValueFrom(none.upgrades.versions())).toEqual(refused('ACC', 2008));
  });

  it('SYSTEM-06: an upgrade is begun by its number, in one’s own name; a box that does not offer it says so', async () => {
    const { upgrades, asked } = createFixture({ StartUpgrade: right({ id: 'u1' }) });
    expect(await firstValueFrom(upgrades.start('1.0.8'))).toEqual(right(null));
    expect(asked).toEqual([['StartUpgrade', { user: 'ann', value: '1.0.8' }]]);
    const lacking = createFixture({ StartUpgrade: refused('GEN', 4) }).upgrades.start('1.0.8');
    expect(await firstValueFrom(lacking)).toEqual(left({ _tag: 'Rejected', messageKey: 'box.notOffered' }));
  });

  it('SYSTEM-07: why one was not installed, by the code of what failed', () => {
    const status = { running: 0, version: '1.0.8', progress: 40, code: 5 } as const;
    expect(upgradeFailure(status)).toBeNull();
    expect(upgradeFailure({ ...status, running: 1, code: 2 })).toBeNull();
    for (const code of [6, 7, 8, 9])
      expect(upgradeFailure({ ...status, code })).toEqual({
        _tag: 'Rejected',
        messageKey: 'operation.ended',
        values: { operation: 'UPGRADE', code },
      });
  });
});
