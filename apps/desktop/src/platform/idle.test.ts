import { afterEach, describe, expect, it } from 'vitest';
import { afterFirstPaint, afterFirstPress } from './idle.ts';

/** Waits longer than one poll interval. */
const looksAgain = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 500));

describe('what comes later', () => {
  afterEach(() => {
    document.body.replaceChildren();
  });

  it('waits until the page or the list that a person has opened is there', async () => {
    const page = document.body.appendChild(document.createElement('div'));
    page.dataset['coming'] = '';
    const list = document.body.appendChild(document.createElement('div'));
    list.setAttribute('aria-busy', 'true');
    let isCalm = false;
    const calm = afterFirstPaint().then(() => (isCalm = true));
    await looksAgain();
    expect(isCalm).toBe(false);
    page.remove();
    await looksAgain();
    expect(isCalm).toBe(false);
    list.setAttribute('aria-busy', 'false');
    await calm;
    expect(isCalm).toBe(true);
  });

  it('comes after the first press, when what that has opened is there', async () => {
    let isCalm = false;
    const calm = afterFirstPress().then(() => (isCalm = true));
    await looksAgain();
    expect(isCalm).toBe(false);
    const page = document.body.appendChild(document.createElement('div'));
    page.dataset['coming'] = '';
    page.click();
    await looksAgain();
    expect(isCalm).toBe(false);
    page.remove();
    await calm;
    expect(isCalm).toBe(true);
  });
});
