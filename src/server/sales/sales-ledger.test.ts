// Artists read of their sales what the ledger has, to the penny. `npm run attack` plays more histories.

import { expect, test } from 'vitest'
import { saleStates } from '#rules/sales/sale-process.ts'
import { playRandomSales } from '../../../tests/support/sales/random-sales.ts'

const seed = 20_261_124
const histories = 20

test(`whatever is sold, decided and held up, list, sums, file and ledger say the same (seed ${seed})`, async () => {
  const reached = await playRandomSales({ seed, histories })
  // Otherwise the histories do not reach what they are for.
  for (const state of saleStates) expect([state, reached[state] ?? 0]).not.toEqual([state, 0])
})
