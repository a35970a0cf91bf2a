// Endpoints of what follows a payment: approving a delivery, asking for changes, disputing it; giving up, cancelling.

import { z } from 'zod'
import { maxCommissionTextLength } from '#rules/commissions/commission-limits.ts'
import { commissionProcess } from '#rules/commissions/commission-process.ts'
import { reasonBlank } from '#rules/errors/admin-errors.ts'
import { answerBlank, disputeBlank, feedbackBlank } from '#rules/errors/commission-errors.ts'
import { endpoint } from '../endpoint.ts'
import { writtenText } from '../written-text.ts'
import { commissionSchema } from './commission.ts'
import { namedCommission, optionalText } from './commissions.ts'

const id = z.uuid()
const longest = maxCommissionTextLength

/** The refusals of every step of a paid commission. */
const stepRefusals = ['not_found', 'commission_moved', 'commission_frozen'] as const

export const confirmCommission = endpoint('POST /api/commissions/{id}/confirm', {
  by: 'user',
  summary: 'The customer approves the delivery, or asks for changes.',
  refusals: [
    ...stepRefusals,
    'commission_too_late',
    'revisions_used_up',
    'dispute_open',
    'delivery_replaced',
  ],
  input: z
    .object({
      id,
      action: z.enum(['approve', 'request_changes']),
      /** For the artist; needed to request changes. */
      revisionFeedback: optionalText,
      /** The delivery that the customer has heard; the newest one by default. */
      deliveryId: id.nullish().transform((value) => value ?? null),
    })
    .transform(({ action, revisionFeedback: feedback, ...judged }, { addIssue }) => {
      if (action === 'approve') return { ...judged, action }
      if (feedback !== null) return { ...judged, action, feedback }
      addIssue({ code: 'custom', path: ['revisionFeedback'], message: feedbackBlank })
      return z.NEVER
    }),
  output: commissionSchema,
})

export const approveAndPayout = endpoint('POST /api/commission/approve-and-payout', {
  by: 'user',
  summary:
    'Lets the artist’s money be sent now if it is owed and due; it is sent once at most. Approves nothing.',
  refusals: ['not_found'],
  input: z.object(namedCommission),
  output: z.object({ status: z.enum(commissionProcess.statuses) }),
})

export const cancelOverdueCommission = endpoint('POST /api/commissions/{id}/cancel-overdue', {
  by: 'user',
  summary: 'The customer cancels a commission whose delivery is late, and gets everything back.',
  refusals: [
    ...stepRefusals,
    'commission_too_late',
    'commission_not_overdue',
    'delivery_in_preparation',
  ],
  input: z.object({ id }),
  output: commissionSchema,
})

export const giveUpCommission = endpoint('POST /api/commissions/{id}/give-up', {
  by: 'artist',
  summary: 'The artist cannot finish it; the customer gets everything back.',
  refusals: [...stepRefusals, 'commission_too_late', 'delivery_in_preparation'],
  input: z.object({
    id,
    /** For the customer. */
    reason: writtenText({ blank: reasonBlank, longest }),
  }),
  output: commissionSchema,
})

export const openDispute = endpoint('POST /api/report', {
  by: 'user',
  summary: 'The customer disputes a delivery after the last revision; an admin decides.',
  refusals: [
    ...stepRefusals,
    'commission_too_late',
    'revisions_left',
    'dispute_open',
    'too_many_disputes',
  ],
  input: z.object({
    type: z.literal('commission_dispute'),
    ...namedCommission,
    description: writtenText({ blank: disputeBlank, longest }),
  }),
  output: commissionSchema,
})

export const answerDispute = endpoint('POST /api/commissions/{id}/dispute/answer', {
  by: 'artist',
  summary: 'The artist’s side of an open dispute, once; also after the time for it.',
  refusals: [...stepRefusals, 'no_dispute', 'dispute_answered'],
  input: z.object({ id, answer: writtenText({ blank: answerBlank, longest }) }),
  output: commissionSchema,
})

export const endDispute = endpoint('POST /api/commissions/{id}/dispute/end', {
  by: 'user',
  summary:
    'The customer ends the open dispute; the delivery waits for an approval again, longer by the time of the dispute.',
  refusals: [...stepRefusals, 'no_dispute'],
  input: z.object({ id }),
  output: commissionSchema,
})
