/** Objects. */
import type { Context, Validation, ValidationError } from 'io-ts';
import type { AnyCodec, Codec, OutputOf, Props, TypeOf } from './codec.ts';
import { failure, identity, childContext, isRecord, lenientRead, MAX_ISSUES, success, Type } from './codec.ts';
import type { CodecField } from './explain.ts';
import { findBadFields, fieldsOf, fitsField, withFaults } from './explain.ts';
import { yesNo } from './scalars.ts';

// Not exported, so that generated declarations show the shape instead of this name.
type Flatten<T> = { [K in keyof T]: T[K] };
/** No optional fields: `Props` with no known key. */
type NoProps = { readonly [K in never]: AnyCodec };
type Struct<R extends Props, O extends Props> = Flatten<
  { [K in keyof R]: TypeOf<R[K]> } & { [K in keyof O]?: TypeOf<O[K]> }
>;
type StructOutput<R extends Props, O extends Props> = Flatten<
  { [K in keyof R]: OutputOf<R[K]> } & { [K in keyof O]?: OutputOf<O[K]> }
>;

/**
 * Blank values for a field that a reply does not have: empty text, 0, an empty list, and N for yes/no. A field whose
 * codec accepts none of these is never filled in.
 */
const BLANKS: readonly unknown[] = ['', 0, []];
const blankOf = (
  codec: AnyCodec,
  requiredCount: CodecField['requiredCount'],
  context: Context,
): Validation<unknown> => {
  if (requiredCount === 0) return success(undefined);
  const absent: Validation<unknown> = codec.validate(undefined, context);
  if (absent._tag === 'Right') return absent; // the value of its withDefault
  const blank: unknown = codec.is === yesNo.is ? 'N' : BLANKS.find((one) => codec.is(one));
  if (blank !== undefined) return success(blank);
  const empty: Validation<unknown> = codec.validate({}, context);
  return empty;
};

/**
 * An object with required and optional fields. One flat codec: it tests the value first and walks the fields only to
 * transform them or to name what is wrong. Encoding is the identity when the encoding of all fields is.
 */
/* @__NO_SIDE_EFFECTS__ */ export const struct = <R extends Props, O extends Props = NoProps>(
  required: R,
  optional?: O,
  name = 'object',
): Codec<Struct<R, O>, StructOutput<R, O>> => {
  const requiredFields = fieldsOf(required, 1);
  const fields = [...requiredFields, ...fieldsOf(optional ?? {}, 0)];
  const faults = findBadFields(fields);
  const isIdentity = fields.every(({ codec }) => codec.encode === identity);
  const fieldOf = (key: string): CodecField | undefined => fields.find((field) => field.key === key);
  // Items of a list mostly have their keys in the same order, so the field last seen at this position is a good guess.
  const guesses = [...fields];
  const is = (u: unknown): u is Struct<R, O> => {
    if (!isRecord(u)) return false;
    let found = 0;
    let position = 0;
    for (const key in u) {
      let field = guesses[position];
      if (field?.key !== key) {
        field = fieldOf(key);
        if (field === undefined) continue;
        guesses[position] = field;
      }
      if (!fitsField(field, u[key])) return false;
      found += field.requiredCount;
      position++;
    }
    // Fields of a class instance may be on its prototype, which the walk over own keys does not reach.
    return found === requiredFields.length || faults(u).length === 0;
  };
  const validate = (u: unknown, context: Context): Validation<Struct<R, O>> => {
    if (isIdentity && is(u)) return success(u);
    if (!isRecord(u)) return failure(u, context);
    const reading = lenientRead();
    const issues: ValidationError[] = [];
    const decoded: Record<string, unknown> = { ...u };
    for (const field of fields) {
      const { key, codec, requiredCount, isEssential } = field;
      const value = u[key];
      if (codec.encode === identity && fitsField(field, value)) continue;
      if (requiredCount === 0 && value === undefined) continue;
      const result = codec.validate(value, childContext(context, key, codec, value));
      if (result._tag === 'Right') decoded[key] = result.right;
      else {
        const blank = reading === null || isEssential ? failure(u, context) : blankOf(codec, requiredCount, context);
        if (reading !== null && blank._tag === 'Right') {
          decoded[key] = blank.right;
          if (value !== undefined && value !== null) reading.unread += 1;
        } else issues.push(...result.left);
      }
      if (issues.length >= MAX_ISSUES) break;
    }
    if (issues.length > 0) return { _tag: 'Left', left: issues };
    return is(decoded) ? success(decoded) : failure(u, context);
  };
  const transform = (value: Struct<R, O>): StructOutput<R, O> => {
    const encoded: Record<string, unknown> = { ...value };
    for (const { key, codec } of fields) if (encoded[key] !== undefined) encoded[key] = codec.encode(encoded[key]);
    return encoded as StructOutput<R, O>; // every field went through its own encoder
  };
  // A plain struct encodes to itself; `list` recognises that by the identity function.
  const encode = isIdentity ? (identity as typeof transform) : transform;
  return withFaults(new Type(name, is, validate, encode), faults);
};

/** No parameters (`{}`), or a reply without fields beyond success. */
export const nothing = struct({});
