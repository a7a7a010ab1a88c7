import { constantFrom, assert, boolean, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  needsConfirmation,
  checkServiceAction,
  isServiceBusy,
  serviceActions,
  serviceStateOf,
  type ServiceAction,
  type ServiceFacts,
} from './plugin-service-state.ts';

const facts = (state: number, change: Partial<ServiceFacts> = {}): ServiceFacts => ({
  state,
  progress: 40,
  nowVer: state >= 5 ? '1.0.0' : '',
  newVer: '1.0.0',
  pendingRequest: null,
  failed: null,
  ...change,
});
const ACTIONS: readonly ServiceAction[] = ['deploy', 'start', 'stop', 'upgrade', 'uninstall'];

describe('the life of a service', () => {
  it('STATE-13: the eight names, from the number, the versions and what was asked', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((state) => serviceStateOf(facts(state)))).toEqual([
      { at: 'not-installed' },
      { at: 'installing', step: 'queued', progress: 40 },
      { at: 'installing', step: 'downloading', progress: 40 },
      { at: 'installing', step: 'verifying', progress: 40 },
      { at: 'installing', step: 'installing', progress: 40 },
      { at: 'installed' },
      { at: 'running' },
      { at: 'stopped', abnormal: false },
      { at: 'stopped', abnormal: true },
    ]);
    expect(serviceStateOf(facts(0, { pendingRequest: 'deploy', failed: 'old' }))).toMatchObject({
      at: 'installing',
      step: 'asked',
    });
    expect(serviceStateOf(facts(0, { failed: 'no space' }))).toEqual({ at: 'install-failed', why: 'no space' });
    expect([6, 7].map((state) => serviceStateOf(facts(state, { newVer: '1.0.1' })))).toEqual([
      { at: 'upgrade-available', from: '1.0.0', to: '1.0.1', running: true },
      { at: 'upgrade-available', from: '1.0.0', to: '1.0.1', running: false },
    ]);
    expect([5, 6, 7].map((state) => serviceStateOf(facts(state, { pendingRequest: 'uninstall' })).at)).toEqual([
      'uninstalling',
      'uninstalling',
      'uninstalling',
    ]);
    expect(serviceStateOf(facts(0, { pendingRequest: 'uninstall' })).at).toBe('not-installed');
  });

  it('STATE-13, PLUGIN-10: what each offers, what is asked twice, what is watched', () => {
    const offers = (given: ServiceFacts) => serviceActions(serviceStateOf(given), false);
    expect(offers(facts(0))).toEqual(['deploy']);
    expect(offers(facts(0, { failed: '' }))).toEqual(['deploy']);
    for (const moving of [
      facts(3),
      facts(0, { pendingRequest: 'deploy' }),
      facts(7, { pendingRequest: 'uninstall' }),
    ]) {
      expect(offers(moving)).toEqual([]);
      expect(isServiceBusy(serviceStateOf(moving))).toBe(true);
    }
    for (const state of [5, 7, 8]) expect(offers(facts(state))).toEqual(['start', 'uninstall']);
    expect(offers(facts(6))).toEqual(['stop']);
    expect(offers(facts(6, { newVer: '2' }))).toEqual(['upgrade', 'stop']);
    expect(offers(facts(7, { newVer: '2' }))).toEqual(['upgrade', 'start', 'uninstall']);
    expect(ACTIONS.filter(needsConfirmation)).toEqual(['stop', 'uninstall']);
  });

  it('ROLE-03, ROLE-01: no state and no right stops or removes a basic service; nobody but the administrator does anything', () => {
    assert(
      property(
        record({ state: integer({ min: 0, max: 9 }), newVer: constantFrom('', '1.0.0', '2.0.0') }),
        boolean(),
        ({ state, newVer }, admin) => {
          const life = serviceStateOf(facts(state, { newVer }));
          expect(serviceActions(life, true)).not.toContain('stop');
          expect(serviceActions(life, true)).not.toContain('uninstall');
          for (const action of ['stop', 'uninstall'] as const)
            expect(checkServiceAction(action, { state: life, basic: true }, admin).ok).toBe(false);
          // The offered actions are exactly those that pass the check.
          for (const basic of [true, false])
            expect(
              ACTIONS.filter((action) => checkServiceAction(action, { state: life, basic }, true).ok).toSorted(),
            ).toEqual(serviceActions(life, basic).toSorted());
          for (const action of ACTIONS)
            expect(checkServiceAction(action, { state: life, basic: false }, false).ok).toBe(false);
        },
      ),
    );
    const running = { state: serviceStateOf(facts(6)), basic: true };
    expect(checkServiceAction('stop', running, true)).toEqual({ ok: false, issue: 'plugin.basic' });
    expect(checkServiceAction('stop', { ...running, basic: false }, false)).toEqual({
      ok: false,
      issue: 'plugin.noPermissionToOperate',
    });
    expect(checkServiceAction('deploy', running, false)).toEqual({ ok: false, issue: 'plugin.noPermissionToDeploy' });
    expect(checkServiceAction('deploy', running, true)).toEqual({ ok: false, issue: 'plugin.state' });
  });
});
