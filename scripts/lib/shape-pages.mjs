// Parameters and results of each command as text, generated from the JSON Schemas of the SDKs, which are generated from their codecs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools.mjs';

const between = (from, to) => (from === undefined && to === undefined ? '' : ` ${from ?? ''}..${to ?? ''}`);

/** A short description of a type. */
const typeOf = (schema) => {
  const { $ref, enum: values, anyOf, allOf, type, items, properties, required = [], 'x-rule': rule } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (allOf !== undefined) return allOf.map(typeOf).join(' & ');
  if (type === 'array') {
    const item = typeOf(items ?? {});
    const few = schema.maxItems !== undefined && schema.maxItems <= 1000;
    return `${/[|&]/.test(item) ? `(${item})` : item}[]${few ? between(schema.minItems, schema.maxItems) : ''}`;
  }
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(each)}`,
    );
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  if (type === 'string') return rule ?? `text${between(schema.minLength, schema.maxLength)}`;
  if (type === undefined) return rule ?? 'anything';
  return `${type}${between(schema.minimum, schema.maximum)}`;
};

/** A shape with one field per line if it does not fit on one line. */
const wrapped = (text) =>
  text.length <= 110 ? text : text.replace(/^\{ (.*) \}$/s, (_, fields) => `{\n  ${split(fields).join(',\n  ')}\n}`);
/** The top-level fields of a shape. */
const split = (fields) => {
  const parts = [''];
  let depth = 0;
  for (const letter of fields) {
    depth += '{(['.includes(letter) ? 1 : '})]'.includes(letter) ? -1 : 0;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
};

const block = (lines) => ['```text', ...lines, '```'].join('\n');

/** Every area of an SDK with its calls, then the named shapes. */
const shapesOf = (name, prefix) => {
  const { commands, definitions } = JSON.parse(readFileSync(join(root, 'packages', name, 'api/schema.json'), 'utf8'));
  const areas = Map.groupBy(Object.entries(commands), ([, { call }]) => call.split('.')[0]);
  return [
    ...[...areas].flatMap(([area, calls]) => [
      `### ${prefix}.${area}`,
      block(
        calls.flatMap(([command, { call, params, more, result, refusals }], at) => [
          ...(at === 0 ? [] : ['']),
          `${prefix}.${call}    ${command}${refusals.length === 0 ? '' : `, refuses with ${refusals.join(' ')}`}`,
          `takes ${wrapped(typeOf(params))}`,
          ...(more === undefined ? [] : [`more? ${wrapped(typeOf(more))}`]),
          `answers ${wrapped(typeOf(result))}`,
        ]),
      ),
    ]),
    `### Named shapes of ${prefix}`,
    block(Object.entries(definitions).map(([shape, schema]) => `${shape} = ${wrapped(typeOf(schema))}`)),
  ];
};

/** `docs/reference/shapes.md`. */
export const shapesPage = (written) =>
  [
    '# Parameters and results of calls',
    written,
    'Parameters and results of every call, as a program uses them. `takes` is the parameter, `answers` the result. `?` marks an optional field, `1..64` the smallest and the largest value (of a text: its length), and a name with a capital letter is a shape below. [The index](commands.md) explains the purpose of each call, who may make it and how it is sent. [Errors](errors.md) explains the refusals. `api/schema.json` of each package contains the same for programs.',
    '## The box (`@boxwood/box-sdk`)',
    ...shapesOf('box-sdk', 'box'),
    '## The account service (`@boxwood/account-sdk`)',
    ...shapesOf('account-sdk', 'account'),
  ].join('\n\n');
