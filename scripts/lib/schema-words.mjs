// Copies the comments of command fields from the sources into the JSON Schemas of an SDK, for clients
// in other languages.
import { plainWords, sourceFields } from './source-fields.mjs';

const sorted = (names) => [...names].toSorted().join();

/** Whether two fields match: if both list string literals, the lists are equal. */
const fits =
  (properties) =>
  ({ name, values }) => {
    const words = properties[name].enum;
    return values === undefined || words === undefined || sorted(values) === sorted(words);
  };

/** Keywords next to a `$ref` are ignored, so a schema with a comment wraps the reference. */
const said = (schema, comment) => {
  if (comment === undefined) return schema;
  const held = schema.$ref === undefined ? schema : { allOf: [schema] };
  return { ...held, description: plainWords(comment) };
};

/** Copies the comments in `src` of a package into its schemas. */
export const sayWords = ({ commands, definitions }, src) => {
  const { commands: declared, shapesOf } = sourceFields(src);
  const seen = new Set();

  const within = (schema, shapes) => {
    if (schema === undefined || shapes.length === 0 || seen.has(schema)) return;
    seen.add(schema);
    const { $ref, anyOf = [], allOf = [], properties, items, additionalProperties, contentSchema } = schema;
    if ($ref !== undefined) within(definitions[$ref.slice('#/definitions/'.length)], shapes);
    for (const part of [...anyOf, ...allOf, additionalProperties, contentSchema]) within(part, shapes);
    if (Array.isArray(items)) schema.items = items.map((item) => positionOf(item, shapes));
    else within(items, shapes);
    if (properties === undefined) return;
    const fitting = shapes.filter(
      (shape) =>
        sorted(shape.map(({ name }) => name)) === sorted(Object.keys(properties)) && shape.every(fits(properties)),
    );
    for (const { name, comment, inner } of fitting[0] ?? []) {
      within(properties[name], shapesOf(inner));
      properties[name] = said(properties[name], comment);
    }
  };
  /** A positional parameter, whose title is its name. */
  const positionOf = (item, shapes) => {
    const field = shapes.flat().find(({ name }) => name === item.title);
    if (field === undefined) return item;
    within(item, shapesOf(field.inner));
    return said(item, field.comment);
  };

  for (const [name, { params, wireParams, more, result, wireResult }] of Object.entries(commands)) {
    const codecs = declared.get(name);
    const parts = { params, more, result };
    for (const [part, schema] of Object.entries(parts)) within(schema, shapesOf(codecs?.get(part)));
    within(wireParams, shapesOf(codecs?.get('params')));
    within(wireResult, shapesOf(codecs?.get('result')));
  }
};
