import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take twenty seconds or more, the longest first. Vitest would begin with the largest file, and `accessibility` would still run when all others have ended. */
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

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = first.indexOf(basename(moduleId, '.test.ts'))
      return index === -1 ? first.length : index
    }
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

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
    sequence: { sequencer: LongestFirst },
    // As in vitest.config.ts: the limits only end a test that hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 180_000 } },
  },
})
