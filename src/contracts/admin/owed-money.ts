// Endpoints of what is owed: a refund to a customer, or a transfer to an artist, which an admin can pay in another way.

import { z } from 'zod'
import { referenceBlank } from '#rules/errors/admin-errors.ts'
import { maxReferenceLength, owedKinds, owedStatuses } from '#rules/payments/payment-process.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'
import { noteSchema, reasonSchema } from '../reason.ts'
import { writtenLine } from '../written-text.ts'
import { adminPageField } from './audit-log.ts'
import { taskOwnersField, taskSchema } from './tasks.ts'

export const owedSummarySchema = z.object({
  kind: z.enum(owedKinds),
  id: z.string(),
  pence: z.int(),
  status: z.enum(owedStatuses),
  /** In the provider's words: why it waits or has failed. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type OwedSummary = z.infer<typeof owedSummarySchema>

const postings = z.array(z.object({ account: z.string(), pence: z.int() }))

const owedSchema = owedSummarySchema.extend({
  owner: z.object({ id: z.string(), name: z.string() }),
  /** What was paid for; null for a payment that bought nothing. */
  receiptNumber: z.string().nullable(),
  commission: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** At the card provider, once it is made. */
  providerId: z.string().nullable(),
  settled: z.object({ at: z.iso.datetime(), reference: z.string() }).nullable(),
  /** When it is tried again; null if nothing is tried. */
  dueAt: z.iso.datetime().nullable(),
  task: taskSchema,
  /** What settling it books, with the names that the ledger has for its accounts; empty if it cannot be settled. */
  postings,
  /** What it books once it is tried again and made; null if it has not failed. */
  retryPostings: postings.nullable(),
  /** What writing it off books; null if it cannot be written off. */
  writeOffPostings: postings.nullable(),
})
export type OwedMoney = z.infer<typeof owedSchema>

const owedId = z.object({ id: z.guid() })
const settlement = owedId.extend({
  /** What names the payment on the bank statement: its receiver reads it. */
  reference: writtenLine({ blank: referenceBlank, longest: maxReferenceLength }),
  note: noteSchema,
})
const unsentSchema = owedSummarySchema.extend({
  artist: z.object({ id: z.string(), name: z.string() }),
  /** When it is tried again; null if nothing is tried. */
  dueAt: z.iso.datetime().nullable(),
  task: taskSchema,
})
export type UnsentTransfer = z.infer<typeof unsentSchema>

/** Not `note`, which a field of the other form of the same page is called. */
const retry = owedId.extend({ why: noteSchema })
const retried = z.object({ id: z.string(), status: z.literal('waiting') })
const settled = z.object({ id: z.string(), status: z.literal('settled') })
const refusals = [
  'not_found',
  'own_sale',
  'not_owed',
  'attempt_in_progress',
  'made_meanwhile',
  'provider_unavailable',
] as const

export const getRefund = endpoint('GET /api/proxy/admin/refunds/{id}', {
  by: 'admin',
  summary: 'One refund: what it is for, why it waits, and what settling it would book.',
  refusals: ['not_found'],
  input: owedId,
  output: owedSchema,
})

export const getTransfer = endpoint('GET /api/proxy/admin/transfers/{id}', {
  by: 'admin',
  summary: 'One transfer: what it is for, why it waits, and what settling it would book.',
  refusals: ['not_found'],
  input: owedId,
  output: owedSchema,
})

export const settleRefund = endpoint('POST /api/proxy/admin/refunds/{id}/settle', {
  by: 'admin',
  summary: 'Closes and books a refund that the operator has paid in another way.',
  refusals: [...refusals, 'payment_disputed'],
  input: settlement,
  output: settled,
})

export const settleTransfer = endpoint('POST /api/proxy/admin/transfers/{id}/settle', {
  by: 'admin',
  summary: 'Closes and books a transfer that the operator has paid in another way.',
  refusals,
  input: settlement,
  output: settled,
})

export const writeOffTransfer = endpoint('POST /api/proxy/admin/transfers/{id}/write-off', {
  by: 'admin',
  summary:
    'Gives up a transfer that can never be sent: what is owed is kept for the artist, who is told the reason.',
  refusals: [...refusals, 'still_sendable'],
  // Its only text: the other form of the same page has a note.
  input: owedId.extend({ reason: reasonSchema }),
  output: z.object({ id: z.string(), status: z.literal('written_off') }),
})

export const listUnsentTransfers = endpoint('GET /api/proxy/admin/transfers', {
  by: 'admin',
  summary:
    'A page of the transfers that artists do not have: those that failed first, then the oldest.',
  input: z.object({ page: adminPageField, owner: taskOwnersField }),
  output: pageOf({ transfers: z.array(unsentSchema), total: z.int() }),
})

export const retryRefund = endpoint('POST /api/proxy/admin/refunds/{id}/retry', {
  by: 'admin',
  summary: 'Tries a refund that has failed again, at once.',
  refusals: ['not_found', 'own_sale', 'not_failed'],
  input: retry,
  output: retried,
})

export const retryTransfer = endpoint('POST /api/proxy/admin/transfers/{id}/retry', {
  by: 'admin',
  summary: 'Tries a transfer that has failed again, at once.',
  refusals: ['not_found', 'own_sale', 'not_failed'],
  input: retry,
  output: retried,
})
