// Generates the JSON Schema (draft 7) of every command of an SDK from its codecs: `node --conditions=@boxwood/source scripts/lib/schema.mjs box-sdk`
// prints it. Parameters and results have two forms: in a program (`params`, `result`) and on the wire (`wireParams`, `wireResult`, if
// different). Fields have the comments of the sources.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../tools.mjs';
import { sayWords } from './schema-words.mjs';

const recorder = pathToFileURL(join(root, 'scripts/lib/recorded-codecs.ts')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@boxwood/command-bus/codecs' ? { url: recorder, shortCircuit: true } : next(specifier, context),
});
const { shapeOf } = await import(recorder);
const [, , name] = process.argv;
const { commandTree } = await import(pathToFileURL(join(root, 'packages', name, 'src/index.ts')).href);

/** A pattern for a schema, if it means the same without its flags; otherwise it is omitted. */
const patternOf = ({ source, flags }) => (/[isu]/.test(flags) || /\\p\{/.test(source) ? {} : { pattern: source });

/** The rule of a codec that a schema cannot express, as text. */
const RULE = 'x-rule';

const definitions = {};
/** The codec of each definition name, for each form. */
const owners = new Map();

const objectOf = ({ required, optional }, form) => {
  const fields = { ...required, ...optional };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([key, codec]) => [key, schemaOf(codec, form)])),
    ...(Object.keys(required).length === 0 ? {} : { required: Object.keys(required) }),
  };
};

/** A named object is defined once. A number distinguishes two with the same name, a suffix the wire form. */
const named = (codec, shape, form) => {
  if (shape.name === 'object') return objectOf(shape, form);
  const schema = objectOf(shape, form);
  const text = JSON.stringify(schema);
  for (let count = 1; ; count += 1) {
    const key = `${shape.name}${count === 1 ? '' : count}`;
    const owner = owners.get(key);
    if (owner !== undefined && owner !== text) continue;
    owners.set(key, text);
    definitions[key] = schema;
    return { $ref: `#/definitions/${key}` };
  }
};

const schemaOf = (codec, form) => {
  const shape = shapeOf(codec);
  const onWire = form === 'wire';
  if (shape === undefined) return { [RULE]: codec.name };
  switch (shape.kind) {
    case 'struct':
      return named(codec, shape, form);
    case 'positional': {
      const { fields, rest } = shape;
      if (!onWire)
        return objectOf({ required: { ...fields, ...(rest && { [rest.key]: rest.codec }) }, optional: {} }, form);
      const items = Object.entries(fields).map(([title, one]) => ({ title, ...schemaOf(one, form) }));
      if (items.length === 0 && rest === null) return { type: 'array', maxItems: 0 };
      if (rest === null) return { type: 'array', items, minItems: items.length, maxItems: items.length };
      const tail = schemaOf(rest.codec, form);
      if (items.length === 0) return tail;
      const least = items.length + (tail.minItems ?? 0);
      const most = tail.maxItems === undefined ? {} : { maxItems: items.length + tail.maxItems };
      return { type: 'array', items, additionalItems: tail.items ?? {}, minItems: least, ...most };
    }
    case 'list': {
      const { item, min, max } = shape;
      return {
        type: 'array',
        items: schemaOf(item, form),
        ...(min > 0 && { minItems: min }),
        ...(Number.isFinite(max) && { maxItems: max }),
      };
    }
    case 'pairs': {
      const { first, second, item, max } = shape;
      if (onWire) return { type: 'array', items: schemaOf(item, form), minItems: 2, maxItems: 2 * max };
      const pair = objectOf({ required: { [first]: item, [second]: item }, optional: {} }, form);
      return { type: 'array', items: pair, minItems: 1, maxItems: max };
    }
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(shape.value, form) };
    case 'either':
      return { anyOf: shape.of.map((one) => schemaOf(one, form)) };
    case 'as': {
      const inner = schemaOf(shape.inner, form);
      return shape.rule === undefined ? inner : { allOf: [inner], [RULE]: shape.rule };
    }
    case 'text': {
      const { min, max, pattern } = shape;
      return {
        type: 'string',
        ...(min > 0 && { minLength: min }),
        ...(max !== undefined && { maxLength: max }),
        ...(pattern && patternOf(pattern)),
        ...(shape.name && { [RULE]: shape.name }),
      };
    }
    case 'integer': {
      const { min, max } = shape;
      return {
        type: 'integer',
        ...(min !== undefined && { minimum: min }),
        ...(max !== undefined && { maximum: max }),
      };
    }
    case 'number':
      return { type: 'number' };
    case 'words':
      return { type: 'string', examples: [...shape.known] };
    case 'literals':
      return { enum: [...shape.values] };
    case 'number as text':
      return onWire ? { type: 'string', pattern: '^(?:0|-?[1-9][0-9]{0,15})$' } : schemaOf(shape.inner, form);
    case 'JSON as text':
      return onWire
        ? { type: 'string', contentMediaType: 'application/json', contentSchema: schemaOf(shape.inner, form) }
        : schemaOf(shape.inner, form);
    case 'boolean':
      return { type: 'boolean' };
    case 'rule':
      return { [RULE]: shape.name };
    case 'object':
      return { type: 'object' };
    case 'anything':
      return {};
  }
  throw new Error(`no schema for ${shape.kind}`);
};

/** The form in a program, and the wire form if it differs. */
const both = (inCode, onWire, codec) => {
  const [code, wire] = [schemaOf(codec, 'code'), schemaOf(codec, 'wire')];
  return { [inCode]: code, ...(JSON.stringify(code) !== JSON.stringify(wire) && { [onWire]: wire }) };
};

const commands = Object.fromEntries(
  Object.entries(commandTree).flatMap(([area, verbs]) =>
    Object.entries(verbs).map(([verb, command]) => [
      command.name,
      {
        call: `${area}.${verb}`,
        method: command.method,
        path: command.path,
        word: command.cmd,
        form: command.form,
        reply: command.reply,
        access: command.access,
        idempotent: command.idempotent,
        refusals: [...command.refusals],
        ...both('params', 'wireParams', command.params),
        ...(command.more === undefined ? {} : { more: schemaOf(command.more, 'wire') }),
        ...both('result', 'wireResult', command.result),
      },
    ]),
  ),
);
sayWords({ commands, definitions }, join(root, 'packages', name, 'src'));
process.stdout.write(
  `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', title: `@boxwood/${name}`, commands, definitions }, null, 1)}\n`,
);
