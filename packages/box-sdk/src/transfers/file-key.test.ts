import { createClient, right } from '@boxwood/command-bus';
import type { Transport } from '@boxwood/command-bus';
import { afterEach, expect, it, vi } from 'vitest';
import { fileAddresses } from './file-key.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a key is kept as long as it is good and asked for anew before its end, and for another session', async () => {
  vi.useFakeTimers();
  let issued = 0;
  const transport: Transport = {
    reportsProgress: false,
    exchange: () => {
      issued += 1;
      const text = JSON.stringify({ error: 0, key: `key-${issued}`, expire: 3600 });
      return Promise.resolve(right({ status: 200, text: () => Promise.resolve(text) }));
    },
  };
  let token = 'one';
  const addresses = fileAddresses(createClient({ baseUrl: 'http://box', transport }), 'http://box', () => token);
  expect(await addresses()).toEqual({ base: 'http://box', key: 'key-1' });
  vi.advanceTimersByTime(3500 * 1000);
  expect((await addresses()).key).toBe('key-1');
  // A copy that runs for many hours requests the addresses before each file.
  vi.advanceTimersByTime(60 * 1000);
  expect((await addresses()).key).toBe('key-2');
  token = 'other';
  expect([(await addresses()).key, (await addresses()).key]).toEqual(['key-3', 'key-3']);
});
