/**
 * Helpers with the common properties of all account calls (protocol, section 0.2): the reply has `code`, 200 is
 * success, the fields are in `data`; GET and DELETE send parameters in the query, POST in a JSON body.
 */
import type { CommandSpec } from '@boxwood/command-bus';
import { defineCommand, formBody } from '@boxwood/command-bus';

type FixedFields = Pick<CommandSpec, 'method' | 'form' | 'reply' | 'idempotent' | 'writeForm'>;
type OwnFields = Omit<CommandSpec, keyof FixedFields | 'cmd' | 'errors'>;

const declare = <const F extends FixedFields, const S extends OwnFields>(fixedFields: F, spec: S) =>
  defineCommand({ ...fixedFields, ...spec, cmd: null, errors: 'ACC' });

// The annotations let bundlers remove commands that are not imported.
/** A GET that only reads; the client may repeat it once. */
/* @__NO_SIDE_EFFECTS__ */ export const readCommand = <const S extends OwnFields>(spec: S) =>
  declare({ method: 'GET', form: 'query', reply: 'code', idempotent: true }, spec);
/** A GET that changes something (A26, A27, A37): never repeated, never prefetched (G-27). */
/* @__NO_SIDE_EFFECTS__ */ export const changingGet = <const S extends OwnFields>(spec: S) =>
  declare({ method: 'GET', form: 'query', reply: 'code', idempotent: false }, spec);
/** A POST that changes something. */
/* @__NO_SIDE_EFFECTS__ */ export const changeCommand = <const S extends OwnFields>(spec: S) =>
  declare({ method: 'POST', form: 'body', reply: 'code', idempotent: false }, spec);
/** A POST that only reads, or that can safely be repeated. */
/* @__NO_SIDE_EFFECTS__ */ export const repeatableCommand = <const S extends OwnFields>(spec: S) =>
  declare({ method: 'POST', form: 'body', reply: 'code', idempotent: true }, spec);
/** A POST whose reply fields are next to `code` (sign-in). */
/* @__NO_SIDE_EFFECTS__ */ export const signInCommand = <const S extends OwnFields>(spec: S) =>
  declare({ method: 'POST', form: 'body', reply: 'codeTop', idempotent: false }, spec);
/** A form with files. */
/* @__NO_SIDE_EFFECTS__ */ export const formCommand = <const S extends OwnFields>(spec: S) =>
  declare({ method: 'POST', form: 'multipart', reply: 'code', idempotent: false, writeForm: formBody }, spec);
/** A DELETE with its parameters in the query. */
/* @__NO_SIDE_EFFECTS__ */ export const deleteCommand = <const S extends OwnFields>(spec: S) =>
  declare({ method: 'DELETE', form: 'query', reply: 'code', idempotent: false }, spec);
