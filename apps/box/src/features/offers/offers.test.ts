import { commandTree, type Missing, type Offer } from '@boxwood/box-sdk';
import { expect, it } from 'vitest';
import { Offers } from './offers.ts';

const changesOf = () => {
  const told: string[] = [];
  return { told, area: (area: string) => void told.push(area) };
};
const standingOf = (list: readonly Offer[], area: string) => list.find((each) => each.area === area);

it('every area of commands is offered or coming, but those that a sign-in needs to ask at all', async () => {
  const offers = new Offers({
    model: 'G2',
    changes: changesOf(),
    upgrades: { missing: [] },
    host: { isAvailable: false, lacking: () => Promise.resolve(null) },
  });
  const list = await offers.list();
  const named = list.filter(({ state }) => state !== 'absent').map(({ area }) => area);
  expect(named).toEqual(Object.keys(commandTree).filter((area) => area !== 'session' && area !== 'offers'));
  expect(standingOf(list, 'files')).toMatchObject({ state: 'offered', version: 1 });
  expect(standingOf(list, 'media')).toMatchObject({ state: 'coming', version: 0 });
});

it('power and clock are offered while the helper is there and its machine has the programs; what is missing is named', async () => {
  const changes = changesOf();
  const host = { isAvailable: false, lacking: (): Promise<readonly string[] | null> => Promise.resolve(null) };
  const offers = new Offers({ model: 'G2', host, changes, upgrades: { missing: [] } });
  expect(standingOf(await offers.list(), 'power')).toEqual({
    area: 'power',
    state: 'absent',
    version: 0,
    missing: [{ what: 'boxwood-host', get: 'systemctl enable --now boxwood-host' }],
  });
  offers.poll();
  expect(changes.told).toEqual([]);
  host.isAvailable = true;
  host.lacking = () => Promise.resolve([]);
  offers.poll();
  offers.poll();
  expect(changes.told).toEqual(['offers']);
  expect(standingOf(await offers.list(), 'date')).toEqual({ area: 'date', state: 'offered', version: 1, missing: [] });
  host.lacking = () => Promise.resolve(['timedatectl']);
  expect(standingOf(await offers.list(), 'date')?.missing).toEqual([
    { what: 'timedatectl', get: 'apt-get install systemd' },
  ]);
});

it('MOUNT-07, CONTAINER-12: an N2 never has containers and mounts', async () => {
  const list = (model: 'N2' | 'G2') =>
    new Offers({
      model,
      changes: changesOf(),
      upgrades: { missing: [] },
      host: { isAvailable: false, lacking: () => Promise.resolve(null) },
    }).list();
  const states = async (model: 'N2' | 'G2') => {
    const offers = await list(model);
    return ['containers', 'mounts'].map((area) => standingOf(offers, area)?.state);
  };
  expect(await states('N2')).toEqual(['absent', 'absent']);
  expect(await states('G2')).toEqual(['coming', 'offered']);
});

it('an upgrade is offered under a launcher and with a key; what is missing is named', async () => {
  const standing = async (missing: readonly Missing[]) =>
    standingOf(
      await new Offers({
        model: 'G2',
        changes: changesOf(),
        upgrades: { missing },
        host: { isAvailable: false, lacking: () => Promise.resolve(null) },
      }).list(),
      'upgrade',
    );
  expect(await standing([])).toEqual({ area: 'upgrade', state: 'offered', version: 1, missing: [] });
  const missing = [{ what: 'launch.js', get: 'node launch.js' }];
  expect(await standing(missing)).toEqual({ area: 'upgrade', state: 'absent', version: 0, missing });
});
