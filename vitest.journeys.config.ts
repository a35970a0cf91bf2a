import { defineConfig } from 'vitest/config'
import { longestFirst } from './tests/support/longest-first.ts'

/** Those that take twenty seconds or more, the longest first. */
const first = [
  'accessibility',
  'low-windows',
  'artist-dialogs',
  'starting',
  'reporting',
  'reconciliation',
  'own-key',
  'catalogue-filters',
  'commission-notes',
  'commission-keyboard',
  'account',
  'layout',
  'crash',
  'markup',
  'main-job',
  'track-page',
  'refund-request',
  'rating',
  'song-choice',
  'commission',
  'resumed-upload',
  'tabs',
  'catalogue',
  'edit-track',
  'artist-profile',
  'bank-dispute',
  'commission-dispute',
  'commission-messages',
  'commission-deadlines',
  'several-processes',
  'settings',
  'tax-reporting',
  'without-mouse',
]

/** Whole journeys in a real browser: each starts an app with its own folder and port, so some can run at once; each waits for a good part of its time. */
export default defineConfig({
  test: {
    name: 'journeys',
    environment: 'node',
    // Files of a worker share its Chromium and the modules: starting both for each file takes longer than some tests.
    isolate: false,
    include: ['tests/journeys/**/*.test.ts'],
    globalSetup: ['tests/support/build-web.ts', 'tests/support/prepared/prepare-data-folders.ts'],
    // Twice the two processors: of four journeys about two have something to calculate at any moment.
    maxWorkers: 4,
    sequence: { sequencer: longestFirst(first) },
    // As in vitest.config.ts: the limits only end a test that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 180_000 } },
  },
})
