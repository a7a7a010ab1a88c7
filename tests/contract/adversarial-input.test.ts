import type { BoxError, CommandSpec, Either } from '@boxwood/command-bus';
import { decodeReply, encodeRequest } from '@boxwood/command-bus';
import { isRecord, MAX_ISSUES } from '@boxwood/command-bus/codecs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { Fixture, Sdk, WireForm } from './fixtures.ts';
import { flatten, sdks } from './fixtures.ts';
import { adversarialJson, adversarialValue, corruptedValue } from './adversarial-values.ts';
import { requestOf, createFixtureService } from './fixture-service.ts';

const RUNS = propertyRuns(25);
/** Maximum length of an error, however large the input was. */
const MAX_ERROR_TEXT_LENGTH = 4000;

interface Case {
  readonly sdk: Sdk;
  readonly command: CommandSpec;
  readonly fixture: Fixture;
}

/** Commands by endpoint family: the same parameter form, reply form and error table. */
const families = new Map<string, Case[]>();
for (const sdk of sdks)
  for (const command of flatten(sdk.routed)) {
    const fixture = sdk.fixtures.find((one) => one.command === command.name);
    const family = `${sdk.name} ${command.form} ${command.reply} ${command.errors}`;
    if (fixture !== undefined) families.set(family, [...(families.get(family) ?? []), { sdk, command, fixture }]);
  }

const expectTyped = (result: Either<BoxError, unknown>) => {
  if (result._tag === 'Right') return;
  const error = result.left;
  if (error._tag === 'Malformed') {
    expect(error.issues.length).toBeGreaterThan(0);
    expect(error.issues.length).toBeLessThanOrEqual(MAX_ISSUES);
    expect(error.issues.join('').length).toBeLessThan(MAX_ERROR_TEXT_LENGTH);
  } else expect(error._tag).toBe('Refused');
};

describe.each([...families.entries()])('SDK-009 hostile input, %s', { timeout: 60_000 }, (_, cases) => {
  const anyCase = fc.constantFrom(...cases);

  it('parameters that do not fit are a typed error before anything is sent', () => {
    fc.assert(
      fc.property(
        anyCase.chain((one) =>
          fc.tuple(fc.constant(one), fc.oneof(adversarialValue, corruptedValue(one.fixture.params, adversarialValue))),
        ),
        ([{ sdk, command }, params]) => {
          const result = encodeRequest(command, params, sdk.identity);
          if (result._tag === 'Left') expect(result.left).toMatchObject({ _tag: 'Malformed', at: 'params' });
          expectTyped(result);
        },
      ),
      { numRuns: RUNS * 4 },
    );
  });

  it('a reply that does not fit is a typed error', () => {
    const reply = ({ fixture }: Case) =>
      fc.oneof(
        corruptedValue(fixture.reply, adversarialJson).map((value) =>
          value === undefined ? '' : JSON.stringify(value),
        ),
        adversarialJson.map((value) => JSON.stringify(value)),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '',
          '{',
          '<html>502</html>',
          '[[[',
          '['.repeat(200_000),
          '\ufeff{}',
          '{"error":NaN}',
          '{"error":0}{',
        ),
      );
    fc.assert(
      fc.property(
        anyCase.chain((one) => fc.tuple(fc.constant(one), reply(one))),
        ([{ command }, source]) => {
          expectTyped(decodeReply(command, source));
        },
      ),
      { numRuns: RUNS * 4 },
    );
  });

  it('a request that does not fit is refused with a number, never a fault, and the handler does not run', async () => {
    const wire = ({ fixture: { request } }: Case): fc.Arbitrary<WireForm> =>
      fc
        .record({
          body: corruptedValue(request.body ?? {}, adversarialJson),
          query: fc.oneof(
            fc.constant(request.query ?? {}),
            fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
            fc
              .constantFrom('x', ...Object.keys(request.query ?? {}))
              .map((key) => ({ ...request.query, [key]: '\ud800' })),
          ),
          form: fc.oneof(
            fc.constant(request.form ?? {}),
            corruptedValue(request.form ?? {}, adversarialJson).map((form) => (isRecord(form) ? form : {})),
          ),
        })
        .map((parts) => ({ method: request.method, path: request.path, ...parts }));
    await fc.assert(
      fc.asyncProperty(
        anyCase.chain((one) => fc.tuple(fc.constant(one), wire(one))),
        async ([{ sdk, command, fixture }, request]) => {
          const service = createFixtureService(sdk.routed, () => fixture.result);
          const answer = await service.router.handle(requestOf(request, sdk, command));
          expect(answer.status).toBe(200);
          expect(service.faults).toEqual([]);
          for (const { params } of service.calls) expect(params).toBeDefined();
          // A client of the SDK can read every answer.
          expectTyped(decodeReply(command, answer.body));
          if (service.calls.length === 0) expect(decodeReply(command, answer.body)._tag).toBe('Left');
          expect(answer.body.length).toBeLessThan(200_000);
        },
      ),
      { numRuns: RUNS * 2 },
    );
  });

  it('a body that is no JSON object is refused, however deep it is', async () => {
    const service = createFixtureService(cases[0]?.sdk.routed ?? {}, () => ({}));
    for (const { sdk, command, fixture } of cases) {
      if (command.form === 'query' || command.form === 'multipart') continue;
      for (const body of ['', '{', 'null', '[]', '"x"', '['.repeat(50_000), '['.repeat(10_000) + ']'.repeat(10_000)]) {
        const answer = await service.router.handle({ ...requestOf(fixture.request, sdk, command), body });
        expect(decodeReply(command, answer.body)._tag, `${command.name} ${body.slice(0, 9)}`).toBe('Left');
      }
    }
    expect(service.calls).toEqual([]);
    expect(service.faults).toEqual([]);
  });
});
