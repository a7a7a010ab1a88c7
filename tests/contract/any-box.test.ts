/**
 * Replies of boxes that are not ours: the specification requires few fields of a reply, and a box that sends no more
 * than those must be understood. The fields that a command needs are listed in its fixture (`needed`; `BOXWOOD_WRITE=1`
 * rewrites it); a longer list needs a decision.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { CommandSpec } from '@boxwood/command-bus';
import { decodeReply } from '@boxwood/command-bus';
import { isRecord } from '@boxwood/command-bus/codecs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { Fixture } from './fixtures.ts';
import { sdks } from './fixtures.ts';
import { adversarialJson, corruptedValue } from './adversarial-values.ts';
import { requiredFields } from './required-fields.ts';

const cases: readonly { readonly command: CommandSpec; readonly fixture: Fixture }[] = sdks.flatMap((sdk) =>
  // The service routes both forms of the roster as one; a client knows which it requested.
  sdk.commands
    .filter(({ name }) => name !== 'GetRoster')
    .flatMap((command) => {
      const fixture = sdk.fixtures.find((one) => one.command === command.name);
      return fixture === undefined ? [] : [{ command, fixture }];
    }),
);
/**
 * Commands that are called for their result, which is useless without it: an undo step (ours only), a match, a kit, a
 * key, an address.
 */
const ASKED = new Set([
  'UndoChange',
  'RedoChange',
  'MatchMedia',
  'ExportRecoveryKit',
  'ExchangeDriveCode',
  'OpenContainerTerminal',
]);
/** Commands that change something on a box. */
const acts = cases.filter(
  ({ command }) => !command.idempotent && command.reply === 'error' && !ASKED.has(command.name),
);
/** Fields other than the number that every reply has. */
const beside = (fields: readonly string[]): readonly string[] =>
  fields.filter((field) => !['error', 'code', 'errno', 'jsonrpc', 'data'].includes(field));

/** Keeps the formatting of the file: only the line of `needed` changes. */
const writeNeeded = (file: URL, needed: readonly string[]): void => {
  const rest = readFileSync(file, 'utf8').replace(/,\n {2}"needed": \[[\s\S]*?\](?=,?\n)/, '');
  const line = needed.length === 0 ? '' : `,\n  "needed": ${JSON.stringify(needed).replaceAll('","', '", "')}`;
  writeFileSync(
    file,
    rest.replace(/(,\n {2}"literal"[^\n]*)?\n\}\n$/, (end) => `${line}${end}`),
  );
};

describe('a box that answers what is written and no more', () => {
  it('no command needs more of its reply than is written down', () => {
    const written = Object.fromEntries(cases.map(({ command, fixture }) => [command.name, fixture.needed]));
    const needed = Object.fromEntries(
      cases.map(({ command, fixture }) => [command.name, beside(requiredFields(command, fixture.reply))]),
    );
    if (process.env['BOXWOOD_WRITE'] === '1')
      for (const { command, fixture } of cases) writeNeeded(fixture.file, needed[command.name] ?? []);
    else expect(written).toEqual(needed);
  });

  it('ERR-001: a bare yes is a yes of every command that changes something', () => {
    expect(acts.length).toBeGreaterThan(100);
    const refused = acts.filter(({ command }) => decodeReply(command, '{"error":0}')._tag === 'Left');
    expect(refused.map(({ command }) => command.name)).toEqual([]);
  });

  it('one entry that cannot be read costs that entry: the others of every list are there', () => {
    for (const { command, fixture } of cases) {
      const broken = (value: unknown): unknown =>
        Array.isArray(value)
          ? [...(value as readonly unknown[]), null, { odd: true }]
          : isRecord(value)
            ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, broken(one)]))
            : value;
      const whole = decodeReply(command, JSON.stringify(fixture.reply));
      const read = decodeReply(command, JSON.stringify(broken(fixture.reply)));
      expect(read._tag, command.name).toBe('Right');
      if (read._tag === 'Right' && whole._tag === 'Right' && command.result.name.startsWith('list of'))
        expect(read.right, command.name).toEqual(whole.right);
    }
  });

  it('what cannot be read is never taken for a yes, for nothing that stands there, or for an empty folder', () => {
    const of = (name: string, reply: object) => {
      const found = cases.find(({ command }) => command.name === name);
      if (found === undefined) throw new Error(name);
      return decodeReply(found.command, JSON.stringify({ error: 0, ...reply }));
    };
    // Entries belong to files by their position, so a list of another length makes the client send every file alone
    // (`domain/uploads/transfer/transfer-bundle.ts`).
    for (const odd of [{}, { error: {} }, { error: 'none' }, null])
      for (const name of ['PrepareUploads', 'FinishUploads'])
        expect(of(name, { uuid: 'u', list: [{ error: 0, have: 0 }, odd] }), name).toMatchObject({
          right: { list: [{ error: 0 }] },
          unread: 1,
        });
    expect(of('PrepareUpload', { uuid: 'u' })).toMatchObject({ right: { baseinfo: { size: 0, mtime_sec: 0 } } });
    for (const baseinfo of ['gone', { size: {} }, { size: 7 }, []])
      expect(of('PrepareUpload', { uuid: 'u', baseinfo })).toMatchObject({ left: { _tag: 'Malformed' } });
    expect(of('ListFiles', { sum: 7 })).toMatchObject({ right: { sum: 7, file_list: [] } });
    expect(of('ListFiles', { sum: 7, file_list: 'none' })).toMatchObject({ left: { _tag: 'Malformed' } });
  });

  it('whatever stands in a reply, an act that worked is never told as failed, and nothing throws', () => {
    const act = fc.constantFrom(...acts);
    fc.assert(
      fc.property(
        act.chain((one) => fc.tuple(fc.constant(one), corruptedValue(one.fixture.reply, adversarialJson))),
        ([{ command }, reply]) => {
          if (isRecord(reply) && reply['error'] === 0)
            expect(decodeReply(command, JSON.stringify(reply))._tag, command.name).toBe('Right');
        },
      ),
      { numRuns: propertyRuns(10_000) },
    );
  });
});
