import { defineConfig } from 'tsdown';

/**
 * One file that runs in plain Node without dependencies. The SDKs are bundled: loading their two hundred files took
 * most of a command's start-up time.
 */
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
