// Endpoints of the admin's list of payments, and of everything that has become of one.

import { z } from 'zod'
import { adminSearchFields, orderStates } from '#rules/admin/admin-search.ts'
import { refundReasons, refundRequestProcess } from '#rules/orders/refund-request.ts'
import { bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import {
  mismatchEnds,
  owedKinds,
  owedStatuses,
  paymentProcess,
  timelineSteps,
} from '#rules/payments/payment-process.ts'
import { ledgerAccountNames } from '#rules/payments/ledger-accounts.ts'
import { paymentNeeds } from '#rules/payments/payment-needs.ts'
import { reversalCauses, reversalProcess } from '#rules/payments/reversal-process.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readBy } from '../lists.ts'
import { noteSchema } from '../reason.ts'
import { adminPageField } from './audit-log.ts'
import { taskOwnersField, taskSchema } from './tasks.ts'

const personSchema = z.object({ id: z.string(), name: z.string() })

const paymentSchema = z.object({
  id: z.string(),
  pence: z.int(),
  status: z.enum(paymentProcess.statuses),
  /** Of it, owed back to the customer or given back. */
  refundedPence: z.int(),
  customer: personSchema,
  /** What was bought: one title of an order with how many more it has, or a commission's name. */
  title: z.string(),
  moreTitles: z.int(),
  commissionId: z.string().nullable(),
  /** Null until it is paid, and for a payment that bought nothing. */
  receiptNumber: z.string().nullable(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  /** Why it needs a person; usually nothing. */
  needs: z.array(z.enum(paymentNeeds)),
  /** If what was paid does not match; what has failed of it is a task of its own. */
  task: taskSchema.nullable(),
})
export type ListedPayment = z.infer<typeof paymentSchema>

const fields = adminSearchFields.orders

export const listPayments = endpoint('GET /api/proxy/admin/orders', {
  by: 'admin',
  summary:
    'A page of the payments, the latest first: searched by receipt, email, an id of ours or one of the card provider, or those that need a person.',
  input: z.object({
    query: readBy(fields.query, z.string().optional()),
    state: readBy(fields.state, z.enum(orderStates).optional()),
    /** Of those that do not match. */
    owner: taskOwnersField,
    page: adminPageField,
  }),
  output: pageOf({
    payments: z.array(paymentSchema),
    /** At most as many as the list shows: older ones are found by a search. */
    total: z.int(),
  }),
})

/** The row that a step tells of, as it is now. */
const rowSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bank_dispute'),
    id: z.string(),
    status: z.enum(bankDisputeProcess.statuses),
    /** In the provider's words. */
    reason: z.string(),
  }),
  z.object({
    kind: z.literal('refund_request'),
    id: z.string(),
    status: z.enum(refundRequestProcess.statuses),
    reason: z.enum(refundReasons),
  }),
  z.object({
    kind: z.literal('reversal'),
    id: z.string(),
    status: z.enum(reversalProcess.statuses),
    cause: z.enum(reversalCauses),
    problem: z.string().nullable(),
    /** It has the page of a debt. */
    isDebt: z.boolean(),
  }),
])

const stepSchema = z.object({
  /** Within the timeline. */
  key: z.string(),
  at: z.iso.datetime(),
  step: z.enum(timelineSteps),
  /** Null where no amount of its own is meant. */
  pence: z.int().nullable(),
  /** Of a refund or a transfer, which has a page of its own. */
  owed: z
    .object({
      kind: z.enum(owedKinds),
      id: z.string(),
      status: z.enum(owedStatuses),
      problem: z.string().nullable(),
    })
    .nullable(),
  /** Of a bank dispute, a request or a reversal: at its beginning, and of a debt where it is paid. */
  row: rowSchema.nullable(),
  /** Whose money it is: an artist's of a transfer or a reversal. */
  person: personSchema.nullable(),
  /** The card provider's id of it. */
  providerId: z.string().nullable(),
  /** What the ledger has booked: debits are positive. Empty for a step that moves no money. */
  entries: z.array(
    z.object({
      id: z.string(),
      account: z.enum(ledgerAccountNames),
      artist: personSchema.nullable(),
      pence: z.int(),
    }),
  ),
})
export type PaymentTimelineStep = z.infer<typeof stepSchema>

const recordSchema = paymentSchema.extend({
  /** Why it was not accepted. */
  problem: z.string().nullable(),
  cardLast4: z.string().nullable(),
  /** The card provider's ids. */
  chargeId: z.string().nullable(),
  checkoutSessionId: z.string().nullable(),
  lines: z.array(
    z.object({ id: z.string(), title: z.string(), artist: personSchema, pence: z.int() }),
  ),
  /** Every row of money, the oldest first. */
  timeline: z.array(stepSchema),
})
export type PaymentRecord = z.infer<typeof recordSchema>

export const getPayment = endpoint('GET /api/proxy/admin/orders/{id}', {
  by: 'admin',
  summary: 'One payment, with every row of money that belongs to it.',
  refusals: ['not_found'],
  input: z.object({ id: z.guid() }),
  output: recordSchema,
})

export const endMismatch = endpoint('POST /api/proxy/admin/orders/{id}/end-mismatch', {
  by: 'admin',
  summary:
    'Says what has become of a payment that did not match: it was given back at the card provider, or it is checked again.',
  refusals: ['not_found', 'own_sale', 'mismatch_ended'],
  input: z.object({
    id: z.guid(),
    outcome: z.enum(mismatchEnds, 'Please choose what has become of it'),
    note: noteSchema,
  }),
  output: z.object({ id: z.string() }),
})
