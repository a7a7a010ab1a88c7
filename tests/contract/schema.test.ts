/**
 * The JSON Schema of the SDKs, which is generated from their codecs: both accept the same values, checked with an
 * independent validator.
 */
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { isRecord } from '@boxwood/command-bus/codecs';
import { describe, expect, it } from 'vitest';
import * as account from '@boxwood/account-sdk';
import * as box from '@boxwood/box-sdk';
import { flatten, sdks } from './fixtures.ts';

const TREES = { 'box-sdk': box.commandTree, 'account-sdk': account.commandTree };

const schemaOf = (name: string) => {
  const read: unknown = JSON.parse(
    readFileSync(new URL(`../../packages/${name}/api/schema.json`, import.meta.url), 'utf8'),
  );
  if (!isRecord(read) || !isRecord(read['commands'])) throw new Error(`${name}: no commands`);
  const { commands, definitions } = read;
  const ajv = new Ajv({ unknownFormats: 'ignore', schemaId: 'auto' });
  return {
    commands: read['commands'],
    definitions,
    /** Checks a value against one part of a command; returns the reason when it does not match. */
    ask: (command: string, part: string) => {
      const parts = isRecord(commands) ? commands[command] : undefined;
      const found = isRecord(parts) ? parts[part] : undefined;
      if (!isRecord(found)) return null;
      const fits = ajv.compile({ ...found, definitions });
      return (value: unknown): string => (fits(value) === true ? '' : ajv.errorsText(fits.errors));
    },
  };
};

/** Rules that a package checks in code, and no schema expresses. */
const OWN_RULES = ['MakeFolder result', 'ChangeAvatar params'];

/** The value after a round trip through JSON. */
const travelled = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const without = (value: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));

describe.each(Object.entries(TREES))('the JSON Schema of %s', (name, tree) => {
  const schema = schemaOf(name);
  const commands = flatten(tree);
  const fixtures = sdks.find((sdk) => sdk.name === name)?.fixtures ?? [];

  it('has every command, and nothing else', () => {
    expect(Object.keys(schema.commands).toSorted()).toEqual(commands.map((command) => command.name).toSorted());
  });

  it('every fixture fits, as a program has it and as it travels', () => {
    const wrong: string[] = [];
    for (const command of commands) {
      const fixture = fixtures.find((one) => one.command === command.name);
      if (fixture === undefined || command.form === 'multipart') continue;
      const { params, result } = fixture;
      const forms = [
        ['params', params],
        [
          schema.ask(command.name, 'wireParams') === null ? 'params' : 'wireParams',
          travelled(command.params.encode(params)),
        ],
        ['result', result],
        [
          schema.ask(command.name, 'wireResult') === null ? 'result' : 'wireResult',
          travelled(command.result.encode(result)),
        ],
      ] as const;
      for (const [part, value] of forms) {
        const why = schema.ask(command.name, part)?.(value) ?? 'is not there';
        if (why !== '') wrong.push(`${command.name} ${part}: ${why}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('every field says what it means, in both forms (B3)', () => {
    const mute: string[] = [];
    const look = (part: unknown, at: string): void => {
      if (Array.isArray(part)) for (const each of part as readonly unknown[]) look(each, at);
      if (!isRecord(part)) return;
      const { properties } = part;
      for (const [key, field] of Object.entries(isRecord(properties) ? properties : {}))
        if (!isRecord(field) || typeof field['description'] !== 'string') mute.push(`${at}.${key}`);
      for (const [key, inner] of Object.entries(part)) look(inner, key === 'properties' ? at : `${at}.${key}`);
    };
    look(schema.commands, name);
    look(schema.definitions, `${name} definitions`);
    expect(mute).toEqual([]);
  });

  it('what lacks a field that is needed, or has another kind of value in it, does not fit', () => {
    let asked = 0;
    const taken: string[] = [];
    for (const command of commands) {
      const fixture = fixtures.find((one) => one.command === command.name);
      if (fixture === undefined) continue;
      for (const [part, value, codec] of [
        ['params', fixture.params, command.params],
        ['result', fixture.result, command.result],
      ] as const) {
        const ask = schema.ask(command.name, part);
        if (ask === null || !isRecord(value) || OWN_RULES.includes(`${command.name} ${part}`)) continue;
        for (const key of Object.keys(value))
          for (const [how, bad] of [
            ['without', without(value, key)],
            ['odd', { ...value, [key]: { odd: [true] } }],
          ] as const) {
            // Whatever the codec refuses, the schema has to refuse as well.
            if (codec.is(bad)) continue;
            asked += 1;
            if (ask(bad) === '') taken.push(`${command.name} ${part} ${how} ${key}`);
          }
      }
    }
    expect(asked).toBeGreaterThan(150);
    expect(taken).toEqual([]);
  });
});
