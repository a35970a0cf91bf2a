// Many random histories of selling (src/server/sales/sales-ledger.test.ts plays a few): SALES_RUNS and SALES_SEED choose others.

import { expect, test } from 'vitest'
import { playRandomSales } from '../support/sales/random-sales.ts'

const seed = Number(process.env['SALES_SEED'] ?? Date.now() % 1_000_000_000)
const histories = Number(process.env['SALES_RUNS'] ?? 300)
/** A few seconds a history, on a machine with nothing else to do. */
const timeoutMs = 2 * 3_600_000

test(
  `${histories} histories of selling: an artist never reads another sum than the ledger's (seed ${seed})`,
  async () => {
    const reached = await playRandomSales({ seed, histories })
    expect(reached.transferred).toBeGreaterThan(0)
  },
  timeoutMs,
)
