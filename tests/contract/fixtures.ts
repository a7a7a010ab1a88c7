/**
 * Golden fixtures: `packages/<sdk>/fixtures/<area>/<Command>.json` with `{ command, params, request, result, reply,
 * needed?, literal? }`. `request` is the JSON body of the command's own endpoint, or `{ method, path, body | query |
 * form }` when more is needed. Files are written as `{ $file: { name, type, base64 } }`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { CommandSpec, CommandTree } from '@boxwood/command-bus';
import { isRecord } from '@boxwood/command-bus/codecs';
import * as account from '@boxwood/account-sdk';
import * as box from '@boxwood/box-sdk';

export interface WireForm {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, unknown>>;
}

export interface Fixture {
  readonly command: string;
  readonly params: unknown;
  readonly request: WireForm;
  readonly result: unknown;
  readonly reply: unknown;
  /** The fields of the reply that the command needs (written by `any-box.test.ts`). */
  readonly needed: readonly string[];
  /**
   * The number or HTTP status with which the box of the specification refuses it, because it is our extension or its
   * prerequisites are missing.
   */
  readonly literal: string | undefined;
  /** The path of the fixture file. */
  readonly file: URL;
}

/** The caller in every fixture of the SDK. */
export interface Sdk {
  readonly name: string;
  readonly identity: { readonly username: string; readonly token: string };
  /** The commands of the client. */
  readonly commands: readonly CommandSpec[];
  /** The commands that the service routes; where they differ, one routed command stands for several client commands. */
  readonly routed: CommandTree;
  readonly fixtures: readonly Fixture[];
}

const TOKEN = '0123456789abcdefghijABCDEFGHIJ01';

/** Every command of a tree. */
export const flatten = (tree: CommandTree): readonly CommandSpec[] =>
  Object.values(tree).flatMap((area) => Object.values(area));

/** Turns `{ $file }` into a file. */
export const revive = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(revive);
  if (!isRecord(value)) return value;
  const file = value['$file'];
  if (isRecord(file))
    return {
      name: file['name'],
      type: file['type'],
      data: new Uint8Array(Buffer.from(String(file['base64']), 'base64')),
    };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revive(part)]));
};

const textMap = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(isRecord(value) ? value : {}).map(([key, text]) => [key, String(text)]));

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const wireForm = (request: unknown, command: CommandSpec, token: string): WireForm => {
  if (isRecord(request) && typeof request['method'] === 'string' && typeof request['path'] === 'string')
    return {
      method: request['method'],
      path: request['path'],
      ...('body' in request ? { body: request['body'] } : {}),
      ...('query' in request ? { query: textMap(request['query']) } : {}),
      ...(isRecord(request['form']) ? { form: request['form'] } : {}),
    };
  return { method: command.method, path: command.path.replace('{token}', token), body: request };
};

const load = (folder: URL, commands: readonly CommandSpec[]): readonly Fixture[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const file = new URL(name, folder);
      const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (!isRecord(read)) throw new Error(`${name} is not an object`);
      const command = commands.find((one) => one.name === read['command']);
      if (command === undefined || !name.endsWith(`${command.name}.json`))
        throw new Error(`${name} is no fixture of a command`);
      return {
        command: command.name,
        params: revive(read['params']),
        request: wireForm(read['request'], command, TOKEN),
        result: read['result'],
        reply: read['reply'],
        needed: texts(read['needed']),
        literal: typeof read['literal'] === 'string' ? read['literal'] : undefined,
        file,
      };
    });

const sdk = (
  name: string,
  username: string,
  folder: string,
  tree: CommandTree,
  routed: CommandTree,
  exported: Readonly<Record<string, unknown>>,
): Sdk => {
  const routedOnly = flatten(routed);
  const commands = [...new Set([...flatten(tree), ...routedOnly])];
  // A command that is exported but missing in the tree would be missing in facade and router alike.
  const orphans = Object.entries(exported).filter(
    ([key, value]) =>
      isRecord(value) && value['name'] === key && 'cmd' in value && !commands.some((command) => command.name === key),
  );
  if (orphans.length > 0) throw new Error(`not in the command tree: ${orphans.map(([key]) => key).join(', ')}`);
  const fixtures = load(new URL(`../../packages/${folder}/fixtures/`, import.meta.url), commands);
  return { name, identity: { username, token: TOKEN }, commands, routed, fixtures };
};

export const sdks: readonly Sdk[] = [
  sdk('box-sdk', 'ann', 'box-sdk', box.commandTree, box.commandTree, box),
  sdk('account-sdk', 'ann_lee', 'account-sdk', account.commandTree, account.serviceTree, account),
];
