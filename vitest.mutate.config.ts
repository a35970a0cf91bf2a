import { defineConfig } from 'vitest/config'

/** The tests that `npm run mutate` runs for each change: those that need no database and no browser. */
export default defineConfig({
  test: {
    name: 'mutate',
    environment: 'node',
    include: ['src/rules/**/*.test.ts', 'src/server/ledger/*-postings.test.ts'],
    // Only ends a test that hangs; Stryker ends a changed one after a multiple of its usual time.
    testTimeout: 300_000,
  },
})
