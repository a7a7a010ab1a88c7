import { afterEach, describe, expect, it } from 'vitest';
import { reloadFailedStyles, watchFailedStyles } from './stylesheet-retry.ts';

const linkIn = (href: string): HTMLLinkElement => {
  const link = document.head.appendChild(document.createElement('link'));
  link.rel = 'stylesheet';
  link.setAttribute('href', href);
  return link;
};
const linkOf = (href: string): Element | null => document.head.querySelector(`link[href="${href}"]`);

describe('style sheets that did not arrive', () => {
  afterEach(() => {
    document.head.replaceChildren();
  });

  it('requests those that failed again in their place, and no others', async () => {
    watchFailedStyles(window);
    const [good, bad] = [linkIn('data:text/css,good'), linkIn('data:text/css,bad')];
    bad.dispatchEvent(new Event('error'));
    const reloading = reloadFailedStyles();
    const again = linkOf('data:text/css,bad');
    expect(again).not.toBe(bad);
    expect(bad.isConnected).toBe(false);
    expect(linkOf('data:text/css,good')).toBe(good);
    again?.dispatchEvent(new Event('load'));
    await reloading;
    await reloadFailedStyles();
    expect(linkOf('data:text/css,bad')).toBe(again);
  });

  it('tries one that fails again with the next call', async () => {
    watchFailedStyles(window);
    linkIn('data:text/css,late').dispatchEvent(new Event('error'));
    const first = reloadFailedStyles();
    const second = linkOf('data:text/css,late');
    second?.dispatchEvent(new Event('error'));
    await first;
    const again = reloadFailedStyles();
    const third = linkOf('data:text/css,late');
    expect(third).not.toBe(second);
    third?.dispatchEvent(new Event('load'));
    await again;
  });
});
