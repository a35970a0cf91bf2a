// What the calls of admins about evidence may show and change of others.

import type { Row } from './expected-row.ts'

const changed: Row = { shows: 'all', touches: ['admin_actions', 'evidence_files'] }

export const evidenceOfAdmins: Record<string, Row> = {
  // The provider does not know the dispute.
  answerBankDispute: { shows: 'all', own: 'evidence_refused' },
  attachEvidenceFile: changed,
  makeEvidenceFiles: changed,
  removeEvidenceFile: { ...changed, touches: ['admin_actions', 'evidence_files', 'files'] },
}
