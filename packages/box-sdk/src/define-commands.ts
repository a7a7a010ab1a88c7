/**
 * Helpers that set the fields shared by an endpoint family: path, parameter form, reply form and error table (protocol,
 * section 0.1). Every command of the SDK is declared with one of these.
 */
import type { CommandSpec } from '@boxwood/command-bus';
import { defineCommand } from '@boxwood/command-bus';

type EndpointFamily = Pick<CommandSpec, 'path' | 'form' | 'errors'>;
type OwnCommandFields = Omit<CommandSpec, keyof EndpointFamily | 'method' | 'reply'>;

/** Timeout in ms for commands that touch slow hardware (G-02). */
export const SLOW_HARDWARE_TIMEOUT_MS = 20_000;
/**
 * Timeout in ms for commands on up to 500 paths or items in one call. The box answers after all of them are written to
 * disk, and does not stop when the client disconnects.
 */
export const BATCH_TIMEOUT_MS = 120_000;
/**
 * Timeout in ms for commands that change a disk. The box probes the disk several times before and after, and the disk
 * may have to spin up first.
 */
export const DISK_TIMEOUT_MS = 120_000;

const declareCommand = <const F extends EndpointFamily, const S extends OwnCommandFields>(fixed: F, spec: S) =>
  defineCommand({ ...fixed, ...spec, method: 'POST', reply: 'error' });

// The annotations tell bundlers that unused commands can be dropped.
/** `POST /eshell`: positional parameters, generic codes. */
/* @__NO_SIDE_EFFECTS__ */ export const shellCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/eshell', form: 'positional', errors: 'GEN' }, spec);
/** `POST /fsnotify`: one object as JSON text, generic codes. */
/* @__NO_SIDE_EFFECTS__ */ export const indexCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/fsnotify', form: 'jsonparam', errors: 'GEN' }, spec);
/** `POST /filetrans`: positional parameters, generic codes. */
/* @__NO_SIDE_EFFECTS__ */ export const transferCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/filetrans', form: 'positional', errors: 'GEN' }, spec);
/** `POST /offlinetask`: object parameters, task codes. */
/* @__NO_SIDE_EFFECTS__ */ export const taskCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/offlinetask', form: 'object', errors: 'TSK' }, spec);
/** `POST /port_20254/tools`: object parameters, generic codes. */
/* @__NO_SIDE_EFFECTS__ */ export const toolCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/port_20254/tools', form: 'object', errors: 'GEN' }, spec);
/** `POST /starplan`: object parameters, generic codes. */
/* @__NO_SIDE_EFFECTS__ */ export const natCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/starplan', form: 'object', errors: 'GEN' }, spec);
/** `POST /{token}`: object parameters, generic codes; the path carries the caller's own token (G-04). */
/* @__NO_SIDE_EFFECTS__ */ export const shareCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/{token}', form: 'object', errors: 'GEN' }, spec);
/** `POST /s/{id}`: an envelope without identity, from a visitor of an HTTP share. */
/* @__NO_SIDE_EFFECTS__ */ export const visitorCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/s/{id}', form: 'anonymous', errors: 'GEN' }, spec);
/** `POST /port_20242/photoalbum`: object parameters, album codes. */
/* @__NO_SIDE_EFFECTS__ */ export const albumCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/port_20242/photoalbum', form: 'object', errors: 'ALB' }, spec);
/** `POST /port_20243/medialib`: object parameters, album codes. */
/* @__NO_SIDE_EFFECTS__ */ export const mediaCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/port_20243/medialib', form: 'object', errors: 'ALB' }, spec);
/** `POST /downloader`: object parameters, task codes. */
/* @__NO_SIDE_EFFECTS__ */ export const downloadCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/downloader', form: 'object', errors: 'TSK' }, spec);
/** `POST /`: tasks of cloud drives, task codes. */
/* @__NO_SIDE_EFFECTS__ */ export const driveTaskCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/', form: 'object', errors: 'TSK' }, spec);
/** `POST /`: accounts of cloud drives, generic codes. */
/* @__NO_SIDE_EFFECTS__ */ export const driveCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/', form: 'object', errors: 'GEN' }, spec);
/** `POST /pluginmanager`: object parameters, plugin codes. */
/* @__NO_SIDE_EFFECTS__ */ export const pluginCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/pluginmanager', form: 'object', errors: 'PLG' }, spec);
/** `POST /backup`: object parameters, task codes. */
/* @__NO_SIDE_EFFECTS__ */ export const backupCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/backup', form: 'object', errors: 'TSK' }, spec);
/** `POST /asynctaskmanager`: object parameters, generic codes. */
/* @__NO_SIDE_EFFECTS__ */ export const upgradeCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/asynctaskmanager', form: 'object', errors: 'GEN' }, spec);
/** `POST /docker/service`: the container engine as a whole. */
/* @__NO_SIDE_EFFECTS__ */ export const engineCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/docker/service', form: 'object', errors: 'APP' }, spec);
/** `POST /docker/container`. */
/* @__NO_SIDE_EFFECTS__ */ export const containerCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/docker/container', form: 'object', errors: 'APP' }, spec);
/** `POST /docker/image`. */
/* @__NO_SIDE_EFFECTS__ */ export const imageCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/docker/image', form: 'object', errors: 'APP' }, spec);
/** `POST /docker/registry`. */
/* @__NO_SIDE_EFFECTS__ */ export const registryCommand = <const S extends OwnCommandFields>(spec: S) =>
  declareCommand({ path: '/docker/registry', form: 'object', errors: 'APP' }, spec);
