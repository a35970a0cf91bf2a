// Endpoints of what goes back of an artist's sales: why, what is still owed, and which sales have paid it.

import { z } from 'zod'
import { reversalCauses, reversalProcess } from '#rules/payments/reversal-process.ts'
import { endpoint } from './endpoint.ts'

/** What was sold; several tracks of one order are transferred together. */
const titles = z.array(z.string())

const reversalSchema = z.object({
  id: z.uuid(),
  /** The titles of the sale that goes back. */
  titles,
  cause: z.enum(reversalCauses),
  status: z.enum(reversalProcess.statuses),
  pence: z.int(),
  /** Still owed, or still to be taken back. */
  leftPence: z.int(),
  createdAt: z.iso.datetime(),
  /** The sales that have paid of it. */
  nettings: z.array(z.object({ titles, pence: z.int(), at: z.iso.datetime() })),
})
export type Reversal = z.infer<typeof reversalSchema>

export const listReversals = endpoint('GET /api/artist/reversals', {
  by: 'artist',
  summary: "What goes back of the caller's sales: first what is open, then the newest.",
  input: z.object({}),
  output: z.object({
    /** What the card provider could not take back: the next sales pay it. */
    owedPence: z.int(),
    /** A hundred at most. */
    reversals: z.array(reversalSchema),
  }),
})
export type ReversalList = z.infer<(typeof listReversals)['output']>
