import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestVault, testVault } from '../vault/testing.ts';
import { Unlocked } from './unlocks.ts';
import { Veil } from './veil.ts';

let box: TestVault;
let time: number;
let unlocked: Unlocked;
let veil: Veil;
const ann = { user: 'ann', session: 's1' };
const HOME = '/mnt/usb1/ann';

beforeEach(() => {
  box = testVault();
  time = 1_700_000_000_000;
  unlocked = new Unlocked({ now: () => time });
  veil = new Veil(box.vault, (session, area) => unlocked.isOpen(session, area));
});
afterEach(() => {
  box.remove();
});

it('of what lies in a closed area only the area is told, and of what went there from elsewhere only its folder', () => {
  const [safe, home] = [`${HOME}/.safebox`, `${HOME}/.safe_home`];
  expect(veil.over(ann, [`${home}/deep/secret.txt`])).toEqual({ paths: [home], area: '.safe_home' });
  expect(veil.over(ann, [`${HOME}/in/secret.txt`, '/mnt/safebox/x/secret.txt.hyencrypt_v3'])).toEqual({
    paths: [`${HOME}/in`, safe],
    area: '.safebox',
  });
  expect(veil.over(ann, ['https://example.org/secret.pdf', home])).toEqual({ paths: ['', home], area: '.safe_home' });
  expect(veil.over(ann, [`${HOME}/a.txt`, '/mnt/usb1/shared-files/a.txt', 'https://example.org/a'])).toBeNull();
});

it('who has opened the area sees everything, in that session and for as long as it is open; looking does not keep it open', () => {
  const paths = [`${HOME}/.safe_home/secret.txt`];
  unlocked.unlock('s1', 'home', 'ann', Buffer.alloc(0));
  for (let minutes = 0; minutes < 30; minutes += 10) {
    expect(veil.over(ann, paths)).toBeNull();
    expect(veil.over({ user: 'ann', session: 's2' }, paths)).not.toBeNull();
    expect(veil.over(ann, [`${HOME}/.safebox/secret.txt`])).not.toBeNull();
    time += 10 * 60_000;
  }
  expect(veil.over(ann, paths)).not.toBeNull();
});
