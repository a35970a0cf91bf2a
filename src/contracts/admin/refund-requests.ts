// Endpoints of what admins do with customers' requests for their money.

import { z } from 'zod'
import { decisionBlank } from '#rules/errors/refund-errors.ts'
import {
  refundDecisions,
  refundReasons,
  refundRequestProcess,
} from '#rules/orders/refund-request.ts'
import { owedStatuses } from '#rules/payments/payment-process.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'
import { toldFields } from '../reason.ts'
import { adminPageField } from './audit-log.ts'
import { saleRefundSchema, soldSchema } from './refunds.ts'
import { taskOwnersField, taskSchema } from './tasks.ts'

const requestSchema = z.object({
  id: z.string(),
  sale: soldSchema,
  reason: z.enum(refundReasons),
  /** The customer's own. */
  words: z.string().nullable(),
  status: z.enum(refundRequestProcess.statuses),
  requestedAt: z.iso.datetime(),
  /** What the customer was told. */
  answer: z.string().nullable(),
  /** How often the customer has downloaded the track, begun to play it, and been sent the whole of it to play. */
  downloads: z.int(),
  plays: z.int(),
  wholePlays: z.int(),
  task: taskSchema,
})
export type AdminRefundRequest = z.infer<typeof requestSchema>

export const listRefundRequests = endpoint('GET /api/proxy/admin/refund-requests', {
  by: 'admin',
  summary: 'A page of the requests that nobody has decided, the oldest first.',
  input: z.object({ page: adminPageField, owner: taskOwnersField }),
  output: pageOf({ requests: z.array(requestSchema), total: z.int() }),
})

const requestId = z.object({ id: z.guid() })

export const getAdminRefundRequest = endpoint('GET /api/proxy/admin/refund-requests/{id}', {
  by: 'admin',
  summary: 'One request, with every consequence of accepting it.',
  refusals: ['not_found'],
  input: requestId,
  output: requestSchema.extend({ refund: saleRefundSchema }),
})

export const decideRefundRequest = endpoint('POST /api/proxy/admin/refund-requests/{id}/decide', {
  by: 'admin',
  summary: 'Gives back all that is left of the sale, or nothing; the customer is told the reason.',
  refusals: [
    'not_found',
    'request_decided',
    'own_sale',
    'nothing_to_give_back',
    'refunded_meanwhile',
    'payment_disputed',
    'refund_unassigned',
  ],
  input: requestId.extend({
    decision: z.enum(refundDecisions, decisionBlank),
    /** What was left of the sale when the admin looked. */
    leftPence: z.coerce.number().int(),
    ...toldFields,
  }),
  output: z.object({ status: z.enum(refundRequestProcess.statuses) }),
})

export const listUnmadeRefunds = endpoint('GET /api/proxy/admin/refunds', {
  by: 'admin',
  summary: 'A page of the refunds that have not arrived, the oldest first.',
  input: z.object({ page: adminPageField, owner: taskOwnersField }),
  output: pageOf({
    refunds: z.array(
      z.object({
        id: z.string(),
        customer: z.object({ id: z.string(), name: z.string() }),
        title: z.string().nullable(),
        pence: z.int(),
        status: z.enum(owedStatuses),
        /** In the provider's words: why it waits or has failed. */
        problem: z.string().nullable(),
        createdAt: z.iso.datetime(),
        /** When it is tried again; null if nothing is tried. */
        dueAt: z.iso.datetime().nullable(),
        task: taskSchema,
      }),
    ),
    total: z.int(),
  }),
})
export type UnmadeRefund = z.infer<(typeof listUnmadeRefunds)['output']>['refunds'][number]
