import type { SessionStage } from '@boxwood/domain';
import { describe, expect, it } from 'vitest';
import { destination } from './navigation.ts';
import { ROUTES, type Route } from './route.ts';

const choosing: SessionStage = { at: 'choosing', username: 'ann' };
const connecting: SessionStage = { at: 'connecting', username: 'ann', mode: 'tolan', target: 'Attic' };
const out = (why: 'start' | 'asked' | 'elsewhere' | 'expired'): SessionStage => ({ at: 'signed-out', why, who: 'ann' });

describe('navigation', () => {
  it('LOGIN-12 LOGIN-14: a session that ended leads to the form, which does not sign in by itself', () => {
    for (const why of ['asked', 'elsewhere', 'expired'] as const) {
      expect(destination(ROUTES.home, out(why))).toEqual({ page: 'sign-in', auto: false, setup: null, join: null });
    }
  });

  it('a page that needs a session leads to the sign-in page', () => {
    expect(destination(ROUTES.home, out('start'))).toEqual(ROUTES.signIn);
    expect(destination({ page: 'document', path: '/a' }, out('start'))).toEqual(ROUTES.signIn);
    const setup: Route = { page: 'sign-in', auto: true, setup: 'abc', join: null };
    expect(destination(setup, out('start'))).toBeNull();
  });

  it('ROUTE-02: an account without a box goes to the chooser, and stays on its list', () => {
    expect(destination(ROUTES.signIn, choosing)).toEqual(ROUTES.chooser);
    expect(destination(ROUTES.chooserList, choosing)).toBeNull();
  });

  it('ROUTE-03 ROUTE-04 ROUTE-05: connecting shows the page of its mode', () => {
    expect(destination(ROUTES.chooser, connecting)).toEqual({ page: 'connection', mode: 'tolan' });
    expect(destination({ page: 'connection', mode: 'towan' }, connecting)).toEqual({
      page: 'connection',
      mode: 'tolan',
    });
    expect(destination({ page: 'connection', mode: 'tolan' }, connecting)).toBeNull();
  });
});
