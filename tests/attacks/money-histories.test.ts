// Many random histories of everything that moves money (src/server/payments/money-histories.test.ts plays a few): MONEY_RUNS
// and MONEY_SEED choose others, MONEY_PATH only the one that has failed.

import { expect, test } from 'vitest'
import { playMoneyHistories } from '../support/money/histories/play.ts'

const seed = Number(process.env['MONEY_SEED'] ?? Date.now() % 1_000_000_000)
const histories = Number(process.env['MONEY_RUNS'] ?? 2000)
const path = process.env['MONEY_PATH']
/** Some seconds a history, on a machine with nothing else to do. */
const timeoutMs = 12 * 3_600_000

test(
  `${histories} histories of up to 60 steps: once the day is closed, the ledger has what the provider has (seed ${seed})`,
  async () => {
    const reached = await playMoneyHistories({ seed, histories, path })
    expect(path ?? reached.refunds).not.toBe(0)
  },
  timeoutMs,
)
