// Many random histories of commissions against a model of them (src/server/commissions/commission-model.test.ts plays a few):
// MODEL_RUNS and MODEL_SEED choose others.

import { expect, test } from 'vitest'
import { playRandomHistories } from '../support/commissions/model/random-runs.ts'

const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000_000)
const histories = Number(process.env['MODEL_RUNS'] ?? 2000)
/** In one test that does not end by itself; about three seconds a history, on a machine with nothing else to do. */
const timeoutMs = 6 * 3_600_000

test(
  `${histories} histories of up to 50 commands: the site never says another thing than the model (seed ${seed})`,
  async () => {
    expect(await playRandomHistories({ seed, histories })).toBe(histories)
  },
  timeoutMs,
)
