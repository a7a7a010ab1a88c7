/** `photos` with the library of a family that has taken pictures for twenty years: `npm run bench -- library`, some twenty minutes. */
process.env['BENCH_PHOTOS'] ??= '100000';
await import('./photos.ts');

export {};
