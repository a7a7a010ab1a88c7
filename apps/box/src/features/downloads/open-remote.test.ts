import { expect, it } from 'vitest';
import { openRemote, RemoteBroken } from './open-remote.ts';

it('a name that nobody knows is told at once, not when patience ends', { timeout: 20_000 }, async () => {
  // An unresolvable name: its label is too long.
  const open = openRemote(new URL(`http://localhost.${'a'.repeat(64)}/`), {
    mayReach: () => true,
    signal: new AbortController().signal,
    from: 0,
    validator: null,
    stallMs: 3_600_000,
  });
  await expect(open).rejects.toThrow(RemoteBroken);
});
