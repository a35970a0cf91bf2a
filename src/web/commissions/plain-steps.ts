// The steps that work without a script: a form names one, and the page's action takes it on the server.

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
import type { Api } from '#web/api/client.ts'
import { formText } from '#web/forms/form-text.ts'

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
    case undefined:
      return null
  }
}
