import { defineConfig } from 'vitest/config'

/** Complete journeys in a real browser: each starts its own app, so they run one after the other. */
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
