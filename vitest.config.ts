import { defineConfig } from 'vitest/config'

/** Tests of the server that need no database and no card provider: alone, they need not wait for either to start. */
const withoutServices = [
  'src/server/config.test.ts',
  'src/server/{http/{send-file,slow-bodies,unread-bodies},pages/{page-cache,public-pages}}.test.ts',
  'src/server/tracks/waveform.test.ts',
  'src/server/gateways/{audio,mail}/*.test.ts',
]

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
          include: [
            'src/{rules,contracts}/**/*.test.ts',
            'demo/**/*.test.ts',
            'tests/*.test.ts',
            ...withoutServices,
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts'],
          exclude: withoutServices,
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
