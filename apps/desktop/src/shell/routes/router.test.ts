import { afterEach, describe, expect, it } from 'vitest';
import {
  type SessionHandover,
  inviteUrl,
  offlineSignInUrl,
  consumeSessionHandover,
  consumeLinkHints,
} from './session-handover.ts';
import { parsePasswordLink, passwordLinkUrl } from './password-link.ts';
import { parseRoute, pathOf, ROUTES, type Route } from './route.ts';
import { Router } from './router.ts';

const at = (address: string): Route => {
  const url = new URL(address, 'http://box.test');
  return parseRoute(url.pathname, url.search);
};

/** Builds the fragment. */
const encodeHandOver = (session: SessionHandover): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(session));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

describe('routes', () => {
  it('ROUTE-01: / is the sign-in page, auto=N switches the automatic sign-in off', () => {
    expect(at('/')).toEqual({ page: 'sign-in', auto: true, setup: null, join: null });
    expect(at('/?auto=N')).toEqual({ page: 'sign-in', auto: false, setup: null, join: null });
    expect(at('/?auto=n')).toMatchObject({ auto: true });
    expect(at('/?setup=abc')).toMatchObject({ setup: 'abc', join: null });
  });

  it('ROUTE-02: /tobox is the chooser', () => {
    expect(at('/tobox?auto=N')).toEqual({ page: 'chooser', auto: false });
    expect(at('/tobox')).toEqual({ page: 'chooser', auto: true });
  });

  it('ROUTE-03 ROUTE-04 ROUTE-05: the three connection pages', () => {
    expect(['/toloc', '/tolan', '/towan'].map(at)).toEqual([
      { page: 'connection', mode: 'toloc' },
      { page: 'connection', mode: 'tolan' },
      { page: 'connection', mode: 'towan' },
    ]);
  });

  it('ROUTE-06 ROUTE-07: the desktop and the document page', () => {
    expect(at('/home')).toEqual({ page: 'home' });
    expect(at('/wpsoffice?path=%2Fmnt%2Fusb1%2Fann%2Fa%26b%23.docx')).toEqual({
      page: 'document',
      path: '/mnt/usb1/ann/a&b#.docx',
    });
  });

  it('ROUTE-09: an unknown path is the sign-in page', () => {
    expect(at('/nowhere/at/all?setup=x')).toEqual({ page: 'sign-in', auto: true, setup: null, join: null });
  });

  it('every page reads back from its own address', () => {
    const pages: Route[] = [
      ...Object.values(ROUTES),
      { page: 'sign-in', auto: true, setup: 'a b&c', join: null },
      { page: 'document', path: '/mnt/usb1/安/文件 #1?.md' },
      { page: 'connection', mode: 'towan' },
    ];
    for (const page of pages) expect(at(pathOf(page))).toEqual(page);
  });
});

describe('Router', () => {
  afterEach(() => {
    window.history.replaceState(null, '', '/');
  });

  it('ROUTE-08: pushes plain paths, follows the back button and corrects unknown ones', async () => {
    window.history.replaceState(null, '', '/nowhere');
    const router = new Router(window);
    expect(window.location.pathname).toBe('/');
    router.go(ROUTES.chooserList);
    expect(window.location.pathname + window.location.search).toBe('/tobox?auto=N');
    router.replace(ROUTES.home);
    expect(window.location.pathname).toBe('/home');
    const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await popped;
    expect(router.route$.value).toMatchObject({ page: 'sign-in' });
    router.close();
  });

  it('keeps what an entry says of the steps of Back when it gets another address, also while a page is loaded again', () => {
    window.history.replaceState(2, '', '/nowhere');
    const router = new Router(window);
    expect(window.location.pathname).toBe('/');
    router.replace({ page: 'connection', mode: 'tolan' });
    router.replace(ROUTES.home);
    expect(window.history.state).toBe(2);
    router.go(ROUTES.chooserList);
    expect(window.history.state).toBeNull();
    router.close();
  });

  it('takes what a link brought along out of the address after one reading', () => {
    const nothing = { offline: null, invite: null, renew: null, hasLostShare: false };
    const arrive = (address: string): void => {
      const { pathname, search, hash } = new URL(address);
      window.history.replaceState(null, '', pathname + search + hash);
    };
    arrive(offlineSignInUrl('http://10.0.0.7:6900', 'ann &=#'));
    expect(consumeLinkHints(window)).toEqual({ ...nothing, offline: 'ann &=#' });
    expect(window.location.pathname + window.location.search + window.location.hash).toBe('/?auto=N');
    expect(consumeLinkHints(window)).toEqual(nothing);
    arrive(inviteUrl('http://10.0.0.7:6900', 'ABCDE23456'));
    expect(new Router(window).route$.value).toEqual(ROUTES.join);
    expect(consumeLinkHints(window)).toEqual({ ...nothing, invite: 'ABCDE23456' });
    const renewal = { user: 'ann_lee', secret: 's3cret' };
    arrive(passwordLinkUrl('http://10.0.0.7:6900', renewal));
    expect(new Router(window).route$.value).toEqual(ROUTES.forgot);
    const { renew, ...rest } = consumeLinkHints(window);
    expect(rest).toEqual({ offline: null, invite: null, hasLostShare: false });
    expect(parsePasswordLink(renew)).toEqual(renewal);
    expect(window.location.pathname + window.location.search + window.location.hash).toBe('/?join=forgot');
    for (const none of [null, '', 'ann_lee', 'ann_lee.', '.s3cret']) expect(parsePasswordLink(none)).toBeNull();
    window.history.replaceState(null, '', '/home#shared=lost');
    expect(consumeLinkHints(window)).toEqual({ ...nothing, hasLostShare: true });
    expect(window.location.pathname + window.location.hash).toBe('/home');
    window.history.replaceState(null, '', '/#section');
    expect(consumeLinkHints(window)).toEqual(nothing);
    expect(window.location.hash).toBe('#section');
  });

  it('takes a handed-over session out of the address after one reading', () => {
    const session = { u: '安', t: 'tok', b: 'box', h: 'http://x', a: '' };
    window.history.replaceState(null, '', `/towan#${encodeHandOver(session)}`);
    expect(consumeSessionHandover(window)).toEqual(session);
    expect(window.location.hash).toBe('');
    expect(consumeSessionHandover(window)).toBeNull();
    window.history.replaceState(null, '', '/towan#section');
    expect(consumeSessionHandover(window)).toBeNull();
    expect(window.location.hash).toBe('#section');
  });
});
