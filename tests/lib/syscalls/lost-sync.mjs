// Preloaded into a box: every sync is recorded in SYNCS_MET by the source line that requested it, and the one that
// LOST_SYNC names does nothing.
import { appendFileSync } from 'node:fs';
import fs from 'node:fs';
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

const lost = process.env['LOST_SYNC'];
const met = process.env['SYNCS_MET'];

/** Wrappers around sync: the line that counts is their caller. */
const GO_BETWEEN = /\/(vault\/folder|copy\/open-directory|store\/database|runtime\/programs)\.ts:/;
const OURS = /\/(apps\/(?:box|account)\/src\/[^:)]+):(\d+)/;

/** The source line that requests the sync, `apps/box/src/features/trash/trash-sidecar.ts:43`. */
const asking = () => {
  Error.stackTraceLimit = 40;
  const lines = (new Error().stack ?? '').split('\n').filter((line) => OURS.test(line));
  const line = lines.find((each) => !GO_BETWEEN.test(each)) ?? lines[0] ?? '';
  const [, file, number] = OURS.exec(line) ?? [];
  return `${file}:${number}`;
};

/** Whether this sync is the one to skip. */
const isLost = () => {
  const place = asking();
  if (met !== undefined) appendFileSync(met, `${place}\n`);
  return place === lost;
};

const probe = await open(process.execPath);
const handle = Object.getPrototypeOf(probe);
await probe.close();
for (const name of ['sync', 'datasync']) {
  const real = handle[name];
  handle[name] = function (...args) {
    return isLost() ? Promise.resolve() : real.apply(this, args);
  };
}
for (const name of ['fsyncSync', 'fdatasyncSync']) {
  const real = fs[name];
  fs[name] = (...args) => (isLost() ? undefined : real(...args));
}
const { spawnSync } = childProcess;
/** Also when it is started by the programs that end with the box. */
const isSync = (command, args) => [command, ...args].some((each) => /(^|\/)sync$/.test(String(each)));
childProcess.spawnSync = (command, args, options) =>
  isSync(command, args) && isLost() ? { status: 0 } : spawnSync(command, args, options);
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  return exec.call(
    this,
    sql.includes('synchronous = FULL') && isLost() ? sql.replace('synchronous = FULL', 'synchronous = NORMAL') : sql,
  );
};
syncBuiltinESMExports();
