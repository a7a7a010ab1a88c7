import { defineConfig } from 'tsdown';

/** One file a module, so that bundlers of every kind can leave out what a program does not import. */
export default defineConfig({
  entry: ['src/index.ts', 'src/messages.ts', 'src/rules.ts', 'src/server.ts'],
  format: 'esm',
  platform: 'neutral',
  dts: true,
  target: 'es2022',
  fixedExtension: false,
  unbundle: true,
});
