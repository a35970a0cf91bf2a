import { defineConfig } from 'vitest/config'
import { changedValues } from './tests/changed/changes.ts'
import { longestFirst } from './tests/support/longest-first.ts'

/** Server tests that need no database and no card provider: run alone, they do not wait for either to start. */
const withoutServices = [
  'src/server/start/config.test.ts',
  'src/server/{http/{send-file,slow-bodies,unread-bodies},pages/{page-cache,public-pages}}.test.ts',
  'src/server/tracks/waveform.test.ts',
  'scripts/checks/*.test.ts',
  'src/server/gateways/{audio,mail}/**/*.test.ts',
]

/** Tests of the web without components that need what only a browser has: its window, its storage. */
const inBrowser = [
  'src/web/cart/*.test.ts',
  'src/web/accounts/session-store.test.ts',
  'src/web/api/{live-events,device-storage,stored-uploads}.test.ts',
]

/** Components as the server renders them, without a window. */
const onServer = ['src/web/ui/page-link.test.tsx']

/** Those that take twenty seconds or more, the longest first. */
const first = [
  'money-histories',
  'commission-model',
  'two-owners',
  'audio-engine',
  'event-effects',
  'sales-ledger',
  'audio-refusals',
  'two-years',
  'transfer-faults',
]

export default defineConfig({
  test: {
    sequence: { sequencer: longestFirst(first) },
    // Of two cores; tests wait for the database and for processes about a third of the time.
    maxWorkers: 3,
    // Durations depend on the machine: the limits only end a test that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // The files of a worker share its modules instead of loading them again: they keep nothing between tests, and those of the web are loaded anew (tests/support/web-tests.ts).
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          isolate: false,
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
          isolate: false,
          include: ['{src/server,scripts,tests/support}/**/*.test.ts'],
          exclude: withoutServices,
          globalSetup: ['tests/support/start-services.ts'],
        },
      },
      {
        extends: true,
        plugins: [changedValues],
        test: {
          name: 'changed',
          environment: 'node',
          include: ['tests/changed/**/*.test.tsx'],
          globalSetup: ['tests/support/start-services.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'sandbox',
          environment: 'node',
          isolate: false,
          include: ['sandbox/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web-logic',
          environment: 'node',
          isolate: false,
          unstubGlobals: true,
          include: ['src/web/**/*.test.ts', ...onServer],
          exclude: inBrowser,
        },
      },
      {
        extends: true,
        // Of what this package has for Node and for browsers, the site's build takes the latter, too.
        resolve: { alias: { 'tus-js-client': 'tus-js-client/lib.esm/browser/index.js' } },
        test: {
          name: 'web',
          environment: 'happy-dom',
          isolate: false,
          include: ['src/web/**/*.test.tsx', ...inBrowser],
          exclude: onServer,
          setupFiles: ['tests/support/web-tests.ts'],
        },
      },
    ],
  },
})
