import { defineConfig } from 'vitest/config';

/** The box and its helper on a machine whose disks may be pulled: one start of it, all checks in it. Beside the other tiers everything takes twice as long. */
export default defineConfig({
  test: {
    name: 'machine',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: 'setup.ts',
    environment: 'node',
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 240_000 } },
    maxWorkers: 1,
  },
});
