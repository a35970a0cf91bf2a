// Random histories of commissions against a model of them: what the site says must be what the model says, after each
// command. `npm run attack` plays more of them.

import { expect, test } from 'vitest'
import { playRandomHistories } from '../../../tests/support/commissions/model/random-runs.ts'

const seed = 20_261_124

test(`whatever parties, admins, the provider and the time do, a commission is what the model says, to the penny (seed ${seed})`, async () => {
  expect(await playRandomHistories({ seed, histories: 20 })).toBe(20)
})
