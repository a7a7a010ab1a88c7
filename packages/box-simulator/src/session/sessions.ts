/** Sessions. Tokens have the form of JSON Web Tokens: long, with dots, opaque to clients. */
import { createHmac, randomUUID } from 'node:crypto';
import type { BoxUser } from '../user.ts';
import type { Clock } from '../clock.ts';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface Session {
  readonly token: string;
  readonly user: BoxUser;
  /** Areas that this session has unlocked. */
  readonly open: Set<'safe' | 'private'>;
}

export class Sessions {
  readonly #clock: Clock;
  readonly #secret = randomUUID();
  readonly #live = new Map<string, Session>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Signs a user in; earlier sessions of the user end. */
  begin(user: BoxUser): Session {
    for (const [token, session] of this.#live) if (session.user.name === user.name) this.#live.delete(token);
    const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: user.name, iat: this.#clock.now(), jti: randomUUID() })}`;
    const token = `${body}.${createHmac('sha256', this.#secret).update(body).digest('base64url')}`;
    const session: Session = { token, user, open: new Set() };
    this.#live.set(token, session);
    return session;
  }

  find(token: string): Session | undefined {
    return this.#live.get(token);
  }

  end(token: string): void {
    this.#live.delete(token);
  }

  /** Ends every session, like a restart of the box. */
  endAll(): void {
    this.#live.clear();
  }

  /** Whether a session of this user has unlocked the area. */
  hasOpened(user: string, area: 'safe' | 'private'): boolean {
    return [...this.#live.values()].some((session) => session.user.name === user && session.open.has(area));
  }
}
