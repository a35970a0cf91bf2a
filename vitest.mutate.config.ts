import { defineConfig } from 'vitest/config'

/** The tests that `npm run mutate` runs for each change: those that need no database and no browser. */
export default defineConfig({
  test: {
    name: 'mutate',
    environment: 'node',
    include: ['src/rules/**/*.test.ts', 'src/server/payments/ledger-postings.test.ts'],
  },
})
