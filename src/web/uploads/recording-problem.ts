// Why the form's recording cannot be submitted: the file itself is checked while it is sent.

import { refusalMessage } from '#rules/errors/refusal.ts'
import type { Issue } from '#web/api/result.ts'
import type { UploadTransfer } from './transfers/upload-transfer.ts'
import { stateText } from './transfers/transfer-messages.ts'

type Form = { transfers: UploadTransfer[]; formKey: string | null }

/** At most one. */
export function problemWithRecording({ transfers, formKey }: Form): Issue[] {
  const transfer = transfers.find(({ key }) => key === formKey)
  const problem = transfer ? problemOf(transfer) : refusalMessage('upload_file_missing')
  return problem === null ? [] : [{ path: ['file'], message: problem }]
}

function problemOf({ state }: UploadTransfer): string | null {
  if (state.name === 'refused') return state.reason
  return state.name === 'missing' ? stateText(state, false) : null
}
