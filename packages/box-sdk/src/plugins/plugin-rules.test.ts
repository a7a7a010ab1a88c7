import { array, assert, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkDeploy,
  checkPluginAction,
  continuesAfterCleanup,
  compareVersions,
  hasMovies,
  hasPhotos,
  isUpgradeOffered,
  meetsFirmware,
  offeredActions,
  packageAddress,
  pluginPhase,
  wipesOnUpgrade,
} from './plugin-rules.ts';

const minVer = { N2: 1018, N3: 13, G2: 1 };
const caller = { admin: true, lan: false, model: 'N3', version: '1.0.13' } as const;

describe('plugins', () => {
  it('VALID-38 PLUGIN-17: only the administrator deploys', () => {
    expect(checkDeploy({ ...caller, admin: false }, minVer)).toEqual({
      ok: false,
      issue: 'plugin.noPermissionToDeploy',
    });
    expect(checkDeploy(caller, minVer).ok).toBe(true);
  });

  it('VALID-39 PLUGIN-20: not in LAN mode', () => {
    expect(checkDeploy({ ...caller, lan: true }, minVer)).toEqual({ ok: false, issue: 'plugin.notOffline' });
  });

  it('VALID-40 PLUGIN-21 CONST-72: the firmware of the model', () => {
    expect(checkDeploy({ ...caller, version: '1.0.12' }, minVer)).toEqual({ ok: false, issue: 'plugin.firmware' });
    expect(meetsFirmware('N2', '1.0.1018', minVer)).toBe(true);
    expect(meetsFirmware('N2', '1.0.1017', minVer)).toBe(false);
    expect(meetsFirmware('N2', '1.1.0', minVer)).toBe(true);
    expect(meetsFirmware('N2', '0.0.1', { N2: 0 })).toBe(true);
    expect(meetsFirmware('G2', '9.9.9', { N2: 0 })).toBe(false);
    expect([hasPhotos('N3', '1.0.13'), hasMovies('N3', '1.0.24'), hasMovies('N3', '1.0.25')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('G-36: versions compare number by number', () => {
    expect(compareVersions('1.0.9', '1.0.10')).toBeLessThan(0);
    expect(compareVersions('1.0', '1.0.0')).toBe(0);
    expect(compareVersions('1.0.7 beta', '1.0.7')).toBe(0);
    const version = array(nat({ max: 30 }), { minLength: 1, maxLength: 4 });
    assert(
      property(version, version, (a, b) => {
        const value = (v: readonly number[]) =>
          v
            .concat([0, 0, 0])
            .slice(0, 4)
            .reduce((n, x) => n * 31 + x, 0);
        expect(Math.sign(compareVersions(a.join('.'), b.join('.')))).toBe(Math.sign(value(a) - value(b)));
      }),
    );
  });

  it('STATE-10 STATE-11 STATE-12 PLUGIN-04 PLUGIN-05: phases and what they offer', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(pluginPhase)).toEqual([
      'absent',
      'deploying',
      'deploying',
      'deploying',
      'deploying',
      'stopped',
      'running',
      'stopped',
      'stopped',
    ]);
    expect([0, 3, 6, 5].map(offeredActions)).toEqual([['deploy'], [], ['stop'], ['start', 'uninstall']]);
  });

  it('PLUGIN-18 PLUGIN-19 ROLE-03: rights and basic services', () => {
    const plugin = { state: 6, basic: 'N' } as const;
    expect(checkPluginAction('stop', plugin, false)).toEqual({ ok: false, issue: 'plugin.noPermissionToOperate' });
    expect(checkPluginAction('stop', plugin, true).ok).toBe(true);
    expect(checkPluginAction('start', plugin, true)).toEqual({ ok: false, issue: 'plugin.state' });
    expect(checkPluginAction('uninstall', { ...plugin, state: 7 }, true).ok).toBe(true);
    for (const action of ['stop', 'uninstall'] as const)
      expect(checkPluginAction(action, { state: 7, basic: 'Y' }, true)).toEqual({ ok: false, issue: 'plugin.basic' });
    expect(checkPluginAction('start', { state: 7, basic: 'Y' }, true).ok).toBe(true);
  });

  it('PLUGIN-22 CONST-80: the address of a package', () => {
    expect(packageAddress('https://dl.example/', 'N3', 'bdyptask.tar.gz')).toBe(
      'https://dl.example/rk3566/N3_bdyptask.tar.gz',
    );
    expect(packageAddress('https://dl.example', 'G2', 'web.tar.gz')).toBe('https://dl.example/x86/G2_web.tar.gz');
  });

  it('PLUGIN-08: cleanup goes on after 0, 1 and 7', () => {
    expect([0, 1, 2, 5, 7, 9].filter(continuesAfterCleanup)).toEqual([0, 1, 7]);
  });

  it('PLUGIN-13 G-35: what an upgrade wipes', () => {
    expect(wipesOnUpgrade({ key: 'alist', confKeep: 'N', nowVer: '1.0' })).toBe(true);
    expect(wipesOnUpgrade({ key: 'alist', confKeep: 'Y', nowVer: '1.0' })).toBe(false);
    expect(wipesOnUpgrade({ key: 'tstask', confKeep: 'N', nowVer: '' })).toBe(false);
    expect(wipesOnUpgrade({ key: 'tstask', confKeep: 'N', nowVer: '1.0' })).toBe(true);
  });

  it('P-01: an upgrade is offered for what is installed and older', () => {
    expect(isUpgradeOffered({ state: 5, nowVer: '1.0.9', newVer: '1.0.10' })).toBe(true);
    expect(isUpgradeOffered({ state: 4, nowVer: '1.0.9', newVer: '1.0.10' })).toBe(false);
    expect(isUpgradeOffered({ state: 6, nowVer: '1.0.10', newVer: '1.0.10' })).toBe(false);
  });
});
