import { defineConfig } from 'tsdown';

/** One file that runs in bare Node, with nothing beside it. The SDKs are in it: two hundred files of theirs took most of the time that a command needs to begin. */
export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  sourcemap: true,
  dts: false,
  inputOptions: { resolve: { conditionNames: ['@boxwood/source', 'node', 'module'] } },
  deps: { alwaysBundle: [/^@boxwood\//, 'io-ts', 'fp-ts', 'commander'] },
});
