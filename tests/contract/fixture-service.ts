import type { CommandSpec, CommandTree } from '@boxwood/command-bus';
import type { Router, RouterRequest } from '@boxwood/command-bus/server';
import { createRouter } from '@boxwood/command-bus/server';
import type { Sdk, WireForm } from './fixtures.ts';
import { revive } from './fixtures.ts';

/** The parameters that a handler received. */
export interface HandlerCall {
  readonly command: string;
  readonly params: unknown;
}

export interface FixtureService {
  readonly router: Router;
  readonly calls: HandlerCall[];
  readonly faults: unknown[];
}

/** A router over every command of the SDK; each handler records its parameters and answers with `answer`. */
export const createFixtureService = (
  routed: CommandTree,
  answer: (command: CommandSpec) => unknown,
): FixtureService => {
  const seen: HandlerCall[] = [];
  const faults: unknown[] = [];
  const handlers = Object.fromEntries(
    Object.entries(routed).map(([area, verbs]) => [
      area,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, command]) => [
          verb,
          (params: unknown) => {
            seen.push({ command: command.name, params });
            return answer(command);
          },
        ]),
      ),
    ]),
  );
  const router = createRouter<CommandTree, null>({
    commands: routed,
    handlers,
    context: () => null,
    onFault: (fault) => faults.push(fault),
  });
  return { router, calls: seen, faults };
};

/** The HTTP request of a fixture, as a server receives it. */
export const requestOf = (wire: WireForm, sdk: Sdk, command: CommandSpec): RouterRequest => {
  const form = revive(wire.form);
  const identified = command.form === 'query' || command.form === 'body' || command.form === 'multipart';
  return {
    method: wire.method,
    path: wire.path,
    query: new URLSearchParams(wire.query),
    headers: identified
      ? { username: sdk.identity.username, token: sdk.identity.token, devtype: 'web' }
      : { 'content-type': 'application/json' },
    body: wire.body === undefined ? '' : JSON.stringify(wire.body),
    ...(typeof form === 'object' && form !== null ? { form: { ...form } } : {}),
    remote: '127.0.0.1',
  };
};
