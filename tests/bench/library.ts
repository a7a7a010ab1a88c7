/** `photos` with a library of twenty years: `npm run bench -- library`, some twenty minutes. */
process.env['BENCH_PHOTOS'] ??= '100000';
await import('./photos.ts');

export {};
