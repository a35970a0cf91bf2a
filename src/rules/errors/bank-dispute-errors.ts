import { evidenceFileFormats, maxEvidenceMegabytes } from '../payments/evidence-files.ts'
import type { RefusalTable } from './refusal-table.ts'

export const bankDisputeErrors = {
  dispute_not_answerable: {
    status: 409,
    message: 'The bank takes no evidence any more: it was sent, or the bank has decided.',
  },
  inquiry_ended: {
    status: 409,
    message:
      'The bank’s inquiry has ended meanwhile. Please load the page again: if it has become a dispute, the bank asks for evidence once more.',
  },
  evidence_refused: {
    status: 409,
    message:
      'The card provider does not take the evidence. Please load the page again, and look at the dispute in its dashboard.',
  },
  evidence_file_missing: { status: 400, message: 'Please choose a file.' },
  evidence_file_not_accepted: {
    status: 415,
    message: `The bank cannot read this file. Please use ${evidenceFileFormats}.`,
  },
  evidence_files_too_large: {
    status: 413,
    message: `All files together can have ${maxEvidenceMegabytes} MB at most. Please use a smaller file, or remove another one first.`,
  },
  evidence_file_exists: {
    status: 409,
    message: 'There is a file of this kind already. Please remove it first.',
  },
  evidence_being_sent: {
    status: 409,
    message:
      'An admin is sending the evidence with this file, or nobody knows yet whether it has reached the bank. Please load the page again: if the evidence can still be sent, send it once more.',
  },
  evidence_file_refused: {
    status: 409,
    message:
      'The card provider does not take one of the files: it may be damaged, or have too many pages. Please remove it, and send the evidence without it or with another one.',
  },
  evidence_unsent: {
    status: 502,
    message:
      'The card provider is not answering, so it is not known whether the evidence was sent. Please send it again in a minute: it is sent once.',
  },
} as const satisfies RefusalTable
