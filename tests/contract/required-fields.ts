/** Finds the fields of a reply that its command needs: without any other field the answer is still valid. */
import type { CommandSpec } from '@boxwood/command-bus';
import { decodeReply } from '@boxwood/command-bus';
import { isRecord } from '@boxwood/command-bus/codecs';

type FieldPath = readonly (string | number)[];

const pathsIn = (value: unknown, path: FieldPath = []): readonly FieldPath[] =>
  Array.isArray(value)
    ? value.slice(0, 1).flatMap((one) => pathsIn(one, [...path, 0]))
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, one]) => [[...path, key], ...pathsIn(one, [...path, key])])
      : [];

const without = (value: unknown, [key, ...rest]: FieldPath): unknown => {
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? without(one, rest) : (one as unknown)));
  if (!isRecord(value) || key === undefined) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) };
};

/** The fields without which the answer, or the list entry that contains them, is lost. */
export const requiredFields = (command: CommandSpec, reply: unknown): readonly string[] =>
  pathsIn(reply)
    .filter((path) => {
      const decoded = decodeReply(command, JSON.stringify(without(reply, path)));
      return decoded._tag === 'Left' || decoded.unread !== undefined;
    })
    .map((path) => path.map((key) => (key === 0 ? '[]' : String(key))).join('.'));
