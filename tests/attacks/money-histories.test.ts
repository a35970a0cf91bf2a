// Many random histories of everything that moves money (src/server/payments/money-histories.test.ts plays a few).

import { expect, test } from 'vitest'
import { everything } from '../support/money/histories/everything.ts'
import { chosenHistories, playMoneyHistories } from '../support/money/histories/play.ts'
import { unreached } from '../support/money/histories/reached.ts'

const played = chosenHistories(2000, Date.now() % 1_000_000_000)
/** Some seconds a history, on a machine with nothing else to do. */
const timeoutMs = 12 * 3_600_000

test(
  `${played.histories} histories of up to 60 steps: once the day is closed, the ledger has what the provider has (seed ${played.seed})`,
  async () => {
    const reached = await playMoneyHistories({ ...played, examples: [everything] })
    console.log(`Reached: ${[...reached].map(([name, times]) => `${name} ${times}`).join(', ')}`)
    expect(unreached(played.histories, reached)).toEqual([])
  },
  timeoutMs,
)
