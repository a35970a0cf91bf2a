// Endpoints of the files that are sent to a customer's bank against a dispute.

import { z } from 'zod'
import {
  evidenceFileAccept,
  evidenceFileFieldNames,
  evidenceFileFormats,
  maxEvidenceBytes,
} from '#rules/payments/evidence-files.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { endpoint } from '../endpoint.ts'

const disputeId = z.object({ id: z.guid() })
const fileId = z.object({ id: z.guid() })

export const evidenceFileSchema = z.object({
  id: z.string(),
  field: z.enum(evidenceFileFieldNames),
  name: z.string(),
  bytes: z.int(),
  /** Of what is known of the payment; otherwise an admin has sent it. */
  isMade: z.boolean(),
  addedAt: z.iso.datetime(),
  /** Null once the copy is deleted. */
  url: z.string().nullable(),
})
export type EvidenceFile = z.infer<typeof evidenceFileSchema>

export const attachEvidenceFile = endpoint('POST /api/proxy/admin/bank-disputes/{id}/files', {
  by: 'admin',
  summary: `Attaches a file to the evidence: ${evidenceFileFormats}, one of each kind.`,
  file: {
    field: 'file',
    summary: 'The file.',
    accept: evidenceFileAccept,
    maxBytes: maxEvidenceBytes,
    refusals: {
      missing: 'evidence_file_missing',
      notAccepted: 'evidence_file_not_accepted',
      tooLarge: 'evidence_files_too_large',
      interrupted: 'upload_interrupted',
    },
  },
  refusals: [
    'not_found',
    'own_sale',
    'dispute_not_answerable',
    'evidence_file_missing',
    'evidence_file_not_accepted',
    'evidence_files_too_large',
    'evidence_file_exists',
    'upload_interrupted',
    'storage_full',
  ],
  pageAfterLogin: pageRoutes.adminBankDisputes,
  formPage: pageRoutes.adminBankDispute,
  input: disputeId.extend({
    field: z.enum(evidenceFileFieldNames, 'Please choose what the file shows.'),
  }),
  output: z.object({}),
})

export const makeEvidenceFiles = endpoint('POST /api/proxy/admin/bank-disputes/{id}/documents', {
  by: 'admin',
  summary:
    'Makes documents of what is known of the payment: its receipt, the delivery with downloads and plays, and the messages. Of a kind that has a file already, none is made.',
  refusals: [
    'not_found',
    'own_sale',
    'dispute_not_answerable',
    'evidence_files_too_large',
    'storage_full',
  ],
  input: disputeId,
  output: z.object({}),
})

export const removeEvidenceFile = endpoint('DELETE /api/proxy/admin/evidence-files/{id}', {
  by: 'admin',
  summary: 'Removes a file from the evidence, until that is sent.',
  refusals: ['not_found', 'own_sale', 'dispute_not_answerable', 'evidence_being_sent'],
  input: fileId,
  output: z.object({}),
})

export const downloadEvidenceFile = endpoint('GET /api/proxy/admin/evidence-files/{id}', {
  by: 'admin',
  summary: 'A file of the evidence, to be saved.',
  produces: 'application/octet-stream',
  pageAfterLogin: pageRoutes.adminBankDisputes,
  refusals: ['not_found'],
  input: fileId,
  output: z.unknown(),
})
