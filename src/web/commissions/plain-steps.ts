// The steps that work without a script: a form names one, and the page's action takes it on the server.

import { freezeCommission, unfreezeCommission } from '#contracts/admin/commissions.ts'
import {
  payCommission,
  respondToCommission,
  terminateBeforePayment,
} from '#contracts/commissions/commissions.ts'
import {
  answerDispute,
  cancelOverdueCommission,
  confirmCommission,
  endDispute,
  giveUpCommission,
  openDispute,
} from '#contracts/commissions/judging.ts'
import { addNote, changeNote } from '#contracts/commissions/notes.ts'
import {
  markMessagesRead,
  readMessagesWithReason,
  sendCommissionMessage,
} from '#contracts/commissions/messages.ts'
import type { Api } from '#web/api/client.ts'
import { formText } from '#web/forms/form-text.ts'
import { noteField } from './note-field.ts'

const plainSteps = [
  'accept',
  'reject',
  'pay',
  'cancel',
  'approve',
  'request_changes',
  'dispute',
  'answer_dispute',
  'end_dispute',
  'cancel_overdue',
  'give_up',
  'freeze',
  'unfreeze',
  'add_note',
  'edit_note',
  'withdraw_note',
  'settle_note',
  'send_message',
  'read_messages',
  'read_with_reason',
] as const
export type PlainStep = (typeof plainSteps)[number]

/** Null for a form that names no step. */
export function takePlainStep(api: Api, id: string, form: FormData) {
  const step = plainSteps.find((known) => known === formText(form, 'step'))
  switch (step) {
    case 'accept':
    case 'reject': {
      const reason = formText(form, 'reason')
      return api.request(respondToCommission, { commissionId: id, action: step, reason })
    }
    case 'pay':
      return api.request(payCommission, { commissionId: id })
    case 'cancel':
      return api.request(terminateBeforePayment, { commissionId: id })
    case 'approve':
    case 'request_changes': {
      const deliveryId = formText(form, 'deliveryId')
      const revisionFeedback = formText(form, 'revisionFeedback')
      return api.request(confirmCommission, { id, action: step, deliveryId, revisionFeedback })
    }
    case 'dispute': {
      const description = formText(form, 'description')
      return api.request(openDispute, { type: 'commission_dispute', commissionId: id, description })
    }
    case 'answer_dispute':
      return api.request(answerDispute, { id, answer: formText(form, 'answer') })
    case 'end_dispute':
      return api.request(endDispute, { id })
    case 'cancel_overdue':
      return api.request(cancelOverdueCommission, { id })
    case 'give_up':
      return api.request(giveUpCommission, { id, reason: formText(form, 'reason') })
    case 'freeze':
    case 'unfreeze': {
      const words = { reason: formText(form, 'reason'), note: formText(form, 'note') }
      return api.request(step === 'freeze' ? freezeCommission : unfreezeCommission, {
        id,
        ...words,
      })
    }
    case 'add_note': {
      const deliveryId = formText(form, 'deliveryId')
      const [seconds, text] = [formText(form, 'noteSeconds'), formText(form, 'noteText')]
      const requestKey = formText(form, 'requestKey')
      return api.request(addNote, { id, deliveryId, seconds, text, requestKey })
    }
    case 'edit_note':
    case 'withdraw_note':
    case 'settle_note':
      return api.request(changeNote, { id, ...noteChangeOf(step, form) })
    case 'send_message': {
      const requestKey = formText(form, 'requestKey')
      return api.request(sendCommissionMessage, { id, text: formText(form, 'text'), requestKey })
    }
    case 'read_messages':
      return api.request(markMessagesRead, { id, upTo: formText(form, 'upTo') })
    case 'read_with_reason':
      return api.request(readMessagesWithReason, { id, note: formText(form, 'readReason') })
    case undefined:
      return null
  }
}

type NoteStep = 'edit_note' | 'withdraw_note' | 'settle_note'

function noteChangeOf(step: NoteStep, form: FormData) {
  const noteId = formText(form, 'noteId')
  if (step === 'withdraw_note') return { noteId, isWithdrawn: true as const }
  if (step === 'edit_note') return { noteId, text: formText(form, noteField('noteText', noteId)) }
  const field = noteField('noteAnswer', noteId)
  return {
    noteId,
    ...(form.has('hasBox') ? { isDone: form.has(noteField('isDone', noteId)) } : {}),
    ...(form.has(field) ? { answer: formText(form, field) } : {}),
  }
}
