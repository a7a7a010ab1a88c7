import type { BoxUser } from './user.ts';
import { GENERIC, Refusal } from './refusal.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/** What somebody asked, as an answer reads it. A parameter has a place in a list and a name in an object: the caller's form is the caller's choice. */
export class Call {
  readonly endpoint: string;
  readonly command: string;
  readonly params: readonly unknown[] | Fields;
  /** Who calls; nobody where nobody need sign in. */
  readonly user: BoxUser | null;
  readonly token: string;
  readonly #badParameter: number;

  constructor(asked: Pick<Call, 'endpoint' | 'command' | 'params' | 'user' | 'token'>, badParameter: number) {
    this.endpoint = asked.endpoint;
    this.command = asked.command;
    this.params = asked.params;
    this.user = asked.user;
    this.token = asked.token;
    this.#badParameter = badParameter;
  }

  /** A parameter as it came. */
  raw(at: number, name: string): unknown {
    return Array.isArray(this.params)
      ? (this.params[at] as unknown)
      : isFields(this.params)
        ? this.params[name]
        : undefined;
  }

  /** Text, also of a number; refused as a bad parameter where it is missing and nothing stands in for it. */
  text(at: number, name: string, otherwise?: string): string {
    const text = textOf(this.raw(at, name)) ?? otherwise;
    if (text === undefined) throw this.bad(name);
    return text;
  }

  /** A number, also of text. */
  number(at: number, name: string, otherwise?: number): number {
    const raw = this.raw(at, name);
    const number = raw === undefined || raw === '' ? otherwise : Number(textOf(raw));
    if (number === undefined || !Number.isFinite(number)) throw this.bad(name);
    return number;
  }

  /** Whether a flag is up: 1, Y or true, as number or text. */
  flag(at: number, name: string): boolean {
    const raw = this.raw(at, name);
    return raw === true || ['1', 'Y', 'true'].includes(textOf(raw) ?? '');
  }

  /** A list of texts by name, or the rest of a positional list from `at` on. */
  texts(at: number, name: string): readonly string[] {
    const raw: unknown = Array.isArray(this.params) ? this.params.slice(at) : this.raw(at, name);
    if (!Array.isArray(raw)) throw this.bad(name);
    return raw.map((one: unknown) => {
      const text = textOf(one);
      if (text === undefined) throw this.bad(name);
      return text;
    });
  }

  /** An object, also as JSON text. */
  object(at: number, name: string): Fields {
    const raw = this.raw(at, name);
    const value: unknown = typeof raw === 'string' ? parsed(raw) : raw;
    if (!isFields(value)) throw this.bad(name);
    return value;
  }

  /** Who calls; a call that needs nobody never asks. */
  get caller(): BoxUser {
    if (this.user === null) throw new Refusal(GENERIC.noSession);
    return this.user;
  }

  bad(name: string): Refusal {
    return new Refusal(this.#badParameter, { bad: name });
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
