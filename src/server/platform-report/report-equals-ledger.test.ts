// What is reported of artists is what the ledger has booked, to the penny, quarter by quarter.

import { expect, test } from 'vitest'
import { playRandomYears } from '../../../tests/support/platform-report/random-years.ts'

const seed = 20_261_128
const histories = 4

test(`whatever is sold and goes back, at any time, the report is the ledger (seed ${seed})`, async () => {
  // Otherwise the histories do not reach what they are for.
  expect(await playRandomYears({ seed, histories })).toBeGreaterThan(histories)
})
