/** Sessions. Tokens have the form of JSON Web Tokens: long, with dots, opaque to clients. */
import { createHmac, randomUUID } from 'node:crypto';
import type { BoxUser } from '../box-user.ts';
import type { SimulatorClock } from '../simulator-clock.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface SimulatedSession {
  readonly token: string;
  readonly user: BoxUser;
  /** Areas that this session has unlocked. */
  readonly unlocked: Set<'safe' | 'private'>;
}

export class Sessions {
  readonly #clock: SimulatorClock;
  readonly #secret = randomUUID();
  readonly #sessions = new Map<string, SimulatedSession>();

  constructor(clock: SimulatorClock) {
    this.#clock = clock;
  }

  /** Signs a user in; earlier sessions of the user end. */
  start(user: BoxUser): SimulatedSession {
    for (const [token, session] of this.#sessions) if (session.user.name === user.name) this.#sessions.delete(token);
    const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user.name, iat: this.#clock.now(), jti: randomUUID() })}`;
    const token = `${body}.${createHmac('sha256', this.#secret).update(body).digest('base64url')}`;
    const session: SimulatedSession = { token, user, unlocked: new Set() };
    this.#sessions.set(token, session);
    return session;
  }

  find(token: string): SimulatedSession | undefined {
    return this.#sessions.get(token);
  }

  end(token: string): void {
    this.#sessions.delete(token);
  }

  /** Ends every session, like a restart of the box. */
  endAll(): void {
    this.#sessions.clear();
  }

  /** Whether a session of this user has unlocked the area. */
  hasUnlocked(user: string, area: 'safe' | 'private'): boolean {
    return [...this.#sessions.values()].some((session) => session.user.name === user && session.unlocked.has(area));
  }
}
