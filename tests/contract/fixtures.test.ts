import type { CommandSpec } from '@boxwood/command-bus';
import { createClient, decodeReply, encodeRequest } from '@boxwood/command-bus';
import { localTransport } from '@boxwood/command-bus/server';
import { describe, expect, it } from 'vitest';
import type { EncodedRequest } from './wire.ts';
import { wireOf } from './wire.ts';
import type { Fixture, Sdk } from './fixtures.ts';
import { flatten, sdks } from './fixtures.ts';
import { requestOf, createFixtureService } from './fixture-service.ts';

const fixtureOf = (sdk: Sdk, command: CommandSpec): Fixture => {
  const fixture = sdk.fixtures.find((one) => one.command === command.name);
  if (fixture === undefined) throw new Error(`packages/${sdk.name}/fixtures has nothing for ${command.name}`);
  return fixture;
};

const encoded = (sdk: Sdk, command: CommandSpec, params: unknown): EncodedRequest => {
  const request = encodeRequest(command, params, sdk.identity);
  if (request._tag === 'Left') throw new Error(`${command.name}: ${JSON.stringify(request.left)}`);
  return request.right;
};

describe.each(sdks)('SDK-009: fixtures of $name', (sdk) => {
  it('exist for every command, and for nothing else', () => {
    const names = sdk.fixtures.map((fixture) => fixture.command).toSorted();
    expect(names).toEqual(sdk.commands.map((command) => command.name).toSorted());
  });

  it('stand for a command each: names are unique, and so is every endpoint with its word', () => {
    const routed = flatten(sdk.routed);
    expect(new Set(sdk.commands.map((command) => command.name)).size).toBe(sdk.commands.length);
    const endpoints = routed.map((command) => `${command.method} ${command.path} ${command.cmd ?? ''}`);
    expect(new Set(endpoints).size).toBe(routed.length);
  });

  it.each(sdk.commands.map((command) => [command.name, command] as const))(
    '%s: the client writes the request',
    async (_, command) => {
      const fixture = fixtureOf(sdk, command);
      expect(await wireOf(encoded(sdk, command, fixture.params))).toEqual(fixture.request);
    },
  );

  it.each(sdk.commands.map((command) => [command.name, command] as const))(
    '%s: the client reads the reply',
    (_, command) => {
      const { reply, result } = fixtureOf(sdk, command);
      const decoded = decodeReply(command, JSON.stringify(reply));
      expect(decoded).toMatchObject({ _tag: 'Right', right: result });
    },
  );

  it.each(flatten(sdk.routed).map((command) => [command.name, command] as const))(
    '%s: the router reads the request and writes the reply',
    async (_, command) => {
      const fixture = fixtureOf(sdk, command);
      const service = createFixtureService(sdk.routed, () => fixture.result);
      const answer = await service.router.handle(requestOf(fixture.request, sdk, command));
      expect(service.faults).toEqual([]);
      expect(service.calls).toEqual([{ command: command.name, params: fixture.params }]);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toEqual(fixture.reply);
    },
  );

  it.each(flatten(sdk.routed).map((command) => [command.name, command] as const))(
    '%s: client and router understand each other',
    async (_, command) => {
      const fixture = fixtureOf(sdk, command);
      const service = createFixtureService(sdk.routed, () => fixture.result);
      const client = createClient({
        baseUrl: 'http://box.test',
        transport: localTransport(service.router),
        identity: () => sdk.identity,
      });
      const result = await client.exec(command, fixture.params)();
      expect(result).toMatchObject({ _tag: 'Right', right: fixture.result });
      expect(service.calls).toEqual([{ command: command.name, params: fixture.params }]);
    },
  );
});
