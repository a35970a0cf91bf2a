// Why the form's recording cannot be submitted: the file itself is checked while it is sent.

import { refusalMessage } from '#rules/errors/refusal.ts'
import type { Issue } from '#web/api/result.ts'
import type { Sending } from './sending/sending.ts'
import { stateText } from './sending/sending-messages.ts'

type Form = { sendings: Sending[]; formKey: string | null }

/** At most one. */
export function problemWithRecording({ sendings, formKey }: Form): Issue[] {
  const sending = sendings.find(({ key }) => key === formKey)
  const problem = sending ? problemOf(sending) : refusalMessage('upload_file_missing')
  return problem === null ? [] : [{ path: ['file'], message: problem }]
}

function problemOf({ state }: Sending): string | null {
  if (state.name === 'refused') return state.reason
  return state.name === 'missing' ? stateText(state, false) : null
}
