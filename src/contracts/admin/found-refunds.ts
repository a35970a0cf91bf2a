// Endpoints of refunds that were made at the card provider, and of which it is not clear what they were for: an admin divides
// each over what its payment has sold.

import { z } from 'zod'
import { refundAmountBlank } from '#rules/errors/refund-errors.ts'
import { maxDivisionLength, parseDivision } from '#rules/payments/divided-refund.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'
import { toldFields } from '../reason.ts'
import { adminPageField } from './audit-log.ts'
import { consequencesSchema, soldSchema } from './refunds.ts'
import { taskIdSchema, taskOwnersField, taskSchema } from './tasks.ts'

const summarySchema = z.object({
  /** The provider's. */
  id: z.string(),
  customer: z.object({ id: z.string(), name: z.string() }),
  receiptNumber: z.string().nullable(),
  /** The amount of the payment. */
  paidPence: z.int(),
})

const foundSchema = summarySchema.extend({ task: taskSchema })
export type FoundRefundSummary = z.infer<typeof foundSchema>

const postings = consequencesSchema.shape.postings

const foundRefundSchema = summarySchema.extend({
  pence: z.int(),
  /** Its lines are known by now. */
  isAssigned: z.boolean(),
  /** Our refund that it names, which has ended already: then it was made twice, and cannot be assigned. */
  madeTwice: z.string().nullable(),
  /** Null once it is assigned. */
  task: taskSchema.nullable(),
  /** What the payment has sold, with what is left of each. */
  sales: z.array(soldSchema),
  /** What the division does; null without one. */
  division: z
    .object({
      parts: z.array(consequencesSchema.omit({ postings: true }).extend({ saleId: z.string() })),
      postings,
    })
    .nullable(),
})
export type FoundRefund = z.infer<typeof foundRefundSchema>

/** An amount for each sale: rules/payments/divided-refund.ts. */
const divisionSchema = z
  .string()
  .max(maxDivisionLength)
  .transform((text, { addIssue }) => {
    const parts = parseDivision(text)
    if (parts !== null) return parts
    addIssue({ code: 'custom', message: refundAmountBlank })
    return z.NEVER
  })

const refundId = z.object({ id: taskIdSchema })

export const listFoundRefunds = endpoint('GET /api/proxy/admin/found-refunds', {
  by: 'admin',
  summary: 'A page of the refunds made at the card provider that nobody has assigned.',
  input: z.object({ page: adminPageField, owner: taskOwnersField }),
  output: pageOf({ refunds: z.array(foundSchema), total: z.int() }),
})

export const getFoundRefund = endpoint('GET /api/proxy/admin/found-refunds/{id}', {
  by: 'admin',
  summary:
    'One refund made at the card provider, with what its payment has sold; of a division every consequence, in pence.',
  refusals: ['not_found', 'refund_not_divided', 'refund_out_of_range', 'provider_unavailable'],
  input: refundId.extend({ division: divisionSchema.optional() }),
  output: foundRefundSchema,
})

export const assignFoundRefund = endpoint('POST /api/proxy/admin/found-refunds/{id}/assign', {
  by: 'admin',
  summary: 'Says what a refund made at the card provider was for; all parties are told.',
  refusals: [
    'not_found',
    'own_sale',
    'refund_assigned',
    'refund_not_divided',
    'refund_out_of_range',
    'refunded_meanwhile',
    'provider_unavailable',
  ],
  input: refundId.extend({
    division: divisionSchema,
    /** What was left of all that the payment has sold when the admin looked. */
    leftPence: z.coerce.number().int(),
    ...toldFields,
  }),
  output: z.object({ refundIds: z.array(z.string()) }),
})
