import { defineConfig } from 'vitest/config'

/** Attacks on the whole app, limited in number and time, on this machine only: `npm run attack`. */
export default defineConfig({
  test: {
    name: 'attacks',
    environment: 'node',
    include: ['tests/attacks/**/*.test.ts'],
    globalSetup: [
      'tests/support/start-services.ts',
      'tests/support/prepared/prepare-data-folders.ts',
    ],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
