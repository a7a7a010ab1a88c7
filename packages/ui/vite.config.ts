import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cssTarget } from './css-target.ts';

/** Builds the catalogue of all components in all states. Not part of the product. */
export default defineConfig({
  root: new URL('catalogue', import.meta.url).pathname,
  cacheDir: new URL('../../.cache/vite-catalogue', import.meta.url).pathname,
  base: './',
  plugins: [react()],
  build: { outDir: new URL('../../.cache/catalogue', import.meta.url).pathname, emptyOutDir: true, cssTarget },
});
