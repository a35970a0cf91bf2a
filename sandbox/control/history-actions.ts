// A call of the control API that fills the past with payments.
import type { FastifyRequest } from 'fastify'
import { setImmediate as otherWork } from 'node:timers/promises'
import { z } from 'zod'
import { addPastCharge } from '../payments/past-charges.ts'
import type { Sandbox } from '../state/sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import type { KeyHandler } from './key-handler.ts'

export const historyActions: [path: string, handle: KeyHandler][] = [['/history', addHistory]]

/** So that the response comes before a client gives up waiting for it. */
const maxCharges = 100_000
const chargesAtOnce = 2000

const historyBody = z.strictObject({
  charges: z.number().int().min(1).max(maxCharges),
  /** Unix seconds; they are spread evenly over this time. */
  since: z.number().int().min(0),
  until: z.number().int().min(0),
})

async function addHistory(sandbox: Sandbox, { body }: FastifyRequest) {
  const { charges, since, until } = historyBody.parse(body)
  for (let begin = 0; begin < charges; begin += chargesAtOnce) {
    inTransaction(sandbox.db, () => {
      for (let at = begin; at < Math.min(begin + chargesAtOnce, charges); at += 1) {
        addPastCharge(sandbox, at, since + Math.floor((at * (until - since)) / charges))
      }
    })
    await otherWork()
  }
  return { charges }
}
