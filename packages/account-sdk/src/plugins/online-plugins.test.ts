import { createClient, left } from '@boxwood/command-bus';
import { describe, expect, it } from 'vitest';
import { createOnlinePlugins } from './online-plugins.ts';

const setUp = () => {
  const state = { asked: 0, lan: false, now: 1_000_000, up: true };
  const client = createClient({
    baseUrl: 'http://account',
    identity: () => ({ username: 'ann_lee', token: 'x'.repeat(32) }),
    transport: {
      reportsProgress: false,
      exchange: () => {
        state.asked += 1;
        const text = JSON.stringify({ code: 200, data: { host: 'https://plugins.example', list: [] } });
        return Promise.resolve(
          state.up
            ? { _tag: 'Right', right: { status: 200, text: () => Promise.resolve(text) } }
            : left({ _tag: 'Http', status: 500, body: '' }),
        );
      },
    },
  });
  return { state, ask: createOnlinePlugins({ client, isLan: () => state.lan, now: () => state.now }) };
};

describe('the provider’s plugin list', () => {
  it('SDK-013, PLUGIN-26: a LAN direct link never asks', async () => {
    const { state, ask } = setUp();
    state.lan = true;
    expect(await ask('G2')).toEqual({ _tag: 'Right', right: { host: '', list: [] } });
    expect(state.asked).toBe(0);
  });

  it('SDK-013: an answer is kept for an hour, for each model', async () => {
    const { state, ask } = setUp();
    await ask('G2');
    state.now += 3_599_999;
    expect(await ask('G2')).toMatchObject({ right: { host: 'https://plugins.example' } });
    expect(state.asked).toBe(1);
    await ask('N3');
    expect(state.asked).toBe(2);
    state.now += 1;
    await ask('G2');
    expect(state.asked).toBe(3);
  });

  it('a failure is not kept', async () => {
    const { state, ask } = setUp();
    state.up = false;
    expect((await ask('G2'))._tag).toBe('Left');
    state.up = true;
    expect((await ask('G2'))._tag).toBe('Right');
  });
});
