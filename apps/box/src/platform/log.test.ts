import { serviceTree } from '@boxwood/account-sdk/server';
import type { CommandSpec } from '@boxwood/box-sdk';
import { commandTree } from '@boxwood/box-sdk';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

const lines = () => {
  let text = '';
  const log = createLog('debug', { write: (line) => void (text += line) });
  return { log, text: () => text };
};
const areas: readonly Readonly<Record<string, CommandSpec>>[] = [
  ...Object.values(commandTree),
  ...Object.values(serviceTree),
];
const commands = areas.flatMap((area) => Object.values(area));

describe('the log', () => {
  it('shows the number of every result and the name of an error of the system', () => {
    const { log, text } = lines();
    log.debug({ command: 'SignIn', code: 0, ms: 3 }, 'call');
    log.debug({ command: 'SignIn', code: 16, ms: 3 }, 'call');
    log.error({ err: Object.assign(new Error('no room'), { code: 'ENOSPC' }) }, 'a task failed');
    log.error({ err: Object.assign(new Error('odd'), { code: 'ERR_SQLITE_ERROR' }) }, 'a task failed');
    log.error({ err: Object.assign(new Error('too long'), { code: 'HPE_HEADER_OVERFLOW' }) }, 'a request failed');
    for (const shown of [
      'HPE_HEADER_OVERFLOW',
      '"code":0',
      '"code":16',
      '"code":"ENOSPC"',
      '"code":"ERR_SQLITE_ERROR"',
    ])
      expect(text()).toContain(shown);
  });

  it('shows no secret that a command declares, at whatever depth it stands', () => {
    const { log, text } = lines();
    let words = 0;
    for (const { name, secrets = [] } of commands)
      for (const field of secrets) {
        // Digits, like the code of a share, and letters that start like an error name, as an invitation code may.
        for (const value of ['4711', 'E4711ABC', 'canary']) {
          const record = { [field]: value };
          log.info({ command: name, ...record, params: record, call: { params: record } }, 'call');
        }
        words += 1;
      }
    expect(words).toBeGreaterThan(30);
    expect(text()).not.toMatch(/4711|canary/);
  });
});
