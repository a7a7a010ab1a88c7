import { describe, expect, it } from 'vitest';
import { ServiceScope, token } from './service-scope.ts';

interface Line {
  readonly user: string;
}
const Who = token<string>('Who');
const LineToken = token<Line>('Line');
const Log = token<string[]>('Log');

describe('ServiceScope', () => {
  it('makes a service once, typed, from the services of its scope', () => {
    const root = ServiceScope.root().bindValue(Who, 'ann');
    let made = 0;
    root.bind(LineToken, [Who], (user) => ({ user, made: ++made }));
    expect(root.get(LineToken).user).toBe('ann');
    expect(root.get(LineToken)).toBe(root.get(LineToken));
    expect(made).toBe(1);
  });

  it('keeps two roots apart', () => {
    const one = ServiceScope.root().bindValue(Who, 'ann');
    const two = ServiceScope.root().bindValue(Who, 'bob');
    expect([one.get(Who), two.get(Who)]).toEqual(['ann', 'bob']);
  });

  it('refuses a second binding and an unbound service by name', () => {
    const root = ServiceScope.root().bindValue(Who, 'ann');
    expect(() => root.bindValue(Who, 'bob')).toThrow('service bound twice: Who');
    expect(() => root.bind(Who, [], () => 'bob')).toThrow('service bound twice: Who');
    expect(() => root.get(LineToken)).toThrow('service not bound: Line');
  });

  it('names the way round a cycle', () => {
    const a = token<object>('A');
    const b = token<object>('B');
    const root = ServiceScope.root()
      .bind(a, [b], (inner) => ({ inner }))
      .bind(b, [a], (inner) => ({ inner }));
    expect(() => root.get(a)).toThrow('service cycle: A -> B -> A');
    expect(() => root.get(b)).toThrow('service cycle: B -> A -> B');
  });

  it('never gives the dependencies of one sign-in to the next', () => {
    const root = ServiceScope.root().bindValue(Who, 'nobody');
    root.bind(LineToken, [Who], (user) => ({ user }));
    const first = root.child().bindValue(Who, 'ann');
    expect(first.get(LineToken).user).toBe('nobody');
    const second = root.child().bindValue(Who, 'bob');
    second.bind(LineToken, [Who], (user) => ({ user }));
    expect(second.get(LineToken).user).toBe('bob');
    expect(first.get(LineToken).user).toBe('nobody');
  });

  it('STATE-29: ends services in the reverse order of making, children first, values never', async () => {
    const log: string[] = [];
    const closing = (name: string) => ({ close: () => void log.push(name) });
    const a = token<object>('A');
    const b = token<object>('B');
    const c = token<object>('C');
    const kept = token<object>('Kept');
    const unused = token<object>('Unused');
    const root = ServiceScope.root().bindValue(Log, log).bindValue(kept, closing('kept'));
    root.bind(a, [], () => closing('a')).bind(unused, [], () => closing('unused'));
    const child = root.child();
    child.bind(b, [a], () => closing('b')).bind(c, [b], () => ({ dispose: () => Promise.resolve(void log.push('c')) }));
    child.get(c);
    await root.dispose();
    expect(log).toEqual(['c', 'b', 'a']);
    await root.dispose();
    expect(log).toHaveLength(3);
    expect(() => child.get(c)).toThrow('after dispose');
  });

  it('ends the others when one fails to end, and tells of it', async () => {
    const log: string[] = [];
    const a = token<object>('A');
    const b = token<object>('B');
    const scope = ServiceScope.root()
      .bind(a, [], () => ({ close: () => void log.push('a') }))
      .bind(b, [a], () => ({ close: () => Promise.reject(new Error('stuck')) }));
    scope.get(b);
    await expect(scope.dispose()).rejects.toThrow('did not end cleanly');
    expect(log).toEqual(['a']);
  });

  it('lets an ended child go, so that a hundred sign-ins leave nothing behind', async () => {
    const root = ServiceScope.root();
    let alive = 0;
    for (let i = 0; i < 100; i++) {
      const child = root.child();
      child.bind(LineToken, [], () => {
        alive++;
        return { user: String(i), close: () => alive-- };
      });
      child.get(LineToken);
      await child.dispose();
    }
    expect(alive).toBe(0);
    await root.dispose();
  });
});
