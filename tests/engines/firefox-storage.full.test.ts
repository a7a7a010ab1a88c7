import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { startFirefox } from './firefox.ts';
import { createBrowserUser } from './browser-user.ts';
import { signIn } from './engine-story.ts';

const FIREFOX = '/usr/bin/firefox-esr';
const isHere = existsSync(FIREFOX);

describe.skipIf(!isHere)('Firefox', () => {
  it('that keeps nothing of any site still has a desktop', async () => {
    const box = await startBoxProcess();
    const engine = await startFirefox(FIREFOX, { 'network.cookie.cookieBehavior': 2 });
    try {
      const me = createBrowserUser(engine);
      await signIn(me, box.origin, OWNER);
      expect(
        await engine.run(() => {
          try {
            localStorage.setItem('kept', 'Y');
            return 'kept';
          } catch {
            return 'refused';
          }
        }),
      ).toBe('refused');
      await me.click({ role: 'icon', name: 'files' });
      await me.see({ role: 'entry', name: 'Download' });
    } finally {
      await engine.close();
      await box.remove();
    }
  });
});
