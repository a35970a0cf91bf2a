import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores are what every machine of ours has.
    maxWorkers: 2,
    // How long something takes, the machine decides: a limit only ends what hangs.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          include: ['src/{rules,contracts}/**/*.test.ts', 'demo/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts'],
          globalSetup: ['tests/support/start-services.ts'],
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'sandbox',
          environment: 'node',
          include: ['sandbox/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/patient-queries.ts'],
        },
      },
    ],
  },
})
