import type { BoxUser } from './box-user.ts';
import { GENERIC, Refusal } from './simulator-refusal.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/**
 * A command call as a handler reads it. Every parameter has an index in a list and a name in an object, because clients
 * may send either form.
 */
export class CommandCall {
  readonly endpoint: string;
  readonly command: string;
  readonly params: readonly unknown[] | Fields;
  /** The caller; null when not signed in. */
  readonly user: BoxUser | null;
  readonly token: string;
  readonly #badParameter: number;

  constructor(request: Pick<CommandCall, 'endpoint' | 'command' | 'params' | 'user' | 'token'>, badParameter: number) {
    this.endpoint = request.endpoint;
    this.command = request.command;
    this.params = request.params;
    this.user = request.user;
    this.token = request.token;
    this.#badParameter = badParameter;
  }

  /** A parameter without conversion. */
  raw(at: number, name: string): unknown {
    return Array.isArray(this.params)
      ? (this.params[at] as unknown)
      : isFields(this.params)
        ? this.params[name]
        : undefined;
  }

  /** Text, also from a number; refused as a bad parameter when it is missing and has no default. */
  text(at: number, name: string, defaultValue?: string): string {
    const text = textOf(this.raw(at, name)) ?? defaultValue;
    if (text === undefined) throw this.bad(name);
    return text;
  }

  /** A number, also from text. */
  number(at: number, name: string, defaultValue?: number): number {
    const raw = this.raw(at, name);
    const number = raw === undefined || raw === '' ? defaultValue : Number(textOf(raw));
    if (number === undefined || !Number.isFinite(number)) throw this.bad(name);
    return number;
  }

  /** Whether a flag is set: 1, Y or true, as number or text. */
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

  /** An object, also from JSON text. */
  object(at: number, name: string): Fields {
    const raw = this.raw(at, name);
    const value: unknown = typeof raw === 'string' ? parseJson(raw) : raw;
    if (!isFields(value)) throw this.bad(name);
    return value;
  }

  /** The signed-in caller; refuses the call when there is none. */
  get caller(): BoxUser {
    if (this.user === null) throw new Refusal(GENERIC.noSession);
    return this.user;
  }

  bad(name: string): Refusal {
    return new Refusal(this.#badParameter, { bad: name });
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
