import { defineConfig } from 'vitest/config'

/** Whole journeys in a real browser: each starts a shop of its own, so one after the other. */
export default defineConfig({
  test: {
    name: 'journeys',
    environment: 'node',
    include: ['tests/journeys/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
