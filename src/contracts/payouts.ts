// The endpoint of an artist's bank payouts: what is paid from the own account at the card provider to the own bank.

import { z } from 'zod'
import { bankPayoutProcess } from '#rules/payments/bank-payout-process.ts'
import { lastPayoutsPage, payoutsPageIn } from '#rules/payments/payout-paths.ts'
import { endpoint } from './endpoint.ts'
import { pageField, pageOf } from './lists.ts'

const partSchema = z.object({
  /** The provider's, of this movement of the balance. */
  id: z.string(),
  kind: z.enum(['transfer', 'returned_payout', 'other']),
  pence: z.int(),
  /** Of a transfer, or of the payout that came back: the provider's id. Null for anything else. */
  providerId: z.string().nullable(),
  /** When that was made. */
  madeAt: z.iso.datetime().nullable(),
})

const bankPayoutSchema = z.object({
  /** The provider's. */
  id: z.string(),
  /** Negative: a negative balance of the account was paid from the bank. */
  pence: z.int(),
  status: z.enum(bankPayoutProcess.statuses),
  createdAt: z.iso.datetime(),
  /** When it is, or was, expected at the bank. */
  arrivesAt: z.iso.datetime(),
  /** Why it is not there, and what to do. */
  problem: z.string().nullable(),
  /** The first of what it contains; null while that is not known. */
  parts: z.array(partSchema).nullable(),
  /** How many there are in all. */
  partCount: z.int(),
})
export type BankPayout = z.infer<typeof bankPayoutSchema>

export const listBankPayouts = endpoint('GET /api/artist/payouts', {
  by: 'artist',
  summary:
    "A page of the payouts to the caller's bank, the newest first, and when the next one is.",
  input: z.object({ page: pageField(payoutsPageIn, lastPayoutsPage) }),
  output: pageOf({
    payouts: z.array(bankPayoutSchema),
    total: z.int(),
    /** Null without an account at the provider. */
    next: z.object({ at: z.iso.datetime(), reason: z.string() }).nullable(),
    /** Nothing is paid until the caller has entered a bank account again. */
    isBankUnusable: z.boolean(),
  }),
})
export type BankPayoutList = z.infer<(typeof listBankPayouts)['output']>
