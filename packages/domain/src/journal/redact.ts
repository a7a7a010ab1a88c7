/**
 * Names of fields whose texts never leave this browser in an export. Events do not carry them; this is a second
 * safeguard.
 */
const SECRET = /token|passw|pwd|secret|credential|auth|cookie|phone|mobile|mail/i;

const HIDDEN = '[redacted]';

const walk = (value: unknown, secret: boolean): unknown => {
  if (typeof value === 'string') return secret ? HIDDEN : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => walk(item, secret));
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, walk(item, secret || isSecret(key))]));
  if (value instanceof Set) return new Set([...value].map((item) => walk(item, secret)));
  if (value instanceof Error) return { name: value.name };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, secret || isSecret(key))]));
};

const isSecret = (key: unknown): boolean => typeof key === 'string' && SECRET.test(key);

/** A copy without secrets. */
export const redact = <T>(value: T): T => walk(value, false) as T;

/** JSON with support for maps and sets. */
export const toText = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => {
    if (item instanceof Map) return { $map: [...item] };
    return item instanceof Set ? { $set: [...item] } : item;
  });
