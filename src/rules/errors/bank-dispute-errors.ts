import type { RefusalTable } from './refusal-table.ts'

export const bankDisputeErrors = {
  dispute_not_answerable: {
    status: 409,
    message: 'The bank takes no evidence any more: it was sent, or the bank has decided.',
  },
  evidence_refused: {
    status: 409,
    message:
      'The card provider does not take the evidence. Please load the page again, and look at the dispute in its dashboard.',
  },
  evidence_unsent: {
    status: 502,
    message:
      'The card provider is not answering, so it is not known whether the evidence was sent. Please send it again in a minute: it is sent once.',
  },
} as const satisfies RefusalTable
