// Endpoints of a customer who asks for the money of a bought track back.

import { z } from 'zod'
import { refundReasonBlank } from '#rules/errors/refund-errors.ts'
import { manyLines, showsSomething } from '#rules/plain-text.ts'
import {
  maxRefundWords,
  refundReasons,
  refundRequestProcess,
} from '#rules/orders/refund-request.ts'
import { endpoint } from './endpoint.ts'

const wordsSchema = z
  .string()
  .transform(manyLines)
  .pipe(z.string().max(maxRefundWords, `Please use at most ${maxRefundWords} characters`))
  .transform((words) => (showsSomething(words) ? words : null))
  .optional()

const requestSchema = z.object({
  reason: z.enum(refundReasons),
  words: z.string().nullable(),
  status: z.enum(refundRequestProcess.statuses),
  requestedAt: z.iso.datetime(),
  /** What we answered. */
  answer: z.string().nullable(),
})

const trackId = z.object({ id: z.guid() })

export const getRefundRequest = endpoint('GET /api/proxy/my-tracks/{id}/refund-request', {
  by: 'user',
  summary: 'What the caller can ask for a bought track, and has asked.',
  refusals: ['not_found'],
  input: trackId,
  output: z.object({
    title: z.string(),
    boughtAt: z.iso.datetime(),
    /** What was paid and has not gone back. */
    pence: z.int(),
    receiptNumber: z.string().nullable(),
    /** Those that can be chosen. */
    reasons: z.array(z.enum(refundReasons)),
    /** So long ago that the card's bank may refuse it. */
    isDoubtful: z.boolean(),
    /** Null before it is asked for. */
    request: requestSchema.nullable(),
  }),
})

export type RefundRequest = z.infer<(typeof getRefundRequest)['output']>

export const askForRefund = endpoint('POST /api/proxy/my-tracks/{id}/refund-request', {
  by: 'user',
  summary: 'Asks for the money of a bought track back: once for each purchase.',
  refusals: ['not_found', 'refund_requested', 'heard_already'],
  input: trackId.extend({
    reason: z.enum(refundReasons, refundReasonBlank),
    words: wordsSchema,
  }),
  output: requestSchema,
})
