/**
 * Files of the text recognition in their packages: the engine as WebAssembly, and the trained data of each language.
 */
export const TEXT_FILES = {
  engine: 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  chi_sim: '@tesseract.js-data/chi_sim/4.0.0_best_int/chi_sim.traineddata.gz',
  eng: '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
} as const;
