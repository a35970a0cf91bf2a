// Many random years (src/server/platform-report/report-equals-ledger.test.ts plays a few): REPORT_RUNS and REPORT_SEED choose others.

import { expect, test } from 'vitest'
import { playRandomYears } from '../support/platform-report/random-years.ts'

const seed = Number(process.env['REPORT_SEED'] ?? Date.now() % 1_000_000_000)
const histories = Number(process.env['REPORT_RUNS'] ?? 100)
/** A few seconds a history, on a machine with nothing else to do. */
const timeoutMs = 3_600_000

test(
  `${histories} random years: what is reported of artists is never another sum than the ledger's (seed ${seed})`,
  async () => {
    expect(await playRandomYears({ seed, histories })).toBeGreaterThan(0)
  },
  timeoutMs,
)
