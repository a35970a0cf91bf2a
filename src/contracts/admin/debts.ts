// Endpoints of what artists owe: the list of debts, and an admin's decision about one.

import { z } from 'zod'
import { debtDecisions } from '#rules/payments/debt-decisions.ts'
import { reversalCauses } from '#rules/payments/reversal-process.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'
import { toldFields } from '../reason.ts'
import { adminPageField } from './audit-log.ts'
import { taskOwnersField, taskSchema } from './tasks.ts'

const debtSummary = z.object({
  id: z.string(),
  artist: z.object({ id: z.string(), name: z.string() }),
  cause: z.enum(reversalCauses),
  /** What is left of it. */
  pence: z.int(),
  owedSince: z.iso.datetime(),
  /** From then on it waits for an admin. */
  decideFrom: z.iso.datetime(),
  isDue: z.boolean(),
  /** When an admin last asked for the money. */
  askedAt: z.iso.datetime().nullable(),
  task: taskSchema,
})
export type DebtSummary = z.infer<typeof debtSummary>

const postings = z.array(z.object({ account: z.string(), pence: z.int() }))

const debtSchema = debtSummary.extend({
  transferId: z.string(),
  /** What was to be taken back; transfers may have paid a part. */
  amountPence: z.int(),
  /** In the provider's words: why it could not be taken back. */
  problem: z.string().nullable(),
  receiptNumber: z.string().nullable(),
  isOpen: z.boolean(),
  /** What each decision books, with the names that the ledger has for its accounts. */
  postings: z.object({ write_off: postings, repay: postings }),
})
export type Debt = z.infer<typeof debtSchema>

const waitingSchema = z.object({
  id: z.string(),
  artist: z.object({ id: z.string(), name: z.string() }),
  paymentId: z.string(),
  receiptNumber: z.string().nullable(),
  cause: z.enum(reversalCauses),
  pence: z.int(),
  /** In the provider's words, or that it has not answered. */
  problem: z.string(),
  /** Otherwise the provider has not answered yet. */
  isRefused: z.boolean(),
  /** When it is tried again. */
  dueAt: z.iso.datetime(),
  task: taskSchema,
})
export type WaitingReversal = z.infer<typeof waitingSchema>

const debtId = z.object({ id: z.guid() })

export const listDebts = endpoint('GET /api/proxy/admin/debts', {
  by: 'admin',
  summary:
    'A page of what artists owe, and one of what is not taken back from them yet, the oldest first.',
  input: z.object({ page: adminPageField, waiting: adminPageField, owner: taskOwnersField }),
  output: pageOf({
    debts: z.array(debtSummary),
    total: z.int(),
    owedPence: z.int(),
    /** What the card provider has not taken back although it was asked: the oldest first. */
    waiting: pageOf({ reversals: z.array(waitingSchema), total: z.int() }),
  }),
})

export const getDebt = endpoint('GET /api/proxy/admin/debts/{id}', {
  by: 'admin',
  summary: 'One debt: why it exists, what is left of it, and what each decision would book.',
  refusals: ['not_found'],
  input: debtId,
  output: debtSchema,
})

export const decideDebt = endpoint('POST /api/proxy/admin/debts/{id}/decide', {
  by: 'admin',
  summary: 'Asks the artist for the money, writes the debt off, or records that it was paid.',
  refusals: ['not_found', 'own_sale', 'debt_changed', 'debt_asked'],
  input: debtId.extend({
    decision: z.enum(debtDecisions, 'Please choose what to do'),
    /** What was left of it when the admin decided. */
    pence: z.coerce.number().int(),
    /** When the artist was asked last, as the admin saw it; blank if never: the same form asks once. */
    askedAt: z.iso.datetime().or(z.literal('')).optional(),
    ...toldFields,
  }),
  output: z.object({}),
})
