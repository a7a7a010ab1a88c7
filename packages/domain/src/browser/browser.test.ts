import { firstValueFrom } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTabChannel } from './broadcast-channel.ts';
import {
  newTabId,
  pageLeaving,
  pageOnline,
  type PageLike,
  pageVisible,
  randomId,
  systemClock,
} from './browser-page.ts';
import { browserKeyValue } from './browser-storage.ts';

const page = () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const navigator = { onLine: true };
  return { document, navigator, window: new EventTarget() } satisfies PageLike;
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('page', () => {
  it('tells whether a person can see it', () => {
    const here = page();
    const visible$ = pageVisible(here);
    const seen: boolean[] = [];
    visible$.subscribe((visible) => seen.push(visible));
    here.document.visibilityState = 'hidden';
    here.document.dispatchEvent(new Event('visibilitychange'));
    expect(visible$.value).toBe(false);
    here.document.visibilityState = 'visible';
    here.document.dispatchEvent(new Event('visibilitychange'));
    expect(seen).toEqual([true, false, true]);
  });

  it('tells what the browser says of the network, and that it may be about to go', () => {
    const here = page();
    const online: boolean[] = [];
    pageOnline(here).subscribe((state) => online.push(state));
    here.navigator.onLine = false;
    here.window.dispatchEvent(new Event('offline'));
    here.navigator.onLine = true;
    here.window.dispatchEvent(new Event('online'));
    expect(online).toEqual([true, false, true]);
    let leaving = 0;
    pageLeaving(here).subscribe(() => (leaving += 1));
    here.window.dispatchEvent(new Event('pagehide'));
    here.document.dispatchEvent(new Event('visibilitychange'));
    expect(leaving).toBe(2);
  });

  it('T1: ids need no secure page', () => {
    expect(randomId()).toMatch(/^[0-9a-f]{32}$/);
    expect(newTabId()).not.toBe(newTabId());
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
  });
});

describe('channel between tabs', () => {
  it('reaches the others and not itself; closed is closed', async () => {
    const [a, b] = [openTabChannel('domain-test'), openTabChannel('domain-test')];
    if (a === null || b === null) throw new Error('this Node has BroadcastChannel');
    const own: unknown[] = [];
    a.messages$.subscribe((message) => own.push(message));
    const heard = firstValueFrom(b.messages$);
    a.post({ hello: new Map([[1, 2]]) });
    expect(await heard).toEqual({ hello: new Map([[1, 2]]) });
    expect(own).toEqual([]);
    a.close();
    b.close();
  });

  it('is null where the browser has none', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(openTabChannel('x')).toBeNull();
  });
});

describe('storage', () => {
  const fake = () => {
    const values = new Map<string, string>();
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    };
  };

  it('reads, writes, removes, and follows changes of its own area in other tabs', () => {
    const [local, session] = [fake(), fake()];
    vi.stubGlobal('localStorage', local);
    vi.stubGlobal('sessionStorage', session);
    const window = new EventTarget();
    const shelf = browserKeyValue('local', window);
    const keys: unknown[] = [];
    shelf?.changes$.subscribe((key) => keys.push(key));
    shelf?.set('a', '1');
    expect(shelf?.get('a')).toBe('1');
    shelf?.remove('a');
    expect(shelf?.get('a')).toBeNull();
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'a', storageArea: local }));
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'b', storageArea: session }));
    window.dispatchEvent(Object.assign(new Event('storage'), { key: null, storageArea: local }));
    expect(keys).toEqual(['a', null]);
    expect(browserKeyValue('session', null)?.get('a')).toBeNull();
  });

  it('is null where the browser closes it', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    expect(browserKeyValue('local', null)).toBeNull();
  });
});
