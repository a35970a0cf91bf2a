// Endpoints of the platform's balance at the card provider: whose the money is, and payouts of what is earned.

import { z } from 'zod'
import { agedDays, minPayoutPence } from '#rules/payments/platform-balance.ts'
import { platformPayoutProcess } from '#rules/payments/platform-payout-process.ts'
import { formatPence, parsePounds } from '#rules/price.ts'
import { codeSchema } from '../accounts/two-factor.ts'
import { endpoint } from '../endpoint.ts'
import { noteSchema } from '../reason.ts'

const balanceSchema = z.object({
  balancePence: z.int(),
  availablePence: z.int(),
  heldPence: z.int(),
  artistsPence: z.int(),
  customersPence: z.int(),
  unexplainedPence: z.int(),
  vatPence: z.int(),
  reservePence: z.int(),
  earnedPence: z.int(),
})

const payoutSchema = z.object({
  id: z.string(),
  pence: z.int(),
  status: z.enum(platformPayoutProcess.statuses),
  /** The admin who has ordered it; null if it was made at the provider. */
  orderedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  providerId: z.string().nullable(),
  /** In the provider's words. */
  problem: z.string().nullable(),
})
export type PlatformPayout = z.infer<typeof payoutSchema>

const agedSchema = z.object({
  kind: z.enum(['commission', 'transfer', 'refund']),
  id: z.string(),
  /** What it was paid for, or the artist or customer whom it is owed to. */
  name: z.string(),
  pence: z.int(),
  paidAt: z.iso.datetime(),
  /** The latest of the days that has come. */
  day: z.literal(agedDays),
})
export type AgedMoney = z.infer<typeof agedSchema>

export const getPlatformBalance = endpoint('GET /api/proxy/admin/balance', {
  by: 'admin',
  summary:
    'Whose the money on the platform’s balance is, its latest payouts, what waits long, and how much differs.',
  input: z.object({}),
  output: z.object({
    balance: balanceSchema,
    /** What can be paid to the platform's bank now. */
    offeredPence: z.int(),
    /** The latest first. */
    payouts: z.array(payoutSchema),
    /** The oldest first. */
    aged: z.array(agedSchema),
    /** How many there are in all. */
    agedCount: z.int(),
    /** Between the card provider, our rows and the ledger: the age of the oldest one in days, null without any. */
    openDifferences: z.object({ count: z.int(), oldestDays: z.int().nullable() }),
  }),
})
export type PlatformMoney = z.infer<(typeof getPlatformBalance)['output']>

/** As a person types it, in pounds. */
const amountSchema = z
  .string('Please enter an amount')
  .refine((text) => parsePounds(text) !== null, 'Please enter an amount, like 25 or 25.50')
  .transform((text) => parsePounds(text) ?? 0)
  .refine(
    (pence) => pence >= minPayoutPence,
    `A payout has at least ${formatPence(minPayoutPence)}`,
  )

export const previewPayout = endpoint('GET /api/proxy/admin/payouts/preview', {
  by: 'admin',
  summary: 'What a payout of this amount would book, and what would be left.',
  refusals: ['more_than_earned'],
  input: z.object({ amount: amountSchema }),
  output: z.object({
    pence: z.int(),
    /** With the names that the ledger has for its accounts. */
    postings: z.array(z.object({ account: z.string(), pence: z.int() })),
    earnedAfterPence: z.int(),
  }),
})
export type PayoutPreview = z.infer<(typeof previewPayout)['output']>

export const payOut = endpoint('POST /api/proxy/admin/payouts', {
  by: 'admin',
  summary: 'Pays what is earned to the platform’s bank.',
  refusals: [
    'wrong_code',
    'code_repeated',
    'too_many_codes',
    'payout_waits',
    'more_than_earned',
    'ledger_in_doubt',
  ],
  input: z.object({ amount: amountSchema, note: noteSchema, code: codeSchema }),
  output: z.object({ id: z.string() }),
})
