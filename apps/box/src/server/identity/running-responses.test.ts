import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { RunningResponses } from './running-responses.ts';

const answer = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));

describe('an answer under way', () => {
  it('is cut when rights change and it is not allowed any more, others go on, and one that ended is not looked at', async () => {
    const running = new RunningResponses();
    const [one, other] = [answer(), answer()];
    const done = Promise.withResolvers<number>();
    let allowed = true;
    const work = running.during(
      one,
      () => allowed,
      () => done.promise,
    );
    void running.during(
      other,
      () => true,
      () => done.promise,
    );
    running.recheck();
    expect([one.destroyed, other.destroyed]).toEqual([false, false]);
    allowed = false;
    running.recheck();
    expect([one.destroyed, other.destroyed]).toEqual([true, false]);
    done.resolve(7);
    expect(await work).toBe(7);
    const late = answer();
    let mayLate = true;
    await running.during(
      late,
      () => mayLate,
      () => Promise.resolve(),
    );
    mayLate = false;
    running.recheck();
    expect(late.destroyed).toBe(false);
  });

  it('is cut at once when the right ended while it was made', async () => {
    const response = answer();
    await new RunningResponses().during(
      response,
      () => false,
      () => Promise.resolve(),
    );
    expect(response.destroyed).toBe(true);
  });
});
