import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestVault, createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { UnlockedAreas } from './unlocked-areas.ts';
import { PathRedactor } from './redact-hidden-paths.ts';

let box: TestVault;
let time: number;
let unlocked: UnlockedAreas;
let veil: PathRedactor;
const ann = { user: 'ann', session: 's1' };
const HOME = '/mnt/usb1/ann';

beforeEach(() => {
  box = createTestVault();
  time = 1_700_000_000_000;
  unlocked = new UnlockedAreas({ now: () => time });
  veil = new PathRedactor(box.vault, (session, area) => unlocked.isOpen(session, area));
});
afterEach(() => {
  box.remove();
});

it('of what lies in a closed area only the area is told, and of what went there from elsewhere only its folder', () => {
  const [safe, home] = [`${HOME}/.safebox`, `${HOME}/.safe_home`];
  expect(veil.redact(ann, [`${home}/deep/secret.txt`])).toEqual({ paths: [home], area: '.safe_home' });
  expect(veil.redact(ann, [`${HOME}/in/secret.txt`, '/mnt/safebox/x/secret.txt.hyencrypt_v3'])).toEqual({
    paths: [`${HOME}/in`, safe],
    area: '.safebox',
  });
  expect(veil.redact(ann, ['https://example.org/secret.pdf', home])).toEqual({ paths: ['', home], area: '.safe_home' });
  expect(veil.redact(ann, [`${HOME}/a.txt`, '/mnt/usb1/shared-files/a.txt', 'https://example.org/a'])).toBeNull();
});

it('who has opened the area sees everything, in that session and for as long as it is open; looking does not keep it open', () => {
  const paths = [`${HOME}/.safe_home/secret.txt`];
  unlocked.unlock('s1', 'home', 'ann', Buffer.alloc(0));
  for (let minutes = 0; minutes < 30; minutes += 10) {
    expect(veil.redact(ann, paths)).toBeNull();
    expect(veil.redact({ user: 'ann', session: 's2' }, paths)).not.toBeNull();
    expect(veil.redact(ann, [`${HOME}/.safebox/secret.txt`])).not.toBeNull();
    time += 10 * 60_000;
  }
  expect(veil.redact(ann, paths)).not.toBeNull();
});
