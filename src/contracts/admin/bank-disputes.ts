// Endpoints of payments that customers dispute at their banks: admins see them, and send evidence.

import { z } from 'zod'
import { bankDisputeProcess } from '#rules/payments/bank-dispute-process.ts'
import { evidenceFieldNames, maxEvidenceLength } from '#rules/payments/dispute-evidence.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists.ts'
import { noteSchema } from '../reason.ts'
import { adminPageField } from './audit-log.ts'
import { evidenceFileSchema } from './evidence-files.ts'
import { taskOwnersField, taskSchema } from './tasks.ts'

const bankDisputeSchema = z.object({
  id: z.string(),
  status: z.enum(bankDisputeProcess.statuses),
  pence: z.int(),
  /** The customer's, in the provider's words. */
  reason: z.string(),
  openedAt: z.iso.datetime(),
  /** The bank takes evidence until then. */
  answerBy: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  customer: z.object({ id: z.string(), name: z.string() }),
  /** Null for a payment that bought nothing. */
  receiptNumber: z.string().nullable(),
  commission: z.object({ id: z.string(), name: z.string() }).nullable(),
  task: taskSchema,
})
export type BankDispute = z.infer<typeof bankDisputeSchema>

const evidenceText = z
  .string()
  .trim()
  .max(maxEvidenceLength, `Please write at most ${maxEvidenceLength} characters.`)
const evidenceShape = z.object({
  customerName: evidenceText,
  customerEmail: evidenceText,
  bought: evidenceText,
  servedOn: evidenceText,
  accessLog: evidenceText,
  refundPolicy: evidenceText,
  refundRefusal: evidenceText,
  messages: evidenceText,
} satisfies Record<(typeof evidenceFieldNames)[number], z.ZodType>)

const disputeId = z.object({ id: z.guid() })

export const listBankDisputes = endpoint('GET /api/proxy/admin/bank-disputes', {
  by: 'admin',
  summary:
    'A page of the payments that customers dispute at their banks: those to answer first, by their deadline.',
  input: z.object({ page: adminPageField, owner: taskOwnersField }),
  output: pageOf({ disputes: z.array(bankDisputeSchema), total: z.int() }),
})

export const getBankDispute = endpoint('GET /api/proxy/admin/bank-disputes/{id}', {
  by: 'admin',
  summary:
    'One bank dispute, with the evidence that was sent, or that is proposed, and the files that go with it.',
  refusals: ['not_found'],
  input: disputeId,
  output: bankDisputeSchema.extend({
    providerId: z.string(),
    /** Evidence can be sent, once. */
    isAnswerable: z.boolean(),
    evidence: evidenceShape,
    /** Those that go with it, or went with it. */
    files: z.array(evidenceFileSchema),
    /** What the platform bears of a lost one; null until that is booked. */
    lostPence: z.int().nullable(),
  }),
})
export type BankDisputeRecord = z.infer<(typeof getBankDispute)['output']>

export const answerBankDispute = endpoint('POST /api/proxy/admin/bank-disputes/{id}/answer', {
  by: 'admin',
  summary: 'Sends the evidence with its files to the customer’s bank. That is possible once.',
  refusals: [
    'not_found',
    'own_sale',
    'dispute_not_answerable',
    'inquiry_ended',
    'evidence_refused',
    'evidence_unsent',
    'evidence_file_refused',
  ],
  input: disputeId.extend(evidenceShape.shape).extend({ note: noteSchema }),
  output: z.object({}),
})
