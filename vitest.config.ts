import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores are what every machine of ours has.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          include: ['src/{rules,contracts}/**/*.test.ts', 'demo/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts'],
          globalSetup: ['tests/support/start-services.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'sandbox',
          environment: 'node',
          include: ['sandbox/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'web', environment: 'happy-dom', include: ['src/web/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
